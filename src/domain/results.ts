import { say, type Words } from "./message.ts";

// The client reads this too: nothing here knows the database.

/** The results of expected items, in the order in which a report shows them. Each item has exactly one. */
export const CLASSES = [
  "foundAsExpected",
  "foundElsewhere",
  "quantityDiffers",
  "missing",
  "notCounted",
  "proposedForDisposal",
] as const;

/** All results: those and that of articles that were not expected. */
export const RESULTS = [...CLASSES, "unexpected"] as const;
export type Result = (typeof RESULTS)[number];

export const RESULT_NAMES: Readonly<Record<Result, Words>> = {
  foundAsExpected: say("As expected", "Souhlasí"),
  foundElsewhere: say("Found elsewhere", "Nalezeno jinde"),
  quantityDiffers: say("Quantity differs", "Jiné množství"),
  missing: say("Missing", "Chybí"),
  notCounted: say("Not counted", "Nespočítáno"),
  proposedForDisposal: say("Marked for disposal", "Určeno k vyřazení"),
  unexpected: say("Unexpected", "Neočekáváno"),
};

/** The rows of a table of totals: the results of expected items, their sum, the unexpected ones, and everything. */
export const TOTAL_ROWS = [...CLASSES, "expected", "unexpected", "all"] as const;

/** What each row of a table of totals is called. */
export const TOTAL_NAMES: Readonly<Record<(typeof TOTAL_ROWS)[number], Words>> = {
  ...RESULT_NAMES,
  expected: say("Expected items", "Očekávané položky"),
  all: say("Total", "Celkem"),
};
