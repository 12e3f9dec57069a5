import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { readTree } from "../../locations/tree.ts";
import { reassignPhotos } from "../../photos/reassign-photos.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { JobProgram, JobStep } from "../../storage/jobs/job-program.ts";
import { selectedLocations } from "../create-store.ts";
import { type InventoryRecord, inventoryOf, setState } from "../inventory.ts";
import { itemRanges } from "../items/item-ranges.ts";
import type { LifecycleInput } from "../long-work.ts";
import { isSelective } from "../rule.ts";
import type { Overlap } from "../shapes.ts";
import * as store from "./prepare-store.ts";

/** Stock rows per unit of work: about a millisecond. */
const MAX_ROWS = 200;

/** Locations whose stock is counted at once. */
const MAX_LOCATIONS = 100;

/** Where a preparation is. */
export interface PreparePosition {
  /** The last item of an earlier preparation; 0: there was none. */
  readonly lastOld: number;
  /** The location that is being read, and the last stock row that was read there. */
  readonly locationId: number;
  readonly after: number;
  readonly created: number;
}

/**
 * Creates the items of an inventory: one for each article at each selected location and below. Then removes the items of an
 * earlier preparation. Leaves out deleted and disposed articles, and stock that is not selected for a selective inventory. Throws WrongState if there is nothing to count. Stock that moves
 * meanwhile marks the items that exist already (migrations/0001-schema.sql).
 */
export const run: JobProgram<LifecycleInput, PreparePosition | null, readonly Overlap[]> = function* (job) {
  const { tx, input } = job;
  const { tenantId, inventoryId, principal, to } = input;
  const inventory = inventoryOf(tx, tenantId, inventoryId);
  const locations = locationsOf(tx, inventory);
  const total = job.position === null ? yield* countStock(tx, locations) : null;
  let position: PreparePosition = job.position ?? {
    lastOld: store.lastItem.first(tx, { inventoryId })?.oid ?? 0,
    locationId: 0,
    after: 0,
    created: 0,
  };
  for (const next of createItems(tx, inventory, locations, position)) {
    position = next;
    yield { position, done: position.created, total };
  }
  if (position.created === 0) throw nothingToCount();
  yield* removeOldItems(tx, inventory, position);
  store.setPrepared.run(tx, { tenantId, oid: inventoryId, preparedChange: tx.change });
  const overlaps = new Map<number, Overlap>();
  for (const range of itemRanges(tx, inventoryId, position.lastOld)) {
    for (const { oid, name, items } of store.overlaps.all(tx, { ...range, tenantId }))
      overlaps.set(oid, { oid, name, items: items + (overlaps.get(oid)?.items ?? 0) });
    yield { position, done: position.created };
  }
  if (to !== null) setState(tx, inventory, to, principal.userId);
  return [...overlaps.values()].toSorted((a, b) => a.oid - b.oid);
};

/** The selected locations and those below, by id. */
function locationsOf(tx: Tx, { tenantId, oid: inventoryId }: InventoryRecord): readonly number[] {
  const tree = readTree(tx, tenantId);
  const selected = selectedLocations.all(tx, { tenantId, inventoryId }).map(({ locationId }) => locationId);
  return selected.length === 0 ? tree.ids : tree.withDescendants(selected);
}

/** Counts the stock rows at locations: at most as many items are created. */
function* countStock(
  tx: Tx,
  locations: readonly number[],
): Generator<{ readonly position: null; readonly done: 0 }, number> {
  let total = 0;
  for (const [index, locationId] of locations.entries()) {
    total += store.stockRows.first(tx, { locationId })?.rows ?? 0;
    if ((index + 1) % MAX_LOCATIONS === 0) yield { position: null, done: 0 };
  }
  return total;
}

function* createItems(
  tx: Tx,
  inventory: InventoryRecord,
  locations: readonly number[],
  from: PreparePosition,
): Generator<PreparePosition, void> {
  const { tenantId, oid: inventoryId } = inventory;
  const insertItems = isSelective(tx, inventory) ? store.insertSelectedItems : store.insertItems;
  let { created } = from;
  for (const locationId of locations) {
    if (locationId < from.locationId) continue;
    let after = locationId === from.locationId ? from.after : 0;
    for (;;) {
      const slice = { tenantId, locationId, after };
      const end = store.endOfSlice.first(tx, { ...slice, limit: MAX_ROWS })?.end ?? null;
      if (end === null) break;
      const items = { end, inventoryId, lastOld: from.lastOld, change: tx.change };
      created += insertItems.run(tx, { ...slice, ...items }).changes;
      after = end;
      yield { lastOld: from.lastOld, locationId, after, created };
    }
    // For empty locations too: there may be very many.
    yield { lastOld: from.lastOld, locationId, after, created };
  }
}

/** Removes the items of an earlier preparation. From here on the job can't be cancelled. */
function* removeOldItems(
  tx: Tx,
  { oid: inventoryId }: InventoryRecord,
  position: PreparePosition,
): Generator<JobStep<PreparePosition>, void> {
  const { lastOld, created } = position;
  yield { position, done: created, isFinal: true };
  for (const range of itemRanges(tx, inventoryId, 0)) {
    const old = { inventoryId, after: range.after, end: Math.min(range.end, lastOld) };
    if (old.end <= old.after) return;
    reassignPhotos(tx, { ...old, lastOld });
    store.recordRemovedItems.run(tx, { ...old, change: tx.change });
    store.deleteItems.run(tx, old);
    yield { position, done: created };
  }
}

function nothingToCount(): WrongState {
  return new WrongState(msg("There are no articles at the selected locations. Select other locations."));
}
