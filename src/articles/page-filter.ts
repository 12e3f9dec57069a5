import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { valueIn } from "../custom-fields/custom-field.ts";
import type { ARTICLE_FILTERS, ArticleFilter } from "../records/article-filters.ts";
import { FOLD } from "../storage/database/connection.ts";
import { parsedRows } from "../storage/database/json.ts";
import type { Reader } from "../storage/database/reader.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { type TermParameters, termConditions } from "./search-terms.ts";

// Filters of a page of articles, and the choice of an index. If a filter matches few articles, its index finds them and they
// are sorted. Otherwise the articles are scanned in page order until the page is full.

type Stored<K> = K extends "flag" ? 0 | 1 : K extends "reference" | "money" ? number : string;

/** The filters by columns of articles and their stock; null: no filter. A price is in ten-thousandths. */
export type ColumnFilters = {
  readonly [N in Exclude<ArticleFilter, "q" | `field${string}`>]: Stored<(typeof ARTICLE_FILTERS)[N]> | null;
};

/** The filters of a page; null: no filter. */
export interface PageFilter extends TermParameters, ColumnFilters {
  readonly tenantId: number;
  /** A custom field, and what its value must be. */
  readonly fieldId: number | null;
  readonly fieldEquals: string | null;
  /** Folded text. */
  readonly fieldContains: string | null;
  /** Inclusive: a number, or a day. */
  readonly fieldFrom: number | string | null;
  readonly fieldTo: number | string | null;
  /** 1: has no value; 0: has one. */
  readonly fieldEmpty: 0 | 1 | null;
}

const HIGHEST = sql.lit(Number.MAX_SAFE_INTEGER);

/** The location itself and all below it. */
const below = (p: PageFilter) =>
  sql`(WITH RECURSIVE below (oid) AS (
    SELECT oid FROM location WHERE oid = ${p.locationId} AND tenantId = ${p.tenantId}
    UNION ALL
    SELECT l.oid FROM below CROSS JOIN location l ON l.tenantId = ${p.tenantId} AND l.parentLocationId = below.oid
  ) SELECT oid FROM below)`;
/** Whether a row of `articleLocation p` is at the location of the filter or below it; true without one. */
export const isAtLocation = (p: PageFilter) => sql`(${p.locationId} IS NULL OR +p.locationId IN ${below(p)})`;
const stockBelow = (p: PageFilter) =>
  sql`FROM articleLocation p WHERE p.tenantId = ${p.tenantId} AND p.locationId IN ${below(p)} AND p.quantity > 0`;
const matching = (p: PageFilter) => sql`FROM articleSearch WHERE articleSearch MATCH ${p.trigrams}`;
/** Articles that contain a term, and articles at locations that contain it. */
const either = (p: PageFilter) =>
  sql`SELECT rowid FROM articleSearch WHERE articleSearch MATCH ${p.eitherTrigrams} UNION ALL
  SELECT p.articleId FROM articleLocation p
  WHERE p.tenantId = ${p.tenantId} AND p.locationId IN (SELECT value FROM json_each(${p.eitherLocations})) AND p.quantity > 0`;
const priced = (p: PageFilter) =>
  sql`a.tenantId = ${p.tenantId} AND a.deleted = 0 AND a.price >= ifnull(${p.priceFrom}, 0) AND a.price <= ifnull(${p.priceTo}, ${HIGHEST})`;

/** All filters, with a search by `wordCount` terms, as a condition on `article as a` for which no index is used. */
export function conditions(p: PageFilter, wordCount: number): RawBuilder<boolean> {
  const equals = (column: string, value: unknown) =>
    sql`(${value} IS NULL OR +${sql.ref(`a.${column}`)} = ${value})`;
  const piecesOf = sql`FROM articleLocation p WHERE p.articleId = a.oid AND p.quantity > 0`;
  const ofStock = {
    noPlace: sql`(${p.noPlace} IS NULL OR EXISTS (SELECT 1 ${piecesOf}) = 1 - ${p.noPlace})`,
    locationId: sql`(${p.locationId} IS NULL OR EXISTS (SELECT 1 ${piecesOf} AND +p.locationId IN ${below(p)}))`,
  };
  // A filter without its condition would match all articles.
  const ofArticle: Readonly<Record<Exclude<keyof ColumnFilters, keyof typeof ofStock>, RawBuilder<unknown>>> =
    {
      categoryId: equals("categoryId", p.categoryId),
      typeId: equals("typeId", p.typeId),
      stateId: equals("stateId", p.stateId),
      userId: equals("userId", p.userId),
      responsibleUserId: equals("responsibleUserId", p.responsibleUserId),
      isDisposal: equals("isDisposal", p.isDisposal),
      priceFrom: sql`+a.price >= ifnull(${p.priceFrom}, 0)`,
      priceTo: sql`+a.price <= ifnull(${p.priceTo}, ${HIGHEST})`,
      warrantyFrom: sql`(${p.warrantyFrom} IS NULL OR a.warrantyEnd >= ${p.warrantyFrom})`,
      warrantyTo: sql`(${p.warrantyTo} IS NULL OR a.warrantyEnd <= ${p.warrantyTo})`,
    };
  const all = [
    ...Object.values(ofArticle),
    ...termConditions(p, wordCount),
    sql`(${p.fieldId} IS NULL OR ${ofField(p)})`,
    ...Object.values(ofStock),
  ];
  return sql<boolean>`${sql.join(all, sql` AND `)}`;
}

/** What the value of a custom field must be. */
function ofField(p: PageFilter): RawBuilder<unknown> {
  const value = valueIn(sql`${p.fieldId}`);
  // Not a number: a text of before a change of the type.
  const number = sql`iif(${value} GLOB '*[^-.0-9]*', NULL, CAST(${value} AS REAL))`;
  const bound = (limit: number | string | null, sign: "<=" | ">=") =>
    sql`(${limit} IS NULL OR iif(typeof(${limit}) = 'text', ${value}, ${number}) ${sql.raw(sign)} ${limit})`;
  return sql`(${p.fieldEmpty} IS NULL OR (${value} IS NULL) = ${p.fieldEmpty})
    AND (${p.fieldEquals} IS NULL OR ${value} = ${p.fieldEquals})
    AND (${p.fieldContains} IS NULL OR instr(${sql.raw(FOLD)}(${value}), ${p.fieldContains}) > 0)
    AND ((${p.fieldFrom} IS NULL AND ${p.fieldTo} IS NULL) OR ${value} IS NOT NULL)
    AND ${bound(p.fieldFrom, ">=")} AND ${bound(p.fieldTo, "<=")}`;
}

/** The filters that have an index: the condition that uses it, and the rows to count. */
const FILTER_INDEXES = {
  words: { where: (p: PageFilter) => sql`a.oid IN (SELECT rowid ${matching(p)})`, rows: matching },
  either: {
    where: (p: PageFilter) => sql`a.oid IN (${either(p)})`,
    rows: (p: PageFilter) => sql`FROM (${either(p)})`,
  },
  locationId: {
    where: (p: PageFilter) => sql`a.oid IN (SELECT p.articleId ${stockBelow(p)})`,
    rows: stockBelow,
  },
  categoryId: byColumn((p) => sql`a.categoryId = ${p.categoryId}`),
  typeId: byColumn((p) => sql`a.typeId = ${p.typeId}`),
  stateId: byColumn((p) => sql`a.stateId = ${p.stateId}`),
  userId: byColumn((p) => sql`a.tenantId = ${p.tenantId} AND a.userId = ${p.userId}`),
  responsibleUserId: byColumn(
    (p) => sql`a.tenantId = ${p.tenantId} AND a.responsibleUserId = ${p.responsibleUserId}`,
  ),
  isDisposal: byColumn((p) => sql`a.tenantId = ${p.tenantId} AND a.isDisposal = 1 AND a.deleted = 0`),
  price: byColumn(priced),
};
/** A filter of the article list that has an index. */
export type FilterIndex = keyof typeof FILTER_INDEXES;

function byColumn(where: (p: PageFilter) => RawBuilder<unknown>) {
  return { where, rows: (p: PageFilter) => sql`FROM article a WHERE ${where(p)}` };
}

/** The condition on `article as a` that uses the filter's index. */
export function indexCondition(by: FilterIndex, p: PageFilter): RawBuilder<boolean> {
  return sql<boolean>`${FILTER_INDEXES[by].where(p)}`;
}

/** Number of articles that are fetched and sorted in a tenth of a second. */
const MAX_SORTED = 100_000;

const NAMES = Object.keys(FILTER_INDEXES) as FilterIndex[];
const counts = statement((p: PageFilter) => {
  const each = NAMES.map(
    (name) =>
      sql`(SELECT count(*) FROM (SELECT 1 ${FILTER_INDEXES[name].rows(p)} LIMIT ${sql.lit(MAX_SORTED + 1)}))`,
  );
  return sqlite.selectNoFrom(sql<string>`json_array(${sql.join(each)})`.as("json"));
});
const Counts = z.tuple([z.array(z.int())]);

/** The filter with the fewest matches; null: no filter, or each matches many articles. */
export async function findMostSelective(reader: Reader, filter: PageFilter): Promise<FilterIndex | null> {
  const filters = NAMES.filter((name) => isGiven(filter, name));
  if (filters.length === 0) return null;
  const [found] = Counts.parse(parsedRows(await reader.rows(counts.bound(disableAbsent(filter)))));
  const best = filters
    .map((name) => ({ name, count: found[NAMES.indexOf(name)] ?? 0 }))
    .sort((a, b) => a.count - b.count)[0];
  return best !== undefined && best.count <= MAX_SORTED ? best.name : null;
}

function isGiven(filter: PageFilter, name: FilterIndex): boolean {
  if (name === "words") return filter.trigrams !== null;
  if (name === "either") return filter.eitherTrigrams !== null;
  if (name === "price") return filter.priceFrom !== null || filter.priceTo !== null;
  // Nearly all articles are not proposed for disposal.
  if (name === "isDisposal") return filter.isDisposal === 1;
  return filter[name] !== null;
}

/** Makes absent filters match nothing, so that counting them is free. No text contains the phrase `""`. */
function disableAbsent(filter: PageFilter): PageFilter {
  const priceFrom = isGiven(filter, "price") ? filter.priceFrom : Number.MAX_SAFE_INTEGER;
  const { trigrams, eitherTrigrams, eitherLocations } = filter;
  return {
    ...filter,
    priceFrom,
    trigrams: trigrams ?? '""',
    eitherTrigrams: eitherTrigrams ?? '""',
    eitherLocations: eitherLocations ?? "[]",
  };
}
