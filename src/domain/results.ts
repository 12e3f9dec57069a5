import { type Message, msg } from "./message.ts";

// The server and the clients import this file.

/** The results of expected items, in the order of the report. Each item has exactly one. */
export const EXPECTED_RESULTS = [
  "foundAsExpected",
  "foundElsewhere",
  "quantityDiffers",
  "missing",
  "notCounted",
  "proposedForDisposal",
] as const;

/** All results, with the one of unexpected articles. */
export const RESULTS = [...EXPECTED_RESULTS, "unexpected"] as const;
export type Result = (typeof RESULTS)[number];

/** The items of a result, or those found as expected that have a difference as of the decisive day alone. */
export type Listed = Result | "differsOfDay";
/** The lists of differences. */
export const DIFFERENCES: readonly Listed[] = [
  ...RESULTS.filter((result) => result !== "foundAsExpected"),
  "differsOfDay",
];

/** Whether all lines are listed: others have no subtotals. */
export const listsAll = (results: readonly Listed[]): boolean =>
  RESULTS.every((result) => results.includes(result));

/** A total of a result: what moved between the preparation and a count, in each unit and in each currency. */
interface MovedTotal {
  readonly quantities: readonly { readonly moved: number }[];
  readonly values: readonly { readonly moved: number | bigint }[];
}

/** Whether what moved changes a sum. Pieces that left may equal those that came, at another price. */
export const hasMoved = (totals: Readonly<Record<Result, MovedTotal>>): boolean =>
  RESULTS.some((result) =>
    [...totals[result].quantities, ...totals[result].values].some(({ moved }) => Number(moved) !== 0),
  );

export const RESULT_NAMES: Readonly<Record<Result, Message>> = {
  foundAsExpected: msg("As expected"),
  foundElsewhere: msg("Found elsewhere"),
  quantityDiffers: msg("Quantity differs"),
  missing: msg("Missing"),
  notCounted: msg("Not counted"),
  proposedForDisposal: msg("Marked for disposal"),
  unexpected: msg("Unexpected"),
};

/** The rows of a table of totals: results of expected items, their sum, unexpected items, and the grand total. */
export const TOTAL_ROWS = [...EXPECTED_RESULTS, "expected", "unexpected", "all"] as const;

/** The names of the rows of a table of totals. */
export const TOTAL_NAMES: Readonly<Record<(typeof TOTAL_ROWS)[number], Message>> = {
  ...RESULT_NAMES,
  expected: msg("Expected items"),
  all: msg("Total"),
};
