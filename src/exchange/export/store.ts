import { type RawBuilder, sql } from "kysely";
import { currencyOf } from "../../catalogue/currency.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import { ARTICLE } from "../../records/article.ts";
import {
  type CellName,
  columnOf,
  type Field,
  fieldsIn,
  type RecordDeclaration,
} from "../../records/record.ts";
import { REFILL_RULE } from "../../records/refill-rule.ts";
import { USER } from "../../records/user.ts";
import { sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";

// Export queries, paged by oid, so that all pages cost the same.

/** Rows per page. */
export const PAGE = 1000;

/** Filters of articles and stock; null: no filter. `folded` is searched in name, code, serial number and RFID. */
export interface Filter {
  readonly categoryId: number | null;
  readonly typeId: number | null;
  readonly stateId: number | null;
  /** The location and all below it. */
  readonly locationId: number | null;
  readonly folded: string | null;
  /** Only records that a transaction after the one of this number has written. */
  readonly changedAfter: number | null;
}

type TenantFilter = Filter & { readonly tenantId: number };
type Page = TenantFilter & { readonly after: number };

const below = (p: TenantFilter) =>
  sqlite.withRecursive("below", (db) =>
    db
      .selectFrom("location as l")
      .select("l.oid")
      .where("l.tenantId", "=", p.tenantId)
      .where("l.oid", "=", p.locationId)
      .unionAll((eb) =>
        eb
          .selectFrom("location as l")
          .innerJoin("below", "below.oid", "l.parentLocationId")
          .select("l.oid")
          .where("l.tenantId", "=", p.tenantId),
      ),
  );

/** The filter as a condition on `article as a`. Excludes articles without a code, which are proposals. */
const matchesFilter = (p: TenantFilter) => {
  const folded = ["a.nameFolded", "a.codeFolded", "a.serialFolded", "a.rfIdFolded", "a.moreFolded"].map(
    (column) => sql<boolean>`instr(ifnull(${sql.ref(column)}, ''), ${p.folded}) > 0`,
  );
  return sql<boolean>`a.deleted = 0 AND a.code IS NOT NULL
    AND ifnull(${p.categoryId}, a.categoryId) = a.categoryId AND ifnull(${p.typeId}, a.typeId) = a.typeId
    AND ifnull(${p.stateId}, a.stateId) = a.stateId
    AND (${p.folded} IS NULL OR ${sql.join(folded, sql` OR `)})`;
};
const recordName = (table: string, column: string) =>
  sql<string>`(SELECT name FROM ${sql.table(table)} WHERE oid = ${sql.ref(column)})`;
const userName = (column: string) =>
  sql<string | null>`(SELECT userName FROM user WHERE oid = ${sql.ref(column)})`;
/** The location with the most pieces, as on labels. */
const mainStock = (column: "locationId" | "quantity") =>
  sql<number | null>`(SELECT p.${sql.ref(column)} FROM articleLocation p WHERE p.articleId = a.oid
    ORDER BY p.quantity DESC, p.oid LIMIT 1)`;

/** JSON array of the additional codes; null: none. */
const additionalCodes = sql<string | null>`(SELECT nullif(json_group_array(c.code ORDER BY c.oid), '[]')
  FROM ${sql.table("additionalCode")} c WHERE c.articleId = a.oid)`;

const filteredArticles = (p: TenantFilter) =>
  below(p)
    .selectFrom("article as a")
    .where(withoutIndex("a.tenantId"), "=", p.tenantId)
    .where(matchesFilter(p))
    .where(sql<boolean>`(${p.changedAfter} IS NULL OR a.change > ${p.changedAfter})`)
    .where(
      sql<boolean>`(${p.locationId} IS NULL OR EXISTS (SELECT 1 FROM articleLocation p
        WHERE p.articleId = a.oid AND p.locationId IN (SELECT oid FROM below)))`,
    );
const filteredStock = (p: TenantFilter) =>
  below(p)
    .selectFrom("articleLocation as p")
    .innerJoin("article as a", "a.oid", "p.articleId")
    .where(withoutIndex("p.tenantId"), "=", p.tenantId)
    .where(matchesFilter(p))
    .where(sql<boolean>`(${p.changedAfter} IS NULL OR p.change > ${p.changedAfter})`)
    .where(sql<boolean>`(${p.locationId} IS NULL OR p.locationId IN (SELECT oid FROM below))`);

/** The cells of the fields of a record's row `alias`, by the names of their columns. Secrets are not exported. */
const cellsOf = <R extends RecordDeclaration>(record: R, alias: string) =>
  fieldsIn(record, "cells")
    .filter(([, { reach }]) => reach !== "secret")
    .map(([name, field]) =>
      cellOf(`${alias}.${columnOf(name, field)}`, field).as(
        (field.cells?.name ?? name) as CellName<R> & string,
      ),
    );

function cellOf(column: string, field: Field): RawBuilder<Cell> {
  if (field.kind === "money") return sql`${sql.ref(column)} / 10000.0`;
  if (field.kind !== "reference") return sql.ref(column);
  return field.to === "user" ? userName(column) : recordName(field.to, column);
}

const articleCells = (p: TenantFilter) =>
  filteredArticles(p).select([
    "a.oid",
    "a.stateId",
    ...cellsOf(ARTICLE, "a"),
    additionalCodes.as("additionalCodes"),
    "a.customValues",
    "a.packs",
    mainStock("locationId").as("locationId"),
    mainStock("quantity").as("quantity"),
  ]);

export const articles = statement((p: Page) =>
  articleCells(p).where("a.oid", ">", p.after).orderBy("a.oid").limit(PAGE),
);

/** The articles of a JSON array of ids, in any order, with what only the list of articles shows. */
export const listedArticles = statement((p: TenantFilter & { readonly ids: string }) =>
  articleCells(p)
    .where(sql<boolean>`a.oid IN (SELECT value FROM json_each(${p.ids}))`)
    .select([
      sql<number>`(SELECT ifnull(sum(p.quantity), 0) FROM articleLocation p WHERE p.articleId = a.oid)`.as(
        "pieces",
      ),
      currencyOf("a", p.tenantId).as("currency"),
      sql<string | null>`(SELECT u.fullName FROM custody c JOIN user u ON u.oid = c.userId
        WHERE c.articleId = a.oid AND c.endedDT IS NULL)`.as("heldBy"),
      "a.isDisposal",
      "a.createdDT",
      "a.modifiedDT",
    ]),
);

export const stock = statement((p: Page) =>
  filteredStock(p)
    .where("p.oid", ">", p.after)
    .orderBy("p.oid")
    .limit(PAGE)
    .select(["p.oid", "a.code", "a.name", "p.locationId", "p.quantity", "a.unit"]),
);

/** The rules of minimum stock. */
export const refillRules = statement((p: { tenantId: number; after: number }) =>
  sqlite
    .selectFrom("refillRule as r")
    .innerJoin("article as a", "a.oid", "r.articleId")
    .where("r.tenantId", "=", p.tenantId)
    .where("r.oid", ">", p.after)
    .where("a.code", "is not", null)
    .orderBy("r.oid")
    .limit(PAGE)
    .select(["r.oid", "a.code", "a.name", "r.locationId", "a.unit", ...cellsOf(REFILL_RULE, "r")]),
);

/** Numbers of rows. */
export const counts = {
  articles: statement((p: TenantFilter) =>
    filteredArticles(p).select(({ fn }) => fn.countAll<number>().as("rows")),
  ),
  stock: statement((p: TenantFilter) =>
    filteredStock(p).select(({ fn }) => fn.countAll<number>().as("rows")),
  ),
};

/** All locations, by name. */
export const locations = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("location")
    .select([
      "oid",
      "name",
      "code",
      "parentLocationId",
      "change",
      userName("location.responsibleUserId").as("responsibleUser"),
    ])
    .where("tenantId", "=", p.tenantId)
    .where("deleted", "=", 0)
    .orderBy("nameFolded")
    .orderBy("oid"),
);

/** All users, by user name, without secrets and service accounts. */
export const users = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("user as u")
    .select(cellsOf(USER, "u"))
    .where("tenantId", "=", p.tenantId)
    .where("kind", "=", "person")
    .orderBy("userNameKey"),
);
