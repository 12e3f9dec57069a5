import { isCounted } from "../counting/fold.ts";
import { foundLocation } from "../item-views.ts";

// The stock of one article after the close of a stocktake. A pure function.

/** The count of an article at one location. */
export interface CountedItem {
  /** The expected location; null: unexpected. */
  readonly locationId: number | null;
  /** The location where it was found; null: the expected one. */
  readonly inventoryLocationId: number | null;
  /** The first location where an unexpected article was found. */
  readonly foundAtLocationId: number | null;
  /** Pieces expected. */
  readonly quantity: number;
  /** Pieces counted; null: no quantity was entered. */
  readonly inventoryQuantity: number | null;
  readonly isFound: 0 | 1;
  /** Net pieces that arrived at the location since the item was created, and of these since the count. */
  readonly movedQuantity: number;
  readonly movedSinceCount: number;
  /**
   * Net pieces that, since the preparation and before the count, came to another location than the expected one where it was found. 0
   * where they are part of another item.
   */
  readonly movedToFound: number;
  /** Of the pieces of an item that was found elsewhere, and whose count a Manager keeps, those that came to the expected location later. */
  readonly stayedWhereExpected: number;
  /** Of the pieces of an unexpected item those that were recorded where it was found. */
  readonly recordedWhereFound: number;
  readonly decision: "keepCount" | "keepDifference" | null;
}

/** Pieces by location id. */
type Stock = Map<number, number>;

/** Pieces of an unexpected item that come from another location. */
interface TakenPieces<Item> {
  readonly item: Item;
  readonly locationId: number;
  /** At least 1. */
  readonly quantity: number;
}

/** What a close does to one article. */
export interface Settled<Item> {
  /** Locations that lose all pieces have quantity 0. */
  readonly after: Stock;
  /** At most once for an item. */
  readonly taken: readonly TakenPieces<Item>[];
}

/** Net pieces that moved after the count and are not part of it. */
function movedAfterCount(item: CountedItem): number {
  const { decision, movedQuantity, movedSinceCount } = item;
  if (decision === "keepCount") return item.stayedWhereExpected;
  return decision === "keepDifference" ? movedQuantity : movedSinceCount;
}

/**
 * The stock of an article after the close, from the recorded stock and all items of the article (decisions, Close). It does not
 * depend on the order of the items; of what several unexpected ones take from a location, the first one has its part first, and those
 * that were found without a quantity have the rest. `isInside`: whether the stocktake counts a location, with or without an item there.
 */
export function settle<Item extends CountedItem>(
  items: readonly Item[],
  recorded: ReadonlyMap<number, number>,
  isInside: (locationId: number) => boolean,
): Settled<Item> {
  const after: Stock = new Map(recorded);
  const add = (locationId: number, pieces: number) =>
    after.set(locationId, (after.get(locationId) ?? 0) + pieces);
  const expected = items.filter(({ locationId }) => locationId !== null);
  const arriving: { to: number; pieces: number }[] = [];
  for (const item of expected) {
    const { locationId, isFound, inventoryQuantity, movedToFound } = item;
    if (locationId === null || !isCounted(item)) continue;
    const to = foundLocation(item) ?? locationId;
    const later = movedAfterCount(item);
    // What comes to the expected location after the pieces were found elsewhere is there.
    const stays = to === locationId ? 0 : Math.max(0, later);
    after.set(locationId, stays);
    // Found without a quantity: the recorded pieces stay.
    if (isFound === 1 && inventoryQuantity === null)
      arriving.push({ to, pieces: (recorded.get(locationId) ?? 0) - stays });
    else {
      const counted = isFound === 1 ? (inventoryQuantity ?? 0) : 0;
      arriving.push({ to, pieces: counted + later - stays - movedToFound });
    }
  }
  for (const { to, pieces } of arriving) add(to, pieces);
  const taken = [...addUnexpected(items, expected, isInside, recorded, after, add)];
  for (const [locationId, pieces] of after) if (pieces < 0) after.set(locationId, 0);
  return { after, taken };
}

/** Takes unexpected pieces from the article's location outside the stocktake, if there is exactly one. */
function* addUnexpected<Item extends CountedItem>(
  items: readonly Item[],
  expected: readonly CountedItem[],
  isInside: (locationId: number) => boolean,
  recorded: ReadonlyMap<number, number>,
  after: Stock,
  add: (locationId: number, pieces: number) => void,
): Generator<TakenPieces<Item>> {
  const found = items.flatMap((item) => {
    const foundAt = foundLocation(item);
    return item.locationId === null && foundAt !== null ? [{ item, foundAt }] : [];
  });
  if (found.length === 0) return;
  const withItems = new Set([
    ...expected.map(({ locationId }) => locationId),
    ...found.map(({ foundAt }) => foundAt),
  ]);
  const outside = [...recorded].filter(
    ([locationId, pieces]) => pieces > 0 && !withItems.has(locationId) && !isInside(locationId),
  );
  const [from] = outside.length === 1 ? outside : [];
  /** What is left of the recorded pieces: those that were counted there stay. */
  let rest = from === undefined ? 0 : Math.max(0, Math.min(from[1], after.get(from[0]) ?? 0));
  const counted = found.filter(({ item }) => item.inventoryQuantity !== null);
  // Found without a quantity is what is left. By location: the result does not depend on the order of the items.
  const byCode = found
    .filter(({ item }) => item.inventoryQuantity === null)
    .sort((one, other) => one.foundAt - other.foundAt);
  for (const { item, foundAt } of counted.concat(byCode)) {
    const { movedToFound, recordedWhereFound, inventoryQuantity } = item;
    const there = movedToFound + recordedWhereFound;
    // Without a quantity the recorded pieces stay, as those of expected items.
    const seen = there > 0 ? 0 : rest;
    const more = inventoryQuantity === null ? seen : inventoryQuantity - there;
    add(foundAt, more);
    if (from === undefined) continue;
    const [locationId] = from;
    const quantity = Math.min(more, rest);
    if (quantity <= 0) continue;
    rest -= quantity;
    add(locationId, -quantity);
    yield { item, locationId, quantity };
  }
}
