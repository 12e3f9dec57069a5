import { isCounted } from "../../../../domain/counting/fold.ts";
import { localDb } from "../../../db/database.ts";
import { places, walkingOrder } from "../../../offline/sync/locations.ts";

/** The number of expected items, and of those counted. */
export interface Figures {
  readonly expected: number;
  readonly counted: number;
}

/** The figures of each location with its subtree. An item belongs to its expected location. */
export async function locationFigures(inventoryId: number): Promise<ReadonlyMap<number, Figures>> {
  const byLocation = new Map<number, { expected: number; counted: number }>();
  for (const { locationId, isCounted } of await expectedItems(inventoryId)) {
    for (const place of ancestorsOf(locationId)) {
      const figures = byLocation.get(place) ?? { expected: 0, counted: 0 };
      figures.expected += 1;
      if (isCounted) figures.counted += 1;
      byLocation.set(place, figures);
    }
  }
  return byLocation;
}

/**
 * The next location in the walking order with open items. Starts again at the first; null: no other location
 * is open.
 */
export async function nextToCount(inventoryId: number, placeId: number): Promise<number | null> {
  const open = new Set<number>();
  for (const { locationId, isOpen } of await expectedItems(inventoryId)) if (isOpen) open.add(locationId);
  open.delete(placeId);
  const order = walkingOrder.peek();
  const positionOf = (id: number) => order.get(id) ?? Number.MAX_SAFE_INTEGER;
  const currentPosition = order.get(placeId) ?? -1;
  const ordered = [...open].sort((a, b) => positionOf(a) - positionOf(b));
  return ordered.find((id) => positionOf(id) > currentPosition) ?? ordered[0] ?? null;
}

interface ExpectedItem {
  readonly locationId: number;
  readonly isCounted: boolean;
  /** Not counted, or marked for recount. */
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
  const countedByItem = new Map<number, boolean>();
  for (const { itemId, operation, state } of ahead) {
    if (itemId === null || operation.quantity === undefined || state === "asked") continue;
    countedByItem.set(itemId, operation.quantity !== null);
  }
  const byLocation: ExpectedItem[] = [];
  for (const item of items) {
    const { oid, isUnexpected, locationId, isToRecount } = item;
    if (isUnexpected || locationId === null) continue;
    const localCounted = countedByItem.get(oid);
    const isDone = localCounted ?? isCounted(item);
    byLocation.push({
      locationId,
      isCounted: isDone,
      isOpen: !isDone || (localCounted === undefined && isToRecount),
    });
  }
  return byLocation;
}

/** A location and its ancestors, from the bottom. */
function ancestorsOf(id: number): readonly number[] {
  const found: number[] = [];
  let at: number | null = id;
  while (at !== null && !found.includes(at)) {
    found.push(at);
    at = places.value.get(at)?.parentLocationId ?? null;
  }
  return found;
}
