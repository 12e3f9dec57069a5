import type { ItemFilter } from "../../domain/item-views.ts";
import { type Db, type Statement, sqlite, statement } from "../../storage/database/statement.ts";
import {
  type FilterShape,
  type FilterValues,
  filterValues,
  matchingItems,
  shapeName,
  shapeOf,
} from "./item-filter.ts";

/** Items of a range: a statement on them takes a few milliseconds. */
const MAX_ITEMS = 200;

/** Items that are counted at once: about a millisecond. */
const MAX_COUNTED = 10_000;

/** Items of an inventory from one oid to another. */
export interface ItemRange {
  readonly inventoryId: number;
  readonly after: number;
  readonly end: number;
}

/** Query of the items of a range, as `i`. */
export const itemsIn = (p: ItemRange) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .where("i.inventoryId", "=", p.inventoryId)
    .where("i.oid", ">", p.after)
    .where("i.oid", "<=", p.end);

const lastOf = statement((p: { inventoryId: number; after: number; limit: number }) =>
  sqlite
    .selectFrom(
      sqlite
        .selectFrom("inventoryItem")
        .where("inventoryId", "=", p.inventoryId)
        .where("oid", ">", p.after)
        .orderBy("oid")
        .limit(p.limit)
        .select("oid")
        .as("range"),
    )
    .select((eb) => [eb.fn.max<number | null>("range.oid").as("end"), eb.fn.countAll<number>().as("items")]),
);

/** The ranges of the items of an inventory after an oid, in order. Items that are added meanwhile are included. */
export function* itemRanges(
  db: Db,
  inventoryId: number,
  first: number,
): Generator<ItemRange & { readonly items: number }, void> {
  for (let after = first; ; ) {
    const { end, items } = lastOf.first(db, { inventoryId, after, limit: MAX_ITEMS }) ?? {
      end: null,
      items: 0,
    };
    if (end === null) return;
    yield { inventoryId, after, end, items };
    after = end;
  }
}

/** Counts the items of an inventory, for the total of a job that begins. Yields after each part but the last. */
export function* countItems(
  db: Db,
  inventoryId: number,
): Generator<{ readonly position: null; readonly done: 0 }, number> {
  const limit = MAX_COUNTED;
  for (let [after, total] = [0, 0]; ; ) {
    const { end, items } = lastOf.first(db, { inventoryId, after, limit }) ?? { end: null, items: 0 };
    total += items;
    if (end === null || items < limit) return total;
    after = end;
    yield { position: null, done: 0 };
  }
}

/** An item of a range. */
interface RangeItem {
  readonly oid: number;
  readonly change: number;
  readonly isToRecount: 0 | 1;
  readonly movedDT: string | null;
}

type RangeValues = FilterValues & { readonly after: number; readonly end: number };
type MatchValues = FilterValues & { readonly since: number };
const ranges = new Map<string, Statement<RangeValues, RangeItem>>();
const counts = new Map<string, Statement<FilterValues, { items: number }>>();
const changes = new Map<string, Statement<MatchValues, { change: number }>>();

const inRange = (shape: FilterShape) => (p: RangeValues) =>
  matchingItems(shape, p)
    .where("i.oid", ">", p.after)
    .where("i.oid", "<=", p.end)
    .orderBy("i.oid")
    .select(["i.oid", "i.change", "i.isToRecount", "i.movedDT"]);
const numberOf = (shape: FilterShape) => (p: FilterValues) =>
  matchingItems(shape, p).select((eb) => eb.fn.countAll<number>().as("items"));
const changedSince = (shape: FilterShape) => (p: MatchValues) =>
  matchingItems(shape, p)
    .where("i.change", ">", p.since)
    .orderBy("i.change", "desc")
    .limit(1)
    .select("i.change");

function cached<P extends object, Row>(
  known: Map<string, Statement<P, Row>>,
  shape: FilterShape,
  build: Parameters<typeof statement<P, Row>>[0],
): Statement<P, Row> {
  const name = shapeName(shape);
  const found = known.get(name) ?? statement(build);
  known.set(name, found);
  return found;
}

/** The items of a range that match a filter. */
export function matchingInRange(
  db: Db,
  tenantId: number,
  { inventoryId, after, end }: ItemRange,
  filter: ItemFilter,
): readonly RangeItem[] {
  const shape = shapeOf(filter);
  const values = { ...filterValues(tenantId, inventoryId, filter), after, end };
  return cached(ranges, shape, inRange(shape)).all(db, values);
}

/** The number of items that match a filter. */
export function countMatching(
  db: Db,
  { tenantId, oid }: { readonly tenantId: number; readonly oid: number },
  filter: ItemFilter,
): number {
  const shape = shapeOf(filter);
  return cached(counts, shape, numberOf(shape)).first(db, filterValues(tenantId, oid, filter))?.items ?? 0;
}

/** The newest change after `since` of the items that match a filter; 0: none. Reads changed items only. */
export function newestMatchingChange(
  db: Db,
  { tenantId, oid }: { readonly tenantId: number; readonly oid: number },
  filter: ItemFilter,
  since: number,
): number {
  const shape = shapeOf(filter);
  const values = { ...filterValues(tenantId, oid, filter), since };
  return cached(changes, shape, changedSince(shape)).first(db, values)?.change ?? 0;
}
