// How much of the records was right. The server and the console import this file.

/** Just below the whole, with two decimals. */
const ALMOST_ALL = 99.99;

/** Percent of the whole that is right, with two decimals, 100 where nothing is wrong alone; null: there is nothing to compare. */
function rightPercent(all: number | null, wrong: number | null): number | null {
  if (all === null || wrong === null || all <= 0) return null;
  const percent = Math.max(0, Math.round((1 - wrong / all) * 10_000) / 100);
  return wrong > 0 ? Math.min(ALMOST_ALL, percent) : percent;
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

/** What it has found of articles that are not counted in pieces. */
interface FoundInUnits {
  readonly otherUnits: readonly {
    readonly unit: string;
    readonly quantity: number;
    readonly wrongQuantity: number;
  }[];
}

/** The share of a unit other than pieces that was right; null: nothing of it was counted. */
export function rightShareIn(unit: string, { otherUnits }: FoundInUnits): number | null {
  const found = otherUnits.find((one) => one.unit === unit);
  return found === undefined ? null : rightPercent(found.quantity, found.wrongQuantity);
}

/** The units other than pieces of some stocktakes, by name. */
export const unitsOf = (all: readonly FoundInUnits[]): readonly string[] =>
  [...new Set(all.flatMap(({ otherUnits }) => otherUnits.map(({ unit }) => unit)))].sort();
