import { type RawBuilder, sql } from "kysely";

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
