import { type RawBuilder, sql } from "kysely";
import { articleStateName } from "../catalogue/article-states.ts";
import { inEachLocale, type Locale } from "../i18n/locales.ts";
import { ARTICLE } from "../records/article.ts";
import type { CatalogueName } from "../records/catalogues.ts";
import { columnOf, fieldsIn } from "../records/record.ts";
import { elementsOf, jsonObject, jsonValue, listProperties, object } from "../storage/database/json.ts";
import { writtenColumns } from "../storage/database/schema.ts";
import { sqlite, statement, type Tx, withoutIndex } from "../storage/database/statement.ts";
import { insertInto, updateTable, type Values } from "../storage/database/table-statements.ts";
import type { Article, ArticleDetail } from "./shapes.ts";

// Article queries. Each filters by tenant and excludes deleted articles.

/** The list shape of `article as a`. */
export function articleJson() {
  return jsonObject<Article>(articleProperties());
}

/** The properties of the list shape, for extended shapes. */
export function articleProperties() {
  return { oid: sql.ref<number>("a.oid"), ...listProperties(ARTICLE, "a") };
}

/** The articles of a tenant without deleted ones, as `a`. */
export function articlesOf(tenantId: number) {
  return sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", tenantId)
    .where("a.deleted", "=", sql.lit(0));
}

/** These articles without deleted ones, as `a`, in the order of `oids`, a JSON array. */
export function articlesByOids(p: { tenantId: number; oids: string }) {
  return sqlite
    .selectFrom(sql<{ key: number; value: number }>`json_each(${p.oids})`.as("requested"))
    .innerJoin("article as a", "a.oid", "requested.value")
    .where(withoutIndex("a.tenantId"), "=", p.tenantId)
    .where(withoutIndex("a.deleted"), "=", 0)
    .orderBy("requested.key");
}

/** The catalogue record that `column` refers to, as `{ oid, name }`. */
function named(table: CatalogueName, column: string, language: Locale) {
  const name = lookUp<string>(table, "name", column);
  return object<{ oid: number; name: string }>({
    oid: sql.ref(column),
    name: table === "articleState" ? articleStateName(sql.ref(column), name, language) : name,
  });
}

const unlessNull = (column: string, shown: RawBuilder<unknown>) =>
  sql`iif(${sql.ref(column)} IS NULL, NULL, ${shown})`;

/** One column of the record that `column` refers to. A scalar subquery, because a join takes three times as long here. */
function lookUp<T>(table: CatalogueName, field: "name" | "change", column: string) {
  return sql<T>`(SELECT ${sql.ref(field)} FROM ${sql.table(table)} WHERE oid = ${sql.ref(column)})`;
}

/** The references of a detail that it shows with their names. */
function namedReferences(part: "detail" | "full") {
  return fieldsIn(ARTICLE, part).flatMap(([name, field]) =>
    field.kind === "reference" && field.named !== undefined
      ? [{ property: field.named, table: field.to as CatalogueName, column: `a.${columnOf(name, field)}` }]
      : [],
  );
}

type Properties<T> = { readonly [K in keyof T]-?: RawBuilder<T[K]> };

/** The properties of a detail of `article as a`, for jsonObject: of `T` the fields that the part has. */
export function detailProperties<T>(part: "detail" | "full", language: Locale): Properties<T> {
  const references = namedReferences(part);
  const properties = fieldsIn(ARTICLE, part).flatMap(([name, field]) => {
    const column = `a.${columnOf(name, field)}`;
    const reference = references.find((one) => one.column === column);
    if (reference === undefined) return [[name, jsonValue(column, field)]];
    const record = named(reference.table, column, language);
    return [[reference.property, field.isNullable ? unlessNull(column, record) : record]];
  });
  return { oid: sql.ref<number>("a.oid"), ...Object.fromEntries(properties) } as Properties<T>;
}

/** The changes of the article and of the catalogue records in its detail. */
export function shownChanges(part: "detail" | "full") {
  return [
    sql.ref<number>("a.change"),
    ...namedReferences(part).map(
      ({ table, column }) => sql`ifnull(${lookUp<number>(table, "change", column)}, 0)`,
    ),
  ];
}

function details(tenantId: number, language: Locale) {
  return articlesOf(tenantId).select([
    "a.change",
    sql<number>`max(${sql.join(shownChanges("detail"))})`.as("shown"),
    jsonObject<ArticleDetail>(detailProperties<ArticleDetail>("detail", language)).as("json"),
  ]);
}

export const detailById = inEachLocale((language) =>
  statement((p: { tenantId: number; oid: number }) =>
    details(p.tenantId, language).where("a.oid", "=", p.oid),
  ),
);
export const detailByCode = inEachLocale((language) =>
  statement((p: { tenantId: number; code: string }) =>
    details(p.tenantId, language).where("a.code", "=", p.code),
  ),
);
export const listedArticle = statement((p: { tenantId: number; oid: number }) =>
  articlesOf(p.tenantId)
    .where("a.oid", "=", p.oid)
    .select(["a.change", articleJson().as("json")]),
);
export const recordById = statement((p: { tenantId: number; oid: number }) =>
  articlesOf(p.tenantId).where("a.oid", "=", p.oid).selectAll("a"),
);
export const recordByCode = statement((p: { tenantId: number; code: string }) =>
  articlesOf(p.tenantId).where("a.code", "=", p.code).selectAll("a"),
);
export const idByCode = statement((p: { tenantId: number; code: string }) =>
  articlesOf(p.tenantId).where("a.code", "=", p.code).select("a.oid"),
);
export const idsBySerial = statement((p: { tenantId: number; text: string; limit: number }) =>
  articlesOf(p.tenantId).where("a.serialFolded", "=", p.text).select("a.oid").limit(p.limit),
);
export const idsByRfId = statement((p: { tenantId: number; text: string; limit: number }) =>
  articlesOf(p.tenantId).where("a.rfIdFolded", "=", p.text).select("a.oid").limit(p.limit),
);
export const countArticles = statement((p: { tenantId: number }) =>
  articlesOf(p.tenantId).select(({ fn }) => fn.countAll<number>().as("articles")),
);

/** The columns that requests write: all but the oid and those of triggers. */
const COLUMNS = writtenColumns(ARTICLE);
export type ArticleColumns = Values<"article", (typeof COLUMNS)[number]>;

export const insert = insertInto("article", COLUMNS);
/** Inserts articles in their order. `rows`: values of ArticleColumns (JSON). */
const insertRows = statement((p: { rows: string }) =>
  sqlite
    .insertInto("article")
    .columns(COLUMNS)
    .expression(
      sqlite
        .selectFrom(elementsOf(p.rows).as("added"))
        .select(COLUMNS.map((column, index) => sql`added.value ->> ${sql.lit(index)}`.as(column))),
    )
    .returning("oid"),
);

/** Inserts articles; returns their oids in the same order. One statement is faster than many: SQLite copies each page once. */
export function insertMany(tx: Tx, articles: readonly ArticleColumns[]): number[] {
  const rows = JSON.stringify(articles.map((article) => COLUMNS.map((column) => article[column])));
  tx.recordWrite("article");
  // AUTOINCREMENT: each oid is greater than the ones before.
  return insertRows
    .all(tx, { rows })
    .map(({ oid }) => oid)
    .sort((a, b) => a - b);
}

export const update = updateTable("article", { set: COLUMNS, where: ["oid", "tenantId"] });

/** Deletes a rejected proposal; the reason stays readable. */
export const reject = updateTable("article", {
  set: ["rejectReason", "modifiedDT", "modifiedBy", "change"],
  to: { deleted: 1 },
  where: ["oid", "tenantId"],
});
