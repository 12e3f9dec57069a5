import { sql } from "kysely";
import { eachUnit } from "../../domain/units.ts";
import { sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { replaceInto, updateTable } from "../../storage/database/table-statements.ts";
import type { InventoryRecord } from "../inventory.ts";
import { type ItemRange, itemRanges, itemsIn } from "../items/item-ranges.ts";
import { unitOfItem } from "../items/item-sql.ts";
import { recordedWhereExpected } from "../items/second-count-sql.ts";

// How accurate the records were that a stocktake has counted.

const isCounted = sql<boolean>`(i.inventoryQuantity IS NOT NULL OR i.isFound = 1)`;

/** Pieces of the item `i` that were found where the record says; found without a quantity: the recorded ones. */
const piecesThere = sql<number>`CASE
  WHEN i.isFound = 0 OR ifnull(i.inventoryLocationId, i.locationId) <> i.locationId THEN 0
  ELSE ifnull(i.inventoryQuantity, ${recordedWhereExpected()}) END`;

const ofRange = statement((p: ItemRange) =>
  sqlite
    .selectFrom(
      itemsIn(p)
        .where("i.isUnexpected", "=", 0)
        .select([
          "i.currency",
          "i.price",
          unitOfItem().as("unit"),
          isCounted.as("isCounted"),
          recordedWhereExpected().as("recorded"),
          sql<number>`abs(${piecesThere} - ${recordedWhereExpected()})`.as("difference"),
        ])
        .as("one"),
    )
    .groupBy(["one.currency", "one.unit"])
    .select(({ fn }) => [
      "one.currency",
      "one.unit",
      fn.countAll<number>().as("items"),
      sql<number>`total(one.isCounted = 0)`.as("notCounted"),
      sql<number>`total(one.isCounted AND one.difference > 0)`.as("wrongItems"),
      sql<number>`total(iif(one.isCounted, one.recorded, 0))`.as("quantity"),
      sql<number>`total(iif(one.isCounted, one.difference, 0))`.as("wrongQuantity"),
      sql<number>`total(iif(one.isCounted, one.recorded * one.price, 0))`.as("value"),
      sql<number>`total(iif(one.isCounted, one.difference * one.price, 0))`.as("wrongValue"),
    ]),
);

const save = replaceInto("inventoryAccuracy", [
  "inventoryId",
  "tenantId",
  "closedDT",
  "items",
  "wrongItems",
  "notCounted",
  "pieces",
  "wrongPieces",
  "otherUnits",
  "value",
  "wrongValue",
]);

interface Sums {
  readonly items: number;
  readonly notCounted: number;
  readonly wrongItems: number;
  readonly quantity: number;
  readonly wrongQuantity: number;
  readonly value: number;
  readonly wrongValue: number;
}

type Row = Sums & { readonly currency: string | null; readonly unit: string | null };

const sumOf = (rows: readonly Row[], of: keyof Sums) => rows.reduce((sum, row) => sum + row[of], 0);

/** Saves the accuracy of the records that an inventory has counted. Yields after each part. */
export function* saveAccuracy(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
): Generator<null, void> {
  const rows: Row[] = [];
  for (const { items: _, ...range } of itemRanges(tx, inventoryId, 0)) {
    rows.push(...ofRange.all(tx, range));
    yield null;
  }
  const units = eachUnit(
    rows,
    ({ unit }) => unit,
    (own) => ({ quantity: sumOf(own, "quantity"), wrongQuantity: sumOf(own, "wrongQuantity") }),
  ).filter(({ quantity, wrongQuantity }) => quantity > 0 || wrongQuantity > 0);
  const inPieces = units.find(({ unit }) => unit === null);
  const worthSomething = rows.filter(({ value, wrongValue }) => value !== 0 || wrongValue !== 0);
  const isOneCurrency = new Set(worthSomething.map(({ currency }) => currency)).size < 2;
  save.run(tx, {
    inventoryId,
    tenantId,
    closedDT: tx.now,
    items: sumOf(rows, "items"),
    notCounted: sumOf(rows, "notCounted"),
    wrongItems: sumOf(rows, "wrongItems"),
    pieces: inPieces?.quantity ?? 0,
    wrongPieces: inPieces?.wrongQuantity ?? 0,
    otherUnits: JSON.stringify(units.filter((one) => one !== inPieces)),
    value: isOneCurrency ? sumOf(rows, "value") : null,
    wrongValue: isOneCurrency ? sumOf(rows, "wrongValue") : null,
  });
}

/** The time of the close, which is at its end. */
export const setClosedTime = updateTable("inventoryAccuracy", {
  set: ["closedDT"],
  where: ["inventoryId", "tenantId"],
});
