import { say, type Words } from "../../words.ts";

// The client reads this too: nothing here knows the database.

/** The classes of expected items, in the order in which a report shows them. */
export const CLASSES = [
  "foundAsExpected",
  "foundElsewhere",
  "quantityDiffers",
  "missing",
  "notCounted",
  "proposedForDisposal",
] as const;

/** Beside them stand the articles that nobody expected. */
export const RESULTS = [...CLASSES, "unexpected"] as const;
export type Result = (typeof RESULTS)[number];

export const RESULT_NAMES: Readonly<Record<Result, Words>> = {
  foundAsExpected: say("Found as expected", "Nalezeno podle očekávání"),
  foundElsewhere: say("Found elsewhere", "Nalezeno jinde"),
  quantityDiffers: say("Quantity differs", "Jiné množství"),
  missing: say("Missing", "Chybí"),
  notCounted: say("Not counted", "Nespočítáno"),
  proposedForDisposal: say("Proposed for disposal", "Navrženo k vyřazení"),
  unexpected: say("Unexpected", "Neočekáváno"),
};
