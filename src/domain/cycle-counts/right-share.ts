// How much of the records was right. The server and the console import this file.

/** Percent of the whole that is right, with two decimals; null: there is nothing to compare. */
function rightPercent(all: number | null, wrong: number | null): number | null {
  if (all === null || wrong === null || all <= 0) return null;
  return Math.max(0, Math.round((1 - wrong / all) * 10_000) / 100);
}

/** What a closed stocktake has found. */
interface Found {
  readonly items: number;
  readonly notCounted: number;
  readonly wrongItems: number;
  readonly pieces: number;
  readonly wrongPieces: number;
  readonly value: number | null;
  readonly wrongValue: number | null;
}

/** The shares of items, pieces and value that were right. */
export const RIGHT_SHARES = {
  items: ({ items, notCounted, wrongItems }: Found) => rightPercent(items - notCounted, wrongItems),
  pieces: ({ pieces, wrongPieces }: Found) => rightPercent(pieces, wrongPieces),
  value: ({ value, wrongValue }: Found) => rightPercent(value, wrongValue),
};
