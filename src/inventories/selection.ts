import { sql } from "kysely";
import type { Stratum } from "../domain/cycle-counts/value-strata.ts";
import { type Db, sqlite, statement, type Tx, withoutIndex } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, selectFrom } from "../storage/database/table-statements.ts";
import type { OfInventory } from "./inventory.ts";

// The stock that a selective inventory counts, and the random sample that it comes from.

interface SelectedStock {
  readonly articleId: number;
  readonly locationId: number;
}

/** Rows that are removed at once: a few milliseconds. */
const MAX_ROWS = 500;

// The stock may be gone since it was chosen.
const insert = statement((p: OfInventory & SelectedStock) =>
  sqlite
    .insertInto("inventorySelection")
    .columns(["inventoryId", "locationId", "articleId", "tenantId"])
    .expression((eb) =>
      eb
        .selectFrom("articleLocation as s")
        .where(withoutIndex("s.tenantId"), "=", p.tenantId)
        .where("s.articleId", "=", p.articleId)
        .where("s.locationId", "=", p.locationId)
        .select((of) => [
          of.val(p.inventoryId).as("inventoryId"),
          "s.locationId",
          "s.articleId",
          "s.tenantId",
        ]),
    ),
);
type Part = OfInventory & { limit: number };
const isFirst = (table: "inventorySelection" | "inventoryPopulation", p: Part) =>
  sql<boolean>`(locationId, articleId) IN (
    SELECT f.locationId, f.articleId FROM ${sql.table(table)} AS f WHERE f.inventoryId = ${p.inventoryId}
    ORDER BY f.locationId, f.articleId LIMIT ${p.limit})`;
const removals = [
  statement((p: Part) =>
    sqlite
      .deleteFrom("inventorySelection")
      .where("inventoryId", "=", p.inventoryId)
      .where(isFirst("inventorySelection", p)),
  ),
  statement((p: Part) =>
    sqlite
      .deleteFrom("inventoryPopulation")
      .where("inventoryId", "=", p.inventoryId)
      .where(isFirst("inventoryPopulation", p)),
  ),
];
const SAMPLE_COLUMNS = [
  ...(["population", "sample", "seed", "locations"] as const),
  ...(["fixedDT", "drawnDT", "strata", "currencies"] as const),
] as const;
const removeSample = deleteFrom("inventorySample", ["inventoryId", "tenantId"]);
const insertSample = insertInto("inventorySample", ["inventoryId", "tenantId", ...SAMPLE_COLUMNS]);
const sample = selectFrom("inventorySample", ["inventoryId", "tenantId"], SAMPLE_COLUMNS);

/** Adds stock to the selection of an inventory. Leaves out what is not there any more. */
export function selectStock(tx: Tx, inventory: OfInventory, stock: readonly SelectedStock[]): void {
  for (const { articleId, locationId } of stock) insert.run(tx, { ...inventory, articleId, locationId });
}

/** Empties the selection of an inventory, and the list that it was drawn from. Yields after each part. */
export function* clearSelection(tx: Tx, inventory: OfInventory): Generator<null, void> {
  for (const removeSome of removals)
    while (removeSome.run(tx, { ...inventory, limit: MAX_ROWS }).changes === MAX_ROWS) yield null;
}

/** A location that a sample was drawn from, with all below it; the name with those above it, at that time. */
export interface DrawnLocation {
  readonly oid: number;
  readonly name: string;
}

/** A random sample. */
interface DrawnSample {
  /** How many records it was drawn from. */
  readonly population: number;
  readonly sample: number;
  readonly seed: string;
  /** Where these records were; null: everywhere. */
  readonly locations: readonly DrawnLocation[] | null;
  /** When the seed was stored; null: not before the draw, as far as is known. */
  readonly fixedDT: string | null;
  /** Null: drawn by an earlier version. */
  readonly drawnDT: string | null;
  /** Null: a sample of records, not by value. */
  readonly byValue: {
    readonly strata: readonly Stratum[];
    readonly currencies: readonly (string | null)[];
  } | null;
}

/** Records that the selection of an inventory is a random sample, which is drawn now. */
export function saveSample(tx: Tx, inventory: OfInventory, drawn: Omit<DrawnSample, "drawnDT">): void {
  const { locations, byValue, ...columns } = drawn;
  const json = (value: unknown) => (value == null ? null : JSON.stringify(value));
  removeSample.run(tx, inventory);
  insertSample.run(tx, {
    ...inventory,
    ...columns,
    drawnDT: tx.now,
    locations: json(locations),
    strata: json(byValue?.strata),
    currencies: json(byValue?.currencies),
  });
}

/** The random sample that an inventory counts; null: it is none. */
export function sampleOf(db: Db, inventory: OfInventory): DrawnSample | null {
  const found = sample.first(db, inventory);
  if (found === null) return null;
  const { locations, strata, currencies, ...columns } = found;
  // Only `saveSample` writes these columns.
  return {
    ...columns,
    locations: locations === null ? null : (JSON.parse(locations) as DrawnLocation[]),
    byValue:
      strata === null || currencies === null
        ? null
        : {
            strata: JSON.parse(strata) as Stratum[],
            currencies: JSON.parse(currencies) as (string | null)[],
          },
  };
}
