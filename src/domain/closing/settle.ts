import { isCounted } from "../counting/fold.ts";

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

/** Net pieces that moved after the count and are not part of it. */
function movedAfterCount({ decision, movedQuantity, movedSinceCount }: CountedItem): number {
  if (decision === "keepCount") return 0;
  return decision === "keepDifference" ? movedQuantity : movedSinceCount;
}

/** Pieces that remain of an expected item. Found without a quantity: the recorded pieces stay. */
function piecesLeft(item: CountedItem, recordedPieces: number): number {
  if (item.isFound === 1 && item.inventoryQuantity === null) return recordedPieces;
  const counted = item.isFound === 1 ? (item.inventoryQuantity ?? 0) : 0;
  return Math.max(0, counted + movedAfterCount(item));
}

/**
 * The stock of an article after the close, from the recorded stock and all items of the article (decisions, Close).
 * Locations that lose all pieces have quantity 0. The result does not depend on the order of the items.
 */
export function settle(items: readonly CountedItem[], recorded: ReadonlyMap<number, number>): Stock {
  const after: Stock = new Map(recorded);
  const add = (locationId: number, pieces: number) =>
    after.set(locationId, (after.get(locationId) ?? 0) + pieces);
  const expected = items.filter(({ locationId }) => locationId !== null);
  const arriving: { item: CountedItem; to: number; pieces: number }[] = [];
  for (const item of expected) {
    if (item.locationId === null || !isCounted(item)) continue;
    const recordedPieces = recorded.get(item.locationId) ?? 0;
    after.set(item.locationId, 0);
    const to = item.inventoryLocationId ?? item.locationId;
    arriving.push({ item, to, pieces: piecesLeft(item, recordedPieces) });
  }
  // Recorded stock without the counted items: found pieces may be these.
  const unassigned = new Map(after);
  const takeRecorded = (locationId: number, max: number): number => {
    const pieces = Math.max(0, Math.min(max, unassigned.get(locationId) ?? 0));
    unassigned.set(locationId, (unassigned.get(locationId) ?? 0) - pieces);
    return pieces;
  };
  for (const { item, to, pieces } of arriving) {
    // Pieces that moved meanwhile to the location where they were then counted are recorded there already.
    const movedBefore = item.movedQuantity - movedAfterCount(item);
    const isThere = to !== item.locationId && movedBefore < 0;
    add(to, pieces - (isThere ? takeRecorded(to, Math.min(pieces, -movedBefore)) : 0));
  }
  addUnexpected(items, expected, recorded, after, add, takeRecorded);
  return after;
}

/** Takes unexpected pieces from the article's location outside the stocktake, if there is exactly one. */
function addUnexpected(
  items: readonly CountedItem[],
  expected: readonly CountedItem[],
  recorded: ReadonlyMap<number, number>,
  after: Stock,
  add: (locationId: number, pieces: number) => void,
  takeRecorded: (locationId: number, max: number) => number,
): void {
  const found = items.flatMap((item) => {
    const foundAt = item.inventoryLocationId ?? item.foundAtLocationId;
    return item.locationId === null && item.isFound === 1 && foundAt !== null ? [{ item, foundAt }] : [];
  });
  const inside = new Set([
    ...expected.map(({ locationId }) => locationId),
    ...found.map(({ foundAt }) => foundAt),
  ]);
  const outside = [...recorded].filter(([locationId, pieces]) => pieces > 0 && !inside.has(locationId));
  const [from] = outside.length === 1 ? outside : [];
  for (const { item, foundAt } of found) {
    // Stock recorded there at the time of the count is part of it; later arrivals are not.
    const cameLater = foundAt === item.foundAtLocationId ? movedAfterCount(item) : 0;
    const wasThere = (recorded.get(foundAt) ?? 0) - cameLater;
    const counted = item.inventoryQuantity ?? (from === undefined ? 0 : from[1]);
    const isExpectedThere = expected.some(({ locationId }) => locationId === foundAt);
    const more = counted - (isExpectedThere ? 0 : takeRecorded(foundAt, Math.min(counted, wasThere)));
    add(foundAt, more);
    if (from !== undefined) after.set(from[0], Math.max(0, (after.get(from[0]) ?? 0) - more));
  }
}
