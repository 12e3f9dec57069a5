/** Words for pieces, which have no unit, as a regular expression. */
export const PIECE_WORDS =
  "ks|kus|kusy|kusů|kusu|kusov|Stk|Stück|St|položka|položky|položek|item|items|pcs|pc|pce|piece|pieces|each|ea|unit|units";
const PIECES = new RegExp(`^(?:${PIECE_WORDS})\\.?$`, "iu");

/** A unit as it is stored: pieces have none, whatever word says so. */
export const storedUnit = <T extends string | null | undefined>(unit: T): T | null =>
  typeof unit === "string" && PIECES.test(unit) ? null : unit;

/** What has a unit, such as kg; null: pieces. */
interface WithUnit {
  readonly unit: string | null;
}

/** Compares by unit: pieces first, then by name. */
export function byUnit({ unit: one }: WithUnit, { unit: other }: WithUnit): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

/** An object for each unit of some rows, pieces first. */
export function eachUnit<Row, Total extends object>(
  rows: readonly Row[],
  unitOf: (row: Row) => string | null,
  totalOf: (own: Row[]) => Total,
): (WithUnit & Total)[] {
  const units = [...new Set(rows.map(unitOf))];
  return units.map((unit) => ({ unit, ...totalOf(rows.filter((row) => unitOf(row) === unit)) })).sort(byUnit);
}
