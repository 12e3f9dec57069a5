import { ReferenceChecks } from "../catalogue/catalogue.ts";
import { State } from "../domain/inventory-states.ts";
import type { Principal } from "../domain/principal.ts";
import { fold } from "../domain/text-folding.ts";
import { hasLocation } from "../locations/location.ts";
import type { Tx } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, selectFrom, updateTable } from "../storage/database/table-statements.ts";
import { assertIdle, assertState, type InventoryRecord } from "./inventory.ts";
import { isCounter, type RuleFields, saveRule } from "./rule.ts";
import { insertTransition, isClosedIn } from "./store.ts";

/** Fields of an inventory. An absent property keeps the stored value. */
interface InventoryFields extends RuleFields {
  readonly name?: string | undefined;
  /** The own location of the inventory. Without `locationIds` it is also the selected location. */
  readonly locationId?: number | null | undefined;
  /** The selected locations; null or empty: all. */
  readonly locationIds?: readonly number[] | null | undefined;
  readonly mustBeApproved?: boolean | undefined;
  readonly isBlind?: boolean | undefined;
}

/** The selected locations, and the own location. */
interface Locations {
  readonly locationId: number | null;
  readonly locationIds: readonly number[];
}

/** Adds an inventory in Preparation; returns its oid. Throws Invalid for locations of other tenants. */
export function createInventory(
  tx: Tx,
  { tenantId, userId }: Principal,
  fields: InventoryFields & { readonly name: string },
): number {
  checkReferences(tx, tenantId, fields);
  const { name, mustBeApproved = false, isBlind = false } = fields;
  const oid = addInventory(tx, {
    ...locationsOf(fields, { locationId: null, locationIds: [] }),
    tenantId,
    name,
    state: State.Preparation,
    mustBeApproved,
    isApproved: false,
    isBlind,
    userId,
  });
  saveRule(tx, tenantId, oid, fields);
  return oid;
}

interface NewInventory {
  readonly tenantId: number;
  readonly name: string;
  readonly state: State;
  readonly locationId: number | null;
  /** The selected locations; empty: all. */
  readonly locationIds: readonly number[];
  readonly mustBeApproved: boolean;
  readonly isApproved: boolean;
  readonly isBlind: boolean;
  /** The creator; null: the server. */
  readonly userId: number | null;
}

/** Adds an inventory; returns its oid. */
export function addInventory(tx: Tx, inventory: NewInventory): number {
  const { tenantId, name, state, locationId, userId } = inventory;
  const { oid } = insertInventory.run(tx, {
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
  setLocations(tx, tenantId, oid, inventory.locationIds);
  insertTransition.run(tx, { tenantId, inventoryId: oid, stateId: state, at: tx.now, userId });
  return oid;
}

/** Changes fields of an inventory. Throws Invalid as `createInventory` and for another person than who hands over, WrongState unless in Preparation and idle. */
export function changeInventory(tx: Tx, record: InventoryRecord, fields: InventoryFields): void {
  const { tenantId, oid } = record;
  assertIdle(tx, record);
  checkReferences(tx, tenantId, fields);
  assertState(record.inventoryStateId, [State.Preparation]);
  const stored = selectedLocations
    .all(tx, { tenantId, inventoryId: oid })
    .map(({ locationId }) => locationId);
  const { locationId, locationIds } = locationsOf(fields, {
    locationId: record.locationId,
    locationIds: stored,
  });
  const name = fields.name ?? record.name;
  updateInventory.run(tx, {
    tenantId,
    oid,
    name,
    nameFolded: fold(name),
    mustBeApproved: flagOf(fields.mustBeApproved, record.mustBeApproved),
    isBlind: flagOf(fields.isBlind, record.isBlind),
    locationId,
    change: tx.change,
  });
  setLocations(tx, tenantId, oid, locationIds);
  saveRule(tx, tenantId, oid, fields);
}

const flagOf = (value: boolean | undefined, stored: 0 | 1): 0 | 1 =>
  value === undefined ? stored : value ? 1 : 0;

function checkReferences(
  tx: Tx,
  tenantId: number,
  { locationId, locationIds, counterId, personId }: InventoryFields,
): void {
  const isLocation = (oid: number) => hasLocation(tx, tenantId, oid);
  const references = new ReferenceChecks()
    .check("locationId", locationId, isLocation)
    .check("counterId", counterId, (id) => isCounter(tx, tenantId, id))
    .check("personId", personId, (id) => isCounter(tx, tenantId, id));
  for (const [index, oid] of (locationIds ?? []).entries()) {
    references.check(`locationIds.${index}`, oid, isLocation);
  }
  references.assertValid();
}

/**
 * The locations after a change. `locationIds` replaces all selected locations; `locationId` is added to them. Without
 * `locationIds`, a client that knows only `locationId` may send back the value that it has read.
 */
function locationsOf({ locationId, locationIds }: InventoryFields, stored: Locations): Locations {
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

const insertInventory = insertInto("inventory", [
  "tenantId",
  "name",
  "nameFolded",
  "isClosed",
  "isApproved",
  "mustBeApproved",
  "isBlind",
  "locationId",
  "inventoryStateId",
  "change",
]);

const updateInventory = updateTable("inventory", {
  set: ["name", "nameFolded", "mustBeApproved", "isBlind", "locationId", "change"],
  where: ["oid", "tenantId"],
});

/** The selected locations of an inventory, by id. */
export const selectedLocations = selectFrom(
  "inventoryLocation",
  ["tenantId", "inventoryId"],
  ["locationId"],
  { orderBy: ["locationId"] },
);
const insertLocation = insertInto("inventoryLocation", ["inventoryId", "locationId", "tenantId"]);
const deleteLocation = deleteFrom("inventoryLocation", ["tenantId", "inventoryId", "locationId"]);

/** Replaces the selected locations of an inventory. Duplicates are ignored. */
function setLocations(tx: Tx, tenantId: number, inventoryId: number, locationIds: readonly number[]): void {
  const added = new Set(locationIds);
  for (const { locationId } of selectedLocations.all(tx, { tenantId, inventoryId })) {
    if (!added.delete(locationId)) deleteLocation.run(tx, { tenantId, inventoryId, locationId });
  }
  for (const locationId of added) insertLocation.run(tx, { tenantId, inventoryId, locationId });
}
