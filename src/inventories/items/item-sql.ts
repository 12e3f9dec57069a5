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

/**
 * The name of the currency of an article's price, in SQL; `article` is the article's alias. An article without a currency
 * has the only one in the tenant's list that is not hidden; null where there are several or none.
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
