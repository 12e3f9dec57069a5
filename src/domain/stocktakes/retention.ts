import { dayOf, type Law } from "./frame.ts";

// How long the record of a closed stocktake is kept. The server and the console import this file.

/** The years for which each law asks to keep inventory lists: Act 563/1991 § 31 (2) b; Act 431/2002 § 35 (3) b; HGB § 257 (4). */
export const LAW_YEARS: Readonly<Record<Law, number>> = { CZ: 5, SK: 10, DE: 10 };

/** Years at most. */
export const MAX_RETENTION_YEARS = 50;

/** What the last day of a record depends on. Days are YYYY-MM-DD, `balanceSheetDay` is MM-DD. Null: not set. */
interface RetentionDays {
  /** The day of the close. */
  readonly closed: string;
  readonly decisiveDay: string | null;
  /** Default: 31 December. */
  readonly balanceSheetDay: string | null;
  /** The periods that the company had at the close and has now. */
  readonly years: readonly (number | null)[];
}

/**
 * The last day on which a record is kept; null: no period is set. The longest period runs from the end of the calendar year in
 * which the stocktake was closed (HGB § 257 (5)), or in which the accounting period of its decisive day (default: of its close) ends (Act 563/1991 § 31 (2), Act
 * 431/2002 § 35 (3)), whichever is later.
 */
export function keepUntil({ closed, decisiveDay, balanceSheetDay, years }: RetentionDays): string | null {
  const longest = Math.max(...years.map((one) => one ?? 0));
  if (longest === 0) return null;
  const day = decisiveDay ?? closed;
  const year = Number(day.slice(0, 4));
  const periodEnds = day <= dayOf(year, balanceSheetDay ?? "12-31") ? year : year + 1;
  return `${Math.max(Number(closed.slice(0, 4)), periodEnds) + longest}-12-31`;
}
