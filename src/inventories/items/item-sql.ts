import { type RawBuilder, sql } from "kysely";
import { type ItemView, isResult } from "../../domain/item-views.ts";
import type { Result } from "../../domain/results.ts";
import { needsSecondCount } from "./second-count-sql.ts";

// SQL expressions of an item. The result of an item and the views that it is in are decided here only.

/**
 * The result of the item `i`; null for an unexpected item that is not found any more. A disposal mark takes precedence over
 * the count, a different location over a different quantity.
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

/** True for an item whose stock has moved since `prepare`, without a decision on it. */
const isUndecided = () => sql<boolean>`(i.movedDT IS NOT NULL AND i.decision IS NULL)`;

/** The condition that the item `i` is in a view. Without results no item has a result. */
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
      return sql<boolean>`true`;
  }
}

/**
 * The currency name of an article's price; `article` is the table alias. An article without a currency has the tenant's
 * only visible currency; null if there are several or none.
 */
export function currencyOf(article: string, tenantId: number): RawBuilder<string | null> {
  const [currency, setting] = [sql.table("currencyType"), sql.table("catalogueSetting")];
  return sql<string | null>`coalesce(
    (SELECT name FROM ${currency} WHERE oid = ${sql.ref(`${article}.currencyTypeId`)}),
    (SELECT min(c.name) FROM ${currency} AS c WHERE (c.tenantId = ${tenantId} OR c.tenantId IS NULL) AND NOT EXISTS (
      SELECT 1 FROM ${setting} AS s
      WHERE s.tenantId = ${tenantId} AND s.catalogue = 'currencyType' AND s.recordId = c.oid AND s.isHidden = 1)
    HAVING count(*) = 1))`;
}
