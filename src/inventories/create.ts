import { References } from "../catalogue/catalogue.ts";
import { State } from "../domain/inventory-states.ts";
import type { Principal } from "../domain/principal.ts";
import { fold } from "../domain/text-folding.ts";
import { hasLocation } from "../locations/location.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as store from "./create-store.ts";
import { demandState, type InventoryRecord } from "./inventory.ts";
import { insertTransition, isClosedIn } from "./store.ts";

/** What may be said of an inventory; an absent property keeps what is stored. */
export interface InventoryFields {
  readonly name?: string | undefined;
  /** The place of the inventory itself; alone it stands for one chosen place. */
  readonly locationId?: number | null | undefined;
  /** The chosen places; null or none: all. */
  readonly locationIds?: readonly number[] | null | undefined;
  readonly mustBeApproved?: boolean | undefined;
  readonly isBlind?: boolean | undefined;
}

/** Where an inventory counts, and the place that is its own. */
interface Places {
  readonly locationId: number | null;
  readonly locationIds: readonly number[];
}

/** Adds an inventory in Preparation; gives its oid. Throws Invalid on places that are not the tenant's. */
export function createInventory(
  tx: Tx,
  { tenantId, userId }: Principal,
  fields: InventoryFields & { readonly name: string },
): number {
  checkPlaces(tx, tenantId, fields);
  const { name, mustBeApproved = false, isBlind = false } = fields;
  return addInventory(tx, {
    ...placesOf(fields, { locationId: null, locationIds: [] }),
    tenantId,
    name,
    state: State.Preparation,
    mustBeApproved,
    isApproved: false,
    isBlind,
    userId,
  });
}

export interface NewInventory {
  readonly tenantId: number;
  readonly name: string;
  readonly state: State;
  readonly locationId: number | null;
  /** The chosen places; none: all. */
  readonly locationIds: readonly number[];
  readonly mustBeApproved: boolean;
  readonly isApproved: boolean;
  readonly isBlind: boolean;
  /** Who made it; null: the box. */
  readonly userId: number | null;
}

/** Adds an inventory; gives its oid. */
export function addInventory(tx: Tx, inventory: NewInventory): number {
  const { tenantId, name, state, locationId, userId } = inventory;
  const { oid } = store.insert.run(tx, {
    tenantId,
    name,
    nameFolded: fold(name),
    isClosed: isClosedIn(state),
    isApproved: inventory.isApproved ? 1 : 0,
    mustBeApproved: inventory.mustBeApproved ? 1 : 0,
    isBlind: inventory.isBlind ? 1 : 0,
    locationId,
    inventoryStateId: state,
    change: tx.change,
  });
  store.setLocations(tx, tenantId, oid, inventory.locationIds);
  insertTransition.run(tx, { tenantId, inventoryId: oid, stateId: state, at: tx.now, userId });
  return oid;
}

/** Changes what is given of an inventory. Throws Invalid as `createInventory`, WrongState unless it is in Preparation. */
export function changeInventory(tx: Tx, record: InventoryRecord, fields: InventoryFields): void {
  const { tenantId, oid } = record;
  checkPlaces(tx, tenantId, fields);
  demandState(record.inventoryStateId, [State.Preparation]);
  const stored = store.selectedLocations
    .all(tx, { tenantId, inventoryId: oid })
    .map(({ locationId }) => locationId);
  const { locationId, locationIds } = placesOf(fields, {
    locationId: record.locationId,
    locationIds: stored,
  });
  const name = fields.name ?? record.name;
  store.update.run(tx, {
    tenantId,
    oid,
    name,
    nameFolded: fold(name),
    mustBeApproved: flagOf(fields.mustBeApproved, record.mustBeApproved),
    isBlind: flagOf(fields.isBlind, record.isBlind),
    locationId,
    change: tx.change,
  });
  store.setLocations(tx, tenantId, oid, locationIds);
}

const flagOf = (given: boolean | undefined, stored: 0 | 1): 0 | 1 =>
  given === undefined ? stored : given ? 1 : 0;

function checkPlaces(tx: Tx, tenantId: number, { locationId, locationIds }: InventoryFields): void {
  const isPlace = (oid: number) => hasLocation(tx, tenantId, oid);
  const references = new References().check("locationId", locationId, isPlace);
  for (const [index, oid] of (locationIds ?? []).entries()) {
    references.check(`locationIds.${index}`, oid, isPlace);
  }
  references.demand();
}

/**
 * The places that follow: `locationIds` are all chosen ones, and a `locationId` beside them is one too. Without them a client
 * that knows `locationId` alone may send back what it has read, and nothing changes.
 */
function placesOf({ locationId, locationIds }: InventoryFields, stored: Places): Places {
  if (locationIds !== undefined) {
    const chosen = new Set(locationIds ?? []);
    if (locationId !== null && locationId !== undefined) chosen.add(locationId);
    const [only] = chosen;
    return {
      locationId: locationId ?? (chosen.size === 1 ? (only ?? null) : null),
      locationIds: [...chosen],
    };
  }
  if (locationId === undefined || locationId === stored.locationId) return stored;
  if (locationId !== null) return { locationId, locationIds: [locationId] };
  return { locationId, locationIds: stored.locationIds.filter((oid) => oid !== stored.locationId) };
}
