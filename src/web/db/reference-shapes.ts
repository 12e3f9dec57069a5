import type { Pack } from "../../domain/packs.ts";
import type { Inventory, InventoryItem } from "../api/types/endpoints.d.ts";

// Records of the server that are stored so that scans work without it.

/** The fields of an article that the terminal needs. */
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
  /** Absent: none, or stored by an older version. */
  readonly warrantyEnd?: string;
  readonly supplier?: string;
  /** Values of custom fields by the oid of the field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The smallest first; absent: none. */
  readonly packs?: readonly Pack[];
  /** Additional codes; absent: none. */
  readonly codes?: readonly StoredCode[];
}

/** An additional code of an article. `packQuantity`: pieces that a scan means; null: one. */
export interface StoredCode {
  readonly code: string;
  readonly packQuantity: number | null;
}

export interface StoredLocation {
  readonly oid: number;
  readonly name: string;
  readonly code: string | null;
  readonly parentLocationId: number | null;
  /** Position among its siblings, from 0; null: after the others, by name. */
  readonly position: number | null;
}

/** An inventory whose items are stored here. */
export interface StoredInventory extends Inventory {
  /** The chosen locations, each with its subtree; empty: all locations. */
  readonly locationIds: readonly number[];
  readonly tenantId: number;
  /** The cursor for the next changes of its items; null: the items are not complete yet. */
  readonly cursor: string | null;
  /** Its items include expected quantities: the user may see them. */
  readonly showsExpected: boolean;
}

/** The last version of an item from the server. */
export type StoredItem = InventoryItem;
