import type { Inventory, InventoryItem } from "../api/types/endpoints.d.ts";

// What is kept of the server's records, so that a scan is judged without it.

/** An article as the terminal needs it. */
export interface StoredArticle {
  readonly oid: number;
  readonly code: string | null;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly rfId: string | null;
  readonly categoryId: number;
  readonly typeId: number;
  readonly stateId: number;
  readonly userId: number | null;
  readonly responsibleUserId: number | null;
  readonly isDisposal: boolean;
}

export interface StoredLocation {
  readonly oid: number;
  readonly name: string;
  readonly code: string | null;
  readonly parentLocationId: number | null;
  /** Among its siblings, from 0; null: after those that have one, by name. */
  readonly position: number | null;
}

/** An inventory whose items are kept here. */
export interface StoredInventory extends Inventory {
  /** The chosen places, each with all below it; none: all places. */
  readonly locationIds: readonly number[];
  readonly tenantId: number;
  /** Where following its items goes on; null: they have not all come yet. */
  readonly cursor: string | null;
  /** Its items tell what is expected: somebody is here who may see it. */
  readonly showsExpected: boolean;
}

/** An item as the server told of it last. */
export type StoredItem = InventoryItem;
