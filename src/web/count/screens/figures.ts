import { kept } from "../../kept/database.ts";
import { ancestorsOf } from "./tree.ts";

/** How much is expected at a place, and how much of it is counted. */
export interface Figures {
  readonly expected: number;
  readonly counted: number;
}

/** The figures of each place with all below it; an item stands where it is expected. */
export async function placeFigures(inventoryId: number): Promise<ReadonlyMap<number, Figures>> {
  const db = await kept();
  const tx = db.transaction(["items", "outbox"]);
  const [items, ahead] = await Promise.all([
    tx
      .objectStore("items")
      .getAll(IDBKeyRange.bound([inventoryId, 0], [inventoryId, Number.MAX_SAFE_INTEGER])),
    tx.objectStore("outbox").index("ahead").getAll([inventoryId, 1]),
  ]);
  const said = new Map<number, boolean>();
  for (const { itemId, operation, state } of ahead) {
    if (itemId === null || operation.quantity === undefined || state === "asked") continue;
    said.set(itemId, operation.quantity !== null);
  }
  const found = new Map<number, { expected: number; counted: number }>();
  for (const item of items) {
    if (item.isUnexpected || item.locationId === null) continue;
    const isCounted = said.get(item.oid) ?? (item.inventoryQuantity !== null || item.isFound);
    for (const place of ancestorsOf(item.locationId)) {
      const figures = found.get(place) ?? { expected: 0, counted: 0 };
      figures.expected += 1;
      if (isCounted) figures.counted += 1;
      found.set(place, figures);
    }
  }
  return found;
}
