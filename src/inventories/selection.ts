import { type Db, sqlite, statement, type Tx, withoutIndex } from "../storage/database/statement.ts";
import { selectFrom } from "../storage/database/table-statements.ts";

// The stock that a selective inventory counts, and the random sample that it comes from.

interface OfInventory {
  readonly tenantId: number;
  readonly inventoryId: number;
}
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
const removeSome = statement((p: OfInventory & { limit: number }) =>
  sqlite
    .deleteFrom("inventorySelection")
    .where("inventoryId", "=", p.inventoryId)
    .where((eb) =>
      eb(
        eb.refTuple("locationId", "articleId"),
        "in",
        eb
          .selectFrom("inventorySelection")
          .where("inventoryId", "=", p.inventoryId)
          .orderBy("locationId")
          .orderBy("articleId")
          .limit(p.limit)
          .select(["locationId", "articleId"])
          .$asTuple("locationId", "articleId"),
      ),
    ),
);
type SampleRow = { population: number; sample: number; seed: string; locations: string | null };
const insertSample = statement((p: OfInventory & SampleRow) =>
  sqlite
    .insertInto("inventorySample")
    .values({
      inventoryId: p.inventoryId,
      tenantId: p.tenantId,
      population: p.population,
      sample: p.sample,
      seed: p.seed,
      locations: p.locations,
    })
    .onConflict((conflict) =>
      conflict
        .column("inventoryId")
        .doUpdateSet({ population: p.population, sample: p.sample, seed: p.seed, locations: p.locations }),
    ),
);
const sample = selectFrom(
  "inventorySample",
  ["inventoryId", "tenantId"],
  ["population", "sample", "seed", "locations"],
);

/** Adds stock to the selection of an inventory. Leaves out what is not there any more. */
export function selectStock(tx: Tx, inventory: OfInventory, stock: readonly SelectedStock[]): void {
  for (const { articleId, locationId } of stock) insert.run(tx, { ...inventory, articleId, locationId });
}

/** Empties the selection of an inventory. Yields after each part. */
export function* clearSelection(tx: Tx, inventory: OfInventory): Generator<null, void> {
  while (removeSome.run(tx, { ...inventory, limit: MAX_ROWS }).changes === MAX_ROWS) yield null;
}

/** A location that a sample was drawn from, with all below it; the name with those above it, at that time. */
export interface DrawnLocation {
  readonly oid: number;
  readonly name: string;
}

/** A random sample: its size, how many records it was drawn from, the seed, and the locations of these records; null: all. */
interface DrawnSample {
  readonly population: number;
  readonly sample: number;
  readonly seed: string;
  readonly locations: readonly DrawnLocation[] | null;
}

/** Records that the selection of an inventory is a random sample. */
export function saveSample(tx: Tx, inventory: OfInventory, drawn: DrawnSample): void {
  const locations = drawn.locations === null ? null : JSON.stringify(drawn.locations);
  insertSample.run(tx, { ...inventory, ...drawn, locations });
}

/** The random sample that an inventory counts; null: it is none. */
export function sampleOf(db: Db, inventory: OfInventory): DrawnSample | null {
  const found = sample.first(db, inventory);
  if (found === null) return null;
  // Only `saveSample` writes the column.
  const locations = found.locations === null ? null : (JSON.parse(found.locations) as DrawnLocation[]);
  return { ...found, locations };
}
