import { type RawBuilder, sql } from "kysely";
import { type ItemView, isResult } from "../../domain/item-views.ts";
import type { Result } from "../../domain/results.ts";
import { needsSecondCount, pieceDifference } from "./second-count-sql.ts";

// SQL expressions of an item. The result of an item and the views that it is in are decided here only.

/**
 * The result of the item `i`; null for an unexpected item that is not found any more. A disposal mark takes precedence over
 * the count, a different location over a different quantity. Nothing is missing where the books had nothing any more.
 */
export function resultOf(): RawBuilder<Result | null> {
  return sql<Result | null>`CASE
    WHEN i.isUnexpected = 1 THEN iif(i.isFound, 'unexpected', NULL)
    WHEN i.isDisposal = 1 THEN 'proposedForDisposal'
    WHEN i.isFound = 0 AND i.inventoryQuantity IS NULL THEN 'notCounted'
    WHEN i.isFound = 1 AND i.inventoryLocationId <> i.locationId THEN 'foundElsewhere'
    WHEN ${pieceDifference()} = 0 THEN 'foundAsExpected'
    ELSE iif(i.isFound = 1, 'quantityDiffers', 'missing') END`;
}

/**
 * The unit of the item `i`, after a close that of then; null: pieces. The index has only articles with a unit, which most are
 * without.
 */
export const unitOfItem = () =>
  sql<string | null>`nullif(ifnull(
    (SELECT ifnull(unit, '') FROM ${sql.table("inventoryName")}
      WHERE inventoryId = i.inventoryId AND kind = 'article' AND oid = i.articleId),
    (SELECT unit FROM ${sql.table("article")} INDEXED BY articleWithUnit WHERE oid = i.articleId AND unit IS NOT NULL)), '')`;

/**
 * True for a counted item that was not found as expected, as `domain/stocktakes/difference.ts` says for the clients. Unexpected pieces
 * that the books had by then are no difference, nor are those that the close took for what was found by its code.
 */
export const hasDifference = () => sql<boolean>`CASE
  WHEN i.isUnexpected = 1 THEN i.isFound = 1 AND i.inventoryQuantity IS NOT NULL AND ${pieceDifference()} <> 0
  ELSE ${resultOf()} NOT IN ('foundAsExpected', 'notCounted') END`;

/** True for an item that is shown with the results: an unexpected one that is not found any more has none, and nothing to decide. */
const isShown = () => sql<boolean>`(i.isUnexpected = 0 OR i.isFound = 1 OR i.isToRecount = 1)`;

/** True for an item whose stock has moved since `prepare`, without a decision on it. */
export const isUndecided = () =>
  sql<boolean>`(i.movedDT IS NOT NULL AND i.decision IS NULL AND ${isShown()})`;

/** The condition that the item `i` is in a view. Without results no item has a result; with them all are those that have one. */
export function viewCondition(view: ItemView, hasResults: boolean): RawBuilder<boolean> {
  const none = sql<boolean>`false`;
  if (isResult(view)) return hasResults ? sql<boolean>`${resultOf()} = ${sql.lit(view)}` : none;
  switch (view) {
    case "needsDecision": {
      const open = sql<boolean>`(i.isToRecount = 1 OR ${isUndecided()})`;
      if (!hasResults) return open;
      return sql<boolean>`(${open} OR (i.isApproved = 0 AND ${viewCondition("differences", true)}))`;
    }
    case "differences":
      return hasResults ? sql<boolean>`${resultOf()} <> 'foundAsExpected'` : none;
    case "toRecount":
      return sql<boolean>`i.isToRecount = 1`;
    case "secondCount":
      return needsSecondCount();
    case "moved":
      return isUndecided();
    case "notApproved":
      return sql<boolean>`i.isApproved = 0`;
    case "all":
      return hasResults ? isShown() : sql<boolean>`true`;
  }
}
