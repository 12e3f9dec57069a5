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
  readonly decision: "keepCount" | "keepDifference" | null;
}

/** Pieces by location id. */
export type Stock = Map<number, number>;

/** True if the item has a counted quantity, or was marked as found. */
export const isCounted = ({ inventoryQuantity, isFound }: CountedItem): boolean =>
  inventoryQuantity !== null || isFound === 1;

/** Net pieces that moved after the count and are not part of it. */
function unseen({ decision, movedQuantity, movedSinceCount }: CountedItem): number {
  if (decision === "keepCount") return 0;
  return decision === "keepDifference" ? movedQuantity : movedSinceCount;
}

/** Pieces that remain of an expected item; `today`: recorded pieces. Found without a quantity: the recorded pieces stay. */
function piecesLeft(item: CountedItem, today: number): number {
  if (item.isFound === 1 && item.inventoryQuantity === null) return today;
  const counted = item.isFound === 1 ? (item.inventoryQuantity ?? 0) : 0;
  return Math.max(0, counted + unseen(item));
}

/**
 * The stock of an article after the close, from the recorded stock and all items of the article (decisions, Close).
 * Locations that lose all pieces have quantity 0. The result does not depend on the order of the items.
 */
export function settle(items: readonly CountedItem[], recorded: ReadonlyMap<number, number>): Stock {
  const after: Stock = new Map(recorded);
  const add = (place: number, pieces: number) => after.set(place, (after.get(place) ?? 0) + pieces);
  const expected = items.filter(({ locationId }) => locationId !== null);
  const arriving: { item: CountedItem; to: number; pieces: number }[] = [];
  for (const item of expected) {
    if (item.locationId === null || !isCounted(item)) continue;
    const today = recorded.get(item.locationId) ?? 0;
    after.set(item.locationId, 0);
    const to = item.inventoryLocationId ?? item.locationId;
    arriving.push({ item, to, pieces: piecesLeft(item, today) });
  }
  // Recorded stock without the counted items: found pieces may be these.
  const unclaimed = new Map(after);
  const claim = (place: number, most: number): number => {
    const pieces = Math.max(0, Math.min(most, unclaimed.get(place) ?? 0));
    unclaimed.set(place, (unclaimed.get(place) ?? 0) - pieces);
    return pieces;
  };
  for (const { item, to, pieces } of arriving) {
    // Pieces that moved meanwhile to the location where they were then counted are recorded there already.
    const seen = item.movedQuantity - unseen(item);
    const isThere = to !== item.locationId && seen < 0;
    add(to, pieces - (isThere ? claim(to, Math.min(pieces, -seen)) : 0));
  }
  addUnexpected(items, expected, recorded, after, add, claim);
  return after;
}

/** Takes unexpected pieces from the article's location outside the stocktake, if there is exactly one. */
function addUnexpected(
  items: readonly CountedItem[],
  expected: readonly CountedItem[],
  recorded: ReadonlyMap<number, number>,
  after: Stock,
  add: (place: number, pieces: number) => void,
  claim: (place: number, most: number) => number,
): void {
  const found = items.flatMap((item) => {
    const place = item.inventoryLocationId ?? item.foundAtLocationId;
    return item.locationId === null && item.isFound === 1 && place !== null ? [{ item, place }] : [];
  });
  const inside = new Set([
    ...expected.map(({ locationId }) => locationId),
    ...found.map(({ place }) => place),
  ]);
  const outside = [...recorded].filter(([place, pieces]) => pieces > 0 && !inside.has(place));
  const [from] = outside.length === 1 ? outside : [];
  for (const { item, place } of found) {
    // Stock recorded there at the time of the count is part of it; later arrivals are not.
    const cameLater = place === item.foundAtLocationId ? unseen(item) : 0;
    const wasThere = (recorded.get(place) ?? 0) - cameLater;
    const counted = item.inventoryQuantity ?? (from === undefined ? 0 : from[1]);
    const isExpectedThere = expected.some(({ locationId }) => locationId === place);
    const more = counted - (isExpectedThere ? 0 : claim(place, Math.min(counted, wasThere)));
    add(place, more);
    if (from !== undefined) after.set(from[0], Math.max(0, (after.get(from[0]) ?? 0) - more));
  }
}
