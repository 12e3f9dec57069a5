import { type RawBuilder, sql } from "kysely";
import { say, type Words } from "../../words.ts";

// What the count has found out of an item: each is exactly one of these. The one place that decides which.

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

/**
 * The result of the item `i`, in SQL; null for what was added as unexpected and then is not there. Who proposes to dispose
 * of an item says so whatever was counted; a place differs before a quantity does.
 */
export function resultOf(): RawBuilder<Result | null> {
  return sql<Result | null>`CASE
    WHEN i.isUnexpected = 1 THEN iif(i.isFound, 'unexpected', NULL)
    WHEN i.isDisposal = 1 THEN 'proposedForDisposal'
    WHEN i.isFound = 0 THEN iif(i.inventoryQuantity IS NULL, 'notCounted', 'missing')
    WHEN i.inventoryLocationId <> i.locationId THEN 'foundElsewhere'
    WHEN i.inventoryQuantity <> i.quantity THEN 'quantityDiffers'
    ELSE 'foundAsExpected' END`;
}

/** The pieces of the item `i` that were found, in SQL; null: not counted. Found without a quantity are all expected ones. */
export function piecesFound(): RawBuilder<number | null> {
  return sql<number | null>`CASE
    WHEN i.isFound = 1 THEN ifnull(i.inventoryQuantity, i.quantity)
    WHEN i.inventoryQuantity IS NOT NULL THEN 0 END`;
}
