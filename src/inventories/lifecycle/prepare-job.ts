import { currencyOf } from "../../catalogue/currency.ts";
import { ArticleState } from "../../domain/article-state.ts";
import { WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import { readTree } from "../../locations/tree.ts";
import { reassignPhotos } from "../../photos/reassign-photos.ts";
import { sqlite, statement, type Tx, withoutIndex } from "../../storage/database/statement.ts";
import { updateTable } from "../../storage/database/table-statements.ts";
import type { JobProgram, JobStep } from "../../storage/jobs/job-program.ts";
import { selectedLocations } from "../create.ts";
import { getInventory, type InventoryRecord, setState } from "../inventory.ts";
import { type ItemRange, itemRanges, itemsIn } from "../items/item-ranges.ts";
import type { LifecycleInput } from "../long-work.ts";
import { isSelective } from "../rule.ts";
import type { Overlap } from "../shapes.ts";

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
  const inventory = getInventory(tx, tenantId, inventoryId);
  const locations = locationsOf(tx, inventory);
  const total = job.position === null ? yield* countStock(tx, locations) : null;
  let position: PreparePosition = job.position ?? {
    lastOld: lastItem.first(tx, { inventoryId })?.oid ?? 0,
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
  setPrepared.run(tx, { tenantId, oid: inventoryId, preparedChange: tx.change });
  const overlaps = new Map<number, Overlap>();
  for (const range of itemRanges(tx, inventoryId, position.lastOld)) {
    for (const { oid, name, items } of overlappingItems.all(tx, { ...range, tenantId }))
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
    total += stockRows.first(tx, { locationId })?.rows ?? 0;
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
  const insertion = isSelective(tx, inventory) ? insertSelectedItems : insertItems;
  let { created } = from;
  for (const locationId of locations) {
    if (locationId < from.locationId) continue;
    let after = locationId === from.locationId ? from.after : 0;
    for (;;) {
      const slice = { tenantId, locationId, after };
      const end = endOfSlice.first(tx, { ...slice, limit: MAX_ROWS })?.end ?? null;
      if (end === null) break;
      const items = { end, inventoryId, lastOld: from.lastOld, change: tx.change };
      created += insertion.run(tx, { ...slice, ...items }).changes;
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
    recordRemovedItems.run(tx, { ...old, change: tx.change });
    deleteItems.run(tx, old);
    yield { position, done: created };
  }
}

function nothingToCount(): WrongState {
  return new WrongState(msg("There are no articles at the selected locations. Select other locations."));
}

// Creating and deleting the items of an inventory.

interface NewItems {
  readonly end: number;
  readonly inventoryId: number;
  /** The last item of an earlier preparation. */
  readonly lastOld: number;
  readonly change: number;
}
interface StockSlice {
  readonly tenantId: number;
  readonly locationId: number;
  /** Stock rows after this oid. */
  readonly after: number;
}

/** The number of stock rows of a location. */
const stockRows = statement((p: { locationId: number }) =>
  sqlite
    .selectFrom("articleLocation")
    .where("locationId", "=", p.locationId)
    .select((eb) => eb.fn.countAll<number>().as("rows")),
);

/** The last stock row of the next slice of a location; null if there is none. */
const endOfSlice = statement((p: StockSlice & { limit: number }) =>
  sqlite
    .selectFrom(
      sqlite
        .selectFrom("articleLocation")
        .where("tenantId", "=", p.tenantId)
        .where("locationId", "=", p.locationId)
        .where("oid", ">", p.after)
        .orderBy("oid")
        .limit(p.limit)
        .select("oid")
        .as("slice"),
    )
    .select((eb) => eb.fn.max<number | null>("slice.oid").as("end")),
);

/**
 * Creates an item for each stock row of a slice, without deleted and disposed articles. An article that left the location and
 * came back meanwhile has a new row there, and its item already.
 */
const insertItems = statement((p: StockSlice & NewItems) => itemInsertion(p, false));
/** As `insertItems`, of the selected stock only. */
const insertSelectedItems = statement((p: StockSlice & NewItems) => itemInsertion(p, true));

function itemInsertion(p: StockSlice & NewItems, isSelective: boolean) {
  return sqlite
    .insertInto("inventoryItem")
    .columns([
      "tenantId",
      "inventoryId",
      "articleId",
      "locationId",
      "quantity",
      "price",
      "currency",
      "change",
    ])
    .expression((eb) =>
      eb
        .selectFrom("articleLocation as p")
        .innerJoin("article as a", "a.oid", "p.articleId")
        .where("p.tenantId", "=", p.tenantId)
        .where("p.locationId", "=", p.locationId)
        .where("p.oid", ">", p.after)
        .where("p.oid", "<=", p.end)
        .where("a.deleted", "=", 0)
        .where("a.stateId", "<>", ArticleState.Disposed)
        .$if(isSelective, (query) =>
          query.where((of) =>
            of.exists(
              of
                .selectFrom("inventorySelection as s")
                .where("s.inventoryId", "=", p.inventoryId)
                .where("s.locationId", "=", p.locationId)
                .whereRef("s.articleId", "=", "p.articleId")
                .select("s.articleId"),
            ),
          ),
        )
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom("inventoryItem as i")
                .whereRef("i.articleId", "=", "p.articleId")
                .where("i.inventoryId", "=", p.inventoryId)
                .where(withoutIndex("i.locationId"), "=", p.locationId)
                .where(withoutIndex("i.oid"), ">", p.lastOld)
                .select("i.oid"),
            ),
          ),
        )
        .orderBy("p.oid")
        .select((of) => [
          "p.tenantId",
          of.val(p.inventoryId).as("inventoryId"),
          "p.articleId",
          "p.locationId",
          "p.quantity",
          "a.price",
          currencyOf("a", p.tenantId).as("currency"),
          of.val(p.change).as("change"),
        ]),
    );
}

/** The newest item of an inventory; null if it has none. */
const lastItem = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryItem")
    .where("inventoryId", "=", p.inventoryId)
    .select((eb) => eb.fn.max<number | null>("oid").as("oid")),
);
/** Records the deletion of the items of a range, for `items?since=`. */
const recordRemovedItems = statement((p: ItemRange & { change: number }) =>
  sqlite
    .insertInto("deletedInventoryItem")
    .columns(["inventoryId", "change", "itemId"])
    .expression((eb) => itemsIn(p).select(["i.inventoryId", eb.val(p.change).as("change"), "i.oid"])),
);
const deleteItems = statement((p: ItemRange) =>
  sqlite
    .deleteFrom("inventoryItem")
    .where("inventoryId", "=", p.inventoryId)
    .where("oid", ">", p.after)
    .where("oid", "<=", p.end),
);

const setPrepared = updateTable("inventory", { set: ["preparedChange"], where: ["oid", "tenantId"] });

/** The open inventories that expect some of the same articles at the same locations, by id. */
const overlappingItems = statement((p: { tenantId: number } & ItemRange) =>
  itemsIn(p)
    .innerJoin("inventoryItem as o", (join) =>
      join.onRef("o.articleId", "=", "i.articleId").onRef("o.locationId", "=", "i.locationId"),
    )
    .innerJoin("inventory as v", "v.oid", "o.inventoryId")
    .where("i.tenantId", "=", p.tenantId)
    .where("o.inventoryId", "<>", p.inventoryId)
    .where("v.inventoryStateId", ">=", State.WaitingForStart)
    .where("v.inventoryStateId", "<=", State.Processing)
    .groupBy("v.oid")
    .orderBy("v.oid")
    .select((eb) => ["v.oid", "v.name", eb.fn.countAll<number>().as("items")]),
);
