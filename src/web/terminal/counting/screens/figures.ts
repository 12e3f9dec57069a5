import { localDb } from "../../../db/database.ts";
import { walkingOrder } from "../../../offline/sync/locations.ts";
import { ancestorsOf } from "./tree.ts";

/** How much is expected at a place, and how much of it is counted. */
export interface Figures {
  readonly expected: number;
  readonly counted: number;
}

/** The figures of each place with all below it; an item stands where it is expected. */
export async function locationFigures(inventoryId: number): Promise<ReadonlyMap<number, Figures>> {
  const found = new Map<number, { expected: number; counted: number }>();
  for (const { locationId, isCounted } of await expectedItems(inventoryId)) {
    for (const place of ancestorsOf(locationId)) {
      const figures = found.get(place) ?? { expected: 0, counted: 0 };
      figures.expected += 1;
      if (isCounted) figures.counted += 1;
      found.set(place, figures);
    }
  }
  return found;
}

/**
 * The next location in the walking order with something still to count, from the first again after the last one; null: there is
 * none but this.
 */
export async function nextToCount(inventoryId: number, placeId: number): Promise<number | null> {
  const open = new Set<number>();
  for (const { locationId, isOpen } of await expectedItems(inventoryId)) if (isOpen) open.add(locationId);
  open.delete(placeId);
  const order = walkingOrder.peek();
  const at = (id: number) => order.get(id) ?? Number.MAX_SAFE_INTEGER;
  const here = order.get(placeId) ?? -1;
  const walked = [...open].sort((a, b) => at(a) - at(b));
  return walked.find((id) => at(id) > here) ?? walked[0] ?? null;
}

interface ExpectedItem {
  readonly locationId: number;
  readonly isCounted: boolean;
  /** Not counted, or to be counted again. */
  readonly isOpen: boolean;
}

async function expectedItems(inventoryId: number): Promise<readonly ExpectedItem[]> {
  const db = await localDb();
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
  const found: ExpectedItem[] = [];
  for (const { oid, isUnexpected, locationId, inventoryQuantity, isFound, isToRecount } of items) {
    if (isUnexpected || locationId === null) continue;
    const own = said.get(oid);
    const isCounted = own ?? (inventoryQuantity !== null || isFound);
    found.push({ locationId, isCounted, isOpen: !isCounted || (own === undefined && isToRecount) });
  }
  return found;
}
