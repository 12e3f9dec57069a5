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
