import { type Db, sqlite, statement, type Tx } from "../storage/database/statement.ts";

// The stock that a selective inventory counts, and the random sample that it comes from.

interface OfInventory {
  readonly tenantId: number;
  readonly inventoryId: number;
}
interface SelectedStock {
  readonly articleId: number;
  readonly locationId: number;
}

const insert = statement((p: OfInventory & SelectedStock) =>
  sqlite.insertInto("inventorySelection").values({
    inventoryId: p.inventoryId,
    locationId: p.locationId,
    articleId: p.articleId,
    tenantId: p.tenantId,
  }),
);
const removeAll = statement((p: OfInventory) =>
  sqlite.deleteFrom("inventorySelection").where("inventoryId", "=", p.inventoryId),
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
const sample = statement((p: OfInventory) =>
  sqlite
    .selectFrom("inventorySample")
    .where("inventoryId", "=", p.inventoryId)
    .where("tenantId", "=", p.tenantId)
    .select(["population", "sample", "seed", "locations"]),
);

/** Adds stock to the selection of an inventory. */
export function selectStock(tx: Tx, inventory: OfInventory, stock: readonly SelectedStock[]): void {
  for (const { articleId, locationId } of stock) insert.run(tx, { ...inventory, articleId, locationId });
}

/** Empties the selection of an inventory. */
export function clearSelection(tx: Tx, inventory: OfInventory): void {
  removeAll.run(tx, inventory);
}

/** A location that a sample was drawn from, with all below it; the name with those above it, at that time. */
export interface DrawnLocation {
  readonly oid: number;
  readonly name: string;
}

/** A random sample: its size, how many records it was drawn from, the seed, and the locations of these records; null: all. */
export interface DrawnSample {
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
