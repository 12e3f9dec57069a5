import { type RawBuilder, sql } from "kysely";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";

// The currency of an article's price. `article` is the alias of its table.

/** The id of the company's currency as SQL: the chosen one, else the only one that lists offer; null: neither is known. */
function companyCurrencyId(tenantId: number): RawBuilder<number | null> {
  const [currency, setting] = [sql.table("currencyType"), sql.table("catalogueSetting")];
  return sql<number | null>`coalesce(
    (SELECT recordId FROM ${setting} WHERE tenantId = ${tenantId} AND catalogue = 'currencyType' AND isDefault = 1),
    (SELECT min(c.oid) FROM ${currency} AS c WHERE (c.tenantId = ${tenantId} OR c.tenantId IS NULL) AND NOT EXISTS (
      SELECT 1 FROM ${setting} AS s
      WHERE s.tenantId = ${tenantId} AND s.catalogue = 'currencyType' AND s.recordId = c.oid AND s.isHidden = 1)
    HAVING count(*) = 1))`;
}

/** The id of the currency as SQL: the article's own, else the company's; null: neither is known. */
export function currencyIdOf(article: string, tenantId: number): RawBuilder<number | null> {
  return sql<
    number | null
  >`coalesce(${sql.ref(`${article}.currencyTypeId`)}, ${companyCurrencyId(tenantId)})`;
}

const nameOf = (id: RawBuilder<number | null>) =>
  sql<string | null>`(SELECT name FROM ${sql.table("currencyType")} WHERE oid = ${id})`;

/** The name of the currency as SQL: the article's own, else the company's. */
export const currencyOf = (article: string, tenantId: number): RawBuilder<string | null> =>
  nameOf(currencyIdOf(article, tenantId));

const companyCurrency = statement((p: { tenantId: number }) =>
  sqlite.selectNoFrom(nameOf(companyCurrencyId(p.tenantId)).as("name")),
);

/** The name of the company's currency; null: not known. */
export function findCompanyCurrency(db: Db, tenantId: number): string | null {
  return companyCurrency.first(db, { tenantId })?.name ?? null;
}
