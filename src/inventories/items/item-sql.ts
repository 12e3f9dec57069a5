import { type RawBuilder, sql } from "kysely";
import type { Result } from "../../domain/results.ts";

// What the count has found out of an item: each is exactly one of these. The one place that decides which.

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
