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
const insertSample = statement((p: OfInventory & { population: number; sample: number; seed: string }) =>
  sqlite
    .insertInto("inventorySample")
    .values({
      inventoryId: p.inventoryId,
      tenantId: p.tenantId,
      population: p.population,
      sample: p.sample,
      seed: p.seed,
    })
    .onConflict((conflict) =>
      conflict
        .column("inventoryId")
        .doUpdateSet({ population: p.population, sample: p.sample, seed: p.seed }),
    ),
);
const sample = statement((p: OfInventory) =>
  sqlite
    .selectFrom("inventorySample")
    .where("inventoryId", "=", p.inventoryId)
    .where("tenantId", "=", p.tenantId)
    .select(["population", "sample", "seed"]),
);

/** Adds stock to the selection of an inventory. */
export function selectStock(tx: Tx, inventory: OfInventory, stock: readonly SelectedStock[]): void {
  for (const { articleId, locationId } of stock) insert.run(tx, { ...inventory, articleId, locationId });
}

/** Empties the selection of an inventory. */
export function clearSelection(tx: Tx, inventory: OfInventory): void {
  removeAll.run(tx, inventory);
}

/** A random sample: its size, how many records it was drawn from, and the seed to draw it again. */
export interface DrawnSample {
  readonly population: number;
  readonly sample: number;
  readonly seed: string;
}

/** Records that the selection of an inventory is a random sample. */
export function saveSample(tx: Tx, inventory: OfInventory, drawn: DrawnSample): void {
  insertSample.run(tx, { ...inventory, ...drawn });
}

/** The random sample that an inventory counts; null: it is none. */
export function sampleOf(db: Db, inventory: OfInventory): DrawnSample | null {
  return sample.first(db, inventory);
}
