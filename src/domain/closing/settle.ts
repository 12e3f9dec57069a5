// What closing a stocktake makes of the stock of one article. Nothing here knows the database.

/** What was counted of an article at one place. */
export interface CountedItem {
  /** Where it was expected; null: it was not. */
  readonly locationId: number | null;
  /** Where it was found; null: where it was expected. */
  readonly inventoryLocationId: number | null;
  /** Where an unexpected one was found first. */
  readonly foundAtLocationId: number | null;
  /** Pieces expected. */
  readonly quantity: number;
  /** Pieces counted; null: nobody said. */
  readonly inventoryQuantity: number | null;
  readonly isFound: 0 | 1;
  /** Pieces that came to the place (or left it) since the item was made, and of these since it was counted. */
  readonly movedQuantity: number;
  readonly movedSinceCount: number;
  readonly decision: "keepCount" | "keepDifference" | null;
}

/** Pieces by place. */
export type Stock = Map<number, number>;

/** Whether anybody has counted the item: a quantity, or that it is there. */
export const isCounted = ({ inventoryQuantity, isFound }: CountedItem): boolean =>
  inventoryQuantity !== null || isFound === 1;

/** Pieces that the count has not seen: what was recorded at the place is that much more than when it was counted. */
function unseen({ decision, movedQuantity, movedSinceCount }: CountedItem): number {
  if (decision === "keepCount") return 0;
  return decision === "keepDifference" ? movedQuantity : movedSinceCount;
}

/** Pieces that an expected item leaves, where `today` is recorded now. Found without a quantity, it keeps these. */
function piecesLeft(item: CountedItem, today: number): number {
  if (item.isFound === 1 && item.inventoryQuantity === null) return today;
  const counted = item.isFound === 1 ? (item.inventoryQuantity ?? 0) : 0;
  return Math.max(0, counted + unseen(item));
}

/**
 * The stock of an article after the stocktake, from what is recorded now and all items of the article (decisions, Close);
 * places that lose all their pieces stand there with 0. In whatever order the items come, the result is the same.
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
  // What is left of the record when what was counted is taken away: pieces that may be the ones that were found.
  const unclaimed = new Map(after);
  const claim = (place: number, most: number): number => {
    const pieces = Math.max(0, Math.min(most, unclaimed.get(place) ?? 0));
    unclaimed.set(place, (unclaimed.get(place) ?? 0) - pieces);
    return pieces;
  };
  for (const { item, to, pieces } of arriving) {
    // Pieces that were moved meanwhile to where they were then counted are there already.
    const seen = item.movedQuantity - unseen(item);
    const isThere = to !== item.locationId && seen < 0;
    add(to, pieces - (isThere ? claim(to, Math.min(pieces, -seen)) : 0));
  }
  addUnexpected(items, expected, recorded, after, add, claim);
  return after;
}

/** What was found unexpectedly comes from the article's one place outside the stocktake, where there is exactly one. */
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
    // What the record had there when it was found is part of it; what came after the count is not.
    const cameLater = place === item.foundAtLocationId ? unseen(item) : 0;
    const wasThere = (recorded.get(place) ?? 0) - cameLater;
    const counted = item.inventoryQuantity ?? (from === undefined ? 0 : from[1]);
    const isExpectedThere = expected.some(({ locationId }) => locationId === place);
    const more = counted - (isExpectedThere ? 0 : claim(place, Math.min(counted, wasThere)));
    add(place, more);
    if (from !== undefined) after.set(from[0], Math.max(0, (after.get(from[0]) ?? 0) - more));
  }
}
