import { isCounted as hasCount } from "../../../../domain/counting/fold.ts";
import { localDb } from "../../../db/database.ts";
import type { StoredItem } from "../../../db/outbox-shapes.ts";
import { allLocations, walkingOrder } from "../../../offline/sync/locations.ts";
import { foldItems, isCounted, isOpen } from "../items.ts";

/** The number of expected items, and of those counted. */
export interface Figures {
  readonly expected: number;
  readonly counted: number;
}

/** The figures of each location with its subtree. An item belongs to its expected location. */
export async function locationFigures(inventoryId: number): Promise<ReadonlyMap<number, Figures>> {
  const byLocation = new Map<number, { expected: number; counted: number }>();
  for (const { locationId, isCounted: isDone } of await expectedItems(inventoryId)) {
    for (const location of ancestorsOf(locationId)) {
      const figures = byLocation.get(location) ?? { expected: 0, counted: 0 };
      figures.expected += 1;
      if (isDone) figures.counted += 1;
      byLocation.set(location, figures);
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
  for (const item of await expectedItems(inventoryId)) if (item.isOpen) open.add(item.locationId);
  open.delete(placeId);
  const order = walkingOrder.peek();
  const positionOf = (id: number) => order.get(id) ?? Number.MAX_SAFE_INTEGER;
  const currentPosition = order.get(placeId) ?? -1;
  const ordered = [...open].sort((a, b) => positionOf(a) - positionOf(b));
  return ordered.find((id) => positionOf(id) > currentPosition) ?? ordered[0] ?? null;
}

/** An expected item, with the fields for the figures of its expected location. */
interface ExpectedItem {
  readonly locationId: number;
  readonly isCounted: boolean;
  /** Not counted, or marked for recount. */
  readonly isOpen: boolean;
}

/** The expected items of an inventory, with the local operations folded onto them. */
async function expectedItems(inventoryId: number): Promise<readonly ExpectedItem[]> {
  const db = await localDb();
  const tx = db.transaction(["inventories", "items", "outbox"]);
  const [inventory, items, ahead] = await Promise.all([
    tx.objectStore("inventories").get(inventoryId),
    tx
      .objectStore("items")
      .getAll(IDBKeyRange.bound([inventoryId, 0], [inventoryId, Number.MAX_SAFE_INTEGER])),
    tx.objectStore("outbox").index("ahead").getAll([inventoryId, 1]),
  ]);
  if (inventory === undefined) return [];
  // Only items with local operations are folded: an inventory may have 100 000.
  const changed = new Set(ahead.map(({ articleId }) => articleId));
  const isChanged = ({ articleId }: StoredItem) => changed.has(articleId);
  const folded = foldItems(inventory, items.filter(isChanged), ahead);
  return [
    ...items
      .filter((item) => !isChanged(item))
      .map((item) => ({
        at: item.locationId,
        isUnexpected: item.isUnexpected,
        isCounted: hasCount(item),
        isOpen: !hasCount(item) || item.isToRecount || item.needsSecondCount,
      })),
    ...folded.map((item) => ({
      at: item.expectedAt,
      isUnexpected: item.isUnexpected,
      isCounted: isCounted(item),
      isOpen: isOpen(item),
    })),
  ].flatMap(({ at, isUnexpected, ...state }) =>
    at === null || isUnexpected ? [] : [{ locationId: at, ...state }],
  );
}

/** A location and its ancestors, from the bottom. */
function ancestorsOf(id: number): readonly number[] {
  const found: number[] = [];
  let at: number | null = id;
  while (at !== null && !found.includes(at)) {
    found.push(at);
    at = allLocations.value.get(at)?.parentLocationId ?? null;
  }
  return found;
}
