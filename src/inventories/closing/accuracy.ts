import { sql } from "kysely";
import { sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { type ItemRange, itemRanges } from "../items/item-ranges.ts";
import { recordedPieces } from "../items/second-count-sql.ts";

// How accurate the records were that a stocktake has counted.

const isCounted = sql<boolean>`(i.inventoryQuantity IS NOT NULL OR i.isFound = 1)`;

/** Pieces of the item `i` that were found where the record says; found without a quantity: the recorded ones. */
const piecesThere = sql<number>`CASE
  WHEN i.isFound = 0 OR ifnull(i.inventoryLocationId, i.locationId) <> i.locationId THEN 0
  ELSE ifnull(i.inventoryQuantity, ${recordedPieces()}) END`;

const ofRange = statement((p: ItemRange) =>
  sqlite
    .selectFrom(
      sqlite
        .selectFrom("inventoryItem as i")
        .where("i.inventoryId", "=", p.inventoryId)
        .where("i.oid", ">", p.after)
        .where("i.oid", "<=", p.end)
        .where("i.isUnexpected", "=", 0)
        .select([
          "i.currency",
          "i.price",
          isCounted.as("isCounted"),
          recordedPieces().as("recorded"),
          sql<number>`abs(${piecesThere} - ${recordedPieces()})`.as("difference"),
        ])
        .as("one"),
    )
    .groupBy("one.currency")
    .select(({ fn }) => [
      "one.currency",
      fn.countAll<number>().as("items"),
      sql<number>`total(one.isCounted = 0)`.as("notCounted"),
      sql<number>`total(one.isCounted AND one.difference > 0)`.as("wrongItems"),
      sql<number>`total(iif(one.isCounted, one.recorded, 0))`.as("pieces"),
      sql<number>`total(iif(one.isCounted, one.difference, 0))`.as("wrongPieces"),
      sql<number>`total(iif(one.isCounted, one.recorded * one.price, 0))`.as("value"),
      sql<number>`total(iif(one.isCounted, one.difference * one.price, 0))`.as("wrongValue"),
    ]),
);

const save = statement(
  (
    p: { inventoryId: number; tenantId: number; closedDT: string } & Sums & {
        value: number | null;
        wrongValue: number | null;
      },
  ) =>
    sqlite.replaceInto("inventoryAccuracy").values({
      inventoryId: p.inventoryId,
      tenantId: p.tenantId,
      closedDT: p.closedDT,
      items: p.items,
      wrongItems: p.wrongItems,
      notCounted: p.notCounted,
      pieces: p.pieces,
      wrongPieces: p.wrongPieces,
      value: p.value,
      wrongValue: p.wrongValue,
    }),
);

interface Sums {
  readonly items: number;
  readonly notCounted: number;
  readonly wrongItems: number;
  readonly pieces: number;
  readonly wrongPieces: number;
}

/** Saves the accuracy of the records that an inventory has counted. Yields after each part. */
export function* saveAccuracy(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
): Generator<null, void> {
  const sums = { items: 0, notCounted: 0, wrongItems: 0, pieces: 0, wrongPieces: 0, value: 0, wrongValue: 0 };
  const currencies = new Set<string | null>();
  for (const { items: _, ...range } of itemRanges(tx, inventoryId, 0)) {
    for (const { currency, ...one } of ofRange.all(tx, range)) {
      currencies.add(currency);
      for (const [name, value] of Object.entries(one)) sums[name as keyof typeof sums] += value;
    }
    yield null;
  }
  const { value, wrongValue, ...others } = sums;
  const worth = currencies.size > 1 ? { value: null, wrongValue: null } : { value, wrongValue };
  save.run(tx, { inventoryId, tenantId, closedDT: tx.now, ...others, ...worth });
}
