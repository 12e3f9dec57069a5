import { type Db, sqlite, statement } from "../../storage/database/statement.ts";

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
