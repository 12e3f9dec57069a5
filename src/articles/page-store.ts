import { type Compilable, type RawBuilder, sql } from "kysely";
import { articleStateName } from "../catalogue/article-states.ts";
import { fold } from "../domain/text-folding.ts";
import { restRank } from "../domain/word-search.ts";
import type { CodedReference } from "../http/endpoint/references.ts";
import { inEachLocale, type Locale } from "../i18n/locales.ts";
import { jsonObject } from "../storage/database/json.ts";
import { type Statement, sqlite, statement, withoutIndex } from "../storage/database/statement.ts";
import {
  conditions,
  type FilterIndex,
  indexCondition,
  isAtLocation,
  type PageFilter,
} from "./page-filter.ts";
import { RANK_LENGTH, rankColumn, rankRange, rankText, relevanceKey } from "./search-terms.ts";
import type { ArticleRow } from "./shapes.ts";
import { articleProperties, articlesByOids, articlesOf } from "./store.ts";

// The queries of a page of articles. Each returns `[oid, key]` of its rows; `key` is the sort key.

/** The order of articles by a field. */
interface Order {
  readonly key: string | ((p: PageFilter, wordCount: number) => RawBuilder<unknown>);
  /** Articles without a key come last. */
  readonly mayBeNull?: boolean;
}

/** The folded name of the referenced record. No index has this order. */
const nameIn = (table: "articleCategory" | "articleType" | "articleState", column: string) => () =>
  sql`(SELECT r.nameFolded FROM ${sql.table(table)} r WHERE r.oid = ${sql.ref(`a.${column}`)})`;
const personIn = (column: "userId" | "responsibleUserId") => ({
  key: () => sql`(SELECT u.fullNameFolded FROM user u WHERE u.oid = ${sql.ref(`a.${column}`)})`,
  mayBeNull: true,
});

// The oid grows with the creation time, and `change` (the number of the transaction) with the modification time.
const ordersIn = (language: Locale) => ({
  name: { key: "nameFolded" },
  code: { key: "codeFolded", mayBeNull: true },
  price: { key: "price" },
  category: { key: nameIn("articleCategory", "categoryId") },
  type: { key: nameIn("articleType", "typeId") },
  state: {
    key: () => articleStateName(sql.ref("a.stateId"), nameIn("articleState", "stateId")(), language, fold),
  },
  user: personIn("userId"),
  responsibleUser: personIn("responsibleUserId"),
  createdDT: { key: "oid" },
  modifiedDT: { key: "change" },
  oid: { key: "oid" },
});
const ORDERS = inEachLocale(ordersIn);
type Field = keyof (typeof ORDERS)["en"];
const RELEVANCE: Order = { key: relevanceKey };
/** The sort orders. `relevance` needs a search by words. */
export type Sort = Field | `-${Field}` | "relevance";
export const SORTS = [
  ...Object.keys(ORDERS.en).flatMap((field) => [field, `-${field}`]),
  "relevance",
] as Sort[];

/** The order of a sort. Global states have a name in each language. */
export function orderBy(sort: Sort, language: Locale): Order {
  return sort === "relevance" ? RELEVANCE : ORDERS[language][sort.replace("-", "") as Field];
}

/** True if an index has this order. */
export const isIndexed = (sort: Sort): boolean => typeof orderBy(sort, "en").key === "string";

/** The parts of an order: rows with the same key as the last one, rows after it; all rows; rows without a key, which come last. */
export type PagePart = "tied" | "beyond" | "all" | "keyless" | "keylessBeyond";
/** The key and oid after which to continue, and the maximum number of rows. */
export type PageStep = PageFilter & {
  readonly key: string | number;
  readonly oid: number;
  readonly limit: number;
};
type Read = Statement<PageStep, { json: unknown }>;

/** Maximum articles scanned in page order. Beyond it, filtering and sorting all articles is faster. */
const MAX_SCANNED = 5000;

const reads = new Map<string, Read>();

/** A statement by name, built on first use: only few of the hundreds are ever used. */
function cachedRead(name: string, build: (p: PageStep) => Compilable<{ json: unknown }>): Read {
  const found = reads.get(name) ?? statement(build);
  reads.set(name, found);
  return found;
}

/** Condition and order of a part. `isFree`: no index is used for them. */
function orderOf(
  sort: Sort,
  language: Locale,
  part: PagePart,
  p: PageStep,
  { isFree, wordCount = 0 }: { readonly isFree: boolean; readonly wordCount?: number },
) {
  const isDescending = sort.startsWith("-");
  const sign = sql.raw(isDescending ? "<" : ">");
  const { key: by } = orderBy(sort, language);
  const column = typeof by === "string" ? sql.ref(`a.${by}`) : by(p, wordCount);
  const key: RawBuilder<unknown> = isFree ? sql`+${column}` : column;
  const oid: RawBuilder<unknown> = isFree ? withoutIndex("a.oid") : sql.ref("a.oid");
  const conditionOf: Readonly<Record<PagePart, RawBuilder<unknown>>> = {
    // Never null, and evaluated for each row.
    all: sort === "relevance" ? sql`true` : sql`${key} IS NOT NULL`,
    tied: sql`${key} = ${p.key} AND ${oid} ${sign} ${p.oid}`,
    beyond: sql`${key} ${sign} ${p.key}`,
    keyless: sql`${key} IS NULL`,
    keylessBeyond: sql`${key} IS NULL AND ${oid} ${sign} ${p.oid}`,
  };
  const where = sql<boolean>`${conditionOf[part]}`;
  return { where, column, key, oid, direction: isDescending ? ("desc" as const) : ("asc" as const) };
}

/** A part in index order, without the filter. */
function inOrder(sort: Sort, part: PagePart, p: PageStep, range: RawBuilder<unknown> | null = null) {
  const { where, column, key, oid, direction } = orderOf(sort, "en", part, p, { isFree: false });
  return sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", p.tenantId)
    .where("a.deleted", "=", sql.lit(0))
    .where(range === null ? where : sql<boolean>`${where} AND ${range}`)
    .orderBy(key, direction)
    .orderBy(oid, direction)
    .select(["a.oid", sql`${column}`.as("key")]);
}

/** The filter's matches among the first articles of the part. CROSS JOIN scans them in order. */
export const scannedMatches = (sort: Sort, part: PagePart, wordCount: number) =>
  cachedRead(`walked ${sort} ${part} ${wordCount}`, (p) =>
    scanIn(inOrder(sort, part, p), p)
      .where(conditions(p, wordCount))
      .select(sql`json_array(w.oid, w.key)`.as("json")),
  );

/** Returns a row if the part has more articles than are scanned. */
export const hasMoreToScan = (sort: Sort, part: PagePart) =>
  cachedRead(`isLonger ${sort} ${part}`, (p) => rowBeyond(inOrder(sort, part, p)));

/** Like `scanned`, for one rank of a search, by the index of the code or name. */
export const scannedOfRank = (rank: number, part: PagePart, wordCount: number) =>
  cachedRead(`walked rank ${rank} ${part} ${wordCount}`, (p) => {
    const key = relevanceKey(p, wordCount);
    return scanIn(ofRank(rank, part, p, wordCount), p)
      .where(conditions(p, wordCount))
      .where(sql<boolean>`substr(${key}, 1, ${sql.lit(RANK_LENGTH)}) = ${sql.lit(rankText(rank))}`)
      .select(sql`json_array(w.oid, ${sql.lit(rankText(rank))} || w.key)`.as("json"));
  });

/** Like `hasMoreToScan`, for one rank. */
export const rankHasMoreToScan = (rank: number, part: PagePart, wordCount: number) =>
  cachedRead(`isLonger rank ${rank} ${part} ${wordCount}`, (p) =>
    rowBeyond(ofRank(rank, part, p, wordCount)),
  );

type OrderedQuery = ReturnType<typeof inOrder>;

function ofRank(rank: number, part: PagePart, p: PageStep, wordCount: number): OrderedQuery {
  const sort = rankColumn(rank, wordCount) === "codeFolded" ? "code" : "name";
  const range = rank === restRank(wordCount) ? null : rankRange(p, rank, wordCount, part !== "all");
  return inOrder(sort, part, p, range);
}

const scanIn = (all: OrderedQuery, p: PageStep) =>
  sqlite
    .selectFrom(all.limit(sql.lit(MAX_SCANNED)).as("w"))
    .crossJoin("article as a")
    .whereRef("a.oid", "=", "w.oid")
    .limit(p.limit);

const rowBeyond = (all: OrderedQuery) =>
  sqlite.selectFrom(all.limit(1).offset(sql.lit(MAX_SCANNED)).as("w")).select(sql`1`.as("json"));

/** A part of the filter's matches, sorted. `by`: the filter whose index finds them; null: none. */
export const sortedMatches = (
  sort: Sort,
  language: Locale,
  part: PagePart,
  by: FilterIndex | null,
  wordCount: number,
) =>
  cachedRead(`sorted ${sort} ${language} ${part} ${by} ${wordCount}`, (p) => {
    const order = orderOf(sort, language, part, p, { isFree: true, wordCount });
    return sortedIn(order, by, p, wordCount).select(sql`json_array(a.oid, ${order.column})`.as("json"));
  });

/** Like `sortedMatches`, with the ids alone. */
export const matchingIds = (
  sort: Sort,
  language: Locale,
  part: PagePart,
  by: FilterIndex | null,
  wordCount: number,
) =>
  cachedRead(`ids ${sort} ${language} ${part} ${by} ${wordCount}`, (p) =>
    sortedIn(orderOf(sort, language, part, p, { isFree: true, wordCount }), by, p, wordCount).select(
      sql`a.oid`.as("json"),
    ),
  );

/** The number of the filter's matches. `by` as for `sorted`. */
export const matchCount = (by: FilterIndex | null, wordCount: number) =>
  cachedRead(`counted ${by} ${wordCount}`, (p) =>
    filtered(by, p, wordCount).select(sql`count(*)`.as("json")),
  );

/** The number of articles without a filter. */
export const articleCount = statement((p: { tenantId: number }) =>
  articlesOf(p.tenantId).select(sql`count(*)`.as("json")),
);

function sortedIn(
  { where, key, oid, direction }: ReturnType<typeof orderOf>,
  by: FilterIndex | null,
  p: PageStep,
  wordCount: number,
) {
  return filtered(by, p, wordCount)
    .where(where)
    .orderBy(key, direction)
    .orderBy(oid, direction)
    .limit(p.limit);
}

function filtered(by: FilterIndex | null, p: PageFilter, wordCount: number) {
  const all = sqlite
    .selectFrom("article as a")
    .where(withoutIndex("a.tenantId"), "=", p.tenantId)
    .where(withoutIndex("a.deleted"), "=", 0)
    .where(conditions(p, wordCount));
  return by === null ? all : all.where(indexCondition(by, p));
}

const pieces = sql`FROM articleLocation p WHERE p.articleId = a.oid AND p.quantity > 0`;

type Articles = ReturnType<typeof articlesOf>;

/**
 * `[currencyTypeId, articles, pieces, value, unit]` of some articles, for each currency and unit; the value in ten-thousandths.
 * `where`: the pieces that count.
 */
function totalsOf(articles: Articles, where: RawBuilder<unknown>) {
  const counted = articles.select([
    "a.currencyTypeId",
    "a.unit",
    "a.price",
    sql<number>`(SELECT ifnull(sum(p.quantity), 0) ${pieces} AND ${where})`.as("pieces"),
  ]);
  return (
    sqlite
      // Without a limit SQLite would look up the pieces of each article twice.
      .selectFrom(counted.limit(sql.lit(-1)).as("t"))
      .groupBy(["t.currencyTypeId", "t.unit"])
      .orderBy("t.currencyTypeId")
      // `total` of reals: a sum of integers may be too large for one.
      .select(
        sql`json_array(t.currencyTypeId, count(*), sum(t.pieces), total(1.0 * t.price * t.pieces), t.unit)`.as(
          "json",
        ),
      )
  );
}

/** The totals of the filter's matches. `by` as for `sorted`. */
export const matchTotals = (by: FilterIndex | null, wordCount: number) =>
  cachedRead(`totals ${by} ${wordCount}`, (p) => totalsOf(filtered(by, p, wordCount), isAtLocation(p)));

/** The totals without a filter. */
export const articleTotals = statement((p: { tenantId: number }) =>
  totalsOf(articlesOf(p.tenantId), sql`true`),
);

/** The rows of a page. `oids` is a JSON array. */
export const pageRows = statement((p: { tenantId: number; oids: string }) =>
  articlesByOids(p).select(
    jsonObject<ArticleRow>({
      ...articleProperties(),
      currencyId: sql.ref("a.currencyTypeId"),
      quantity: sql<number>`(SELECT ifnull(sum(p.quantity), 0) ${pieces})`,
      unit: sql.ref("a.unit"),
      places: sql<number>`(SELECT count(*) ${pieces})`,
      location: sql<CodedReference | null>`json((
        SELECT json_object('oid', l.oid, 'name', l.name, 'code', l.code)
        FROM articleLocation p JOIN location l ON l.oid = p.locationId
        WHERE p.articleId = a.oid AND p.quantity > 0 ORDER BY p.quantity DESC, p.oid LIMIT 1))`,
      photoId: sql<number | null>`(SELECT max(p.oid) FROM photo p WHERE p.articleId = a.oid
        AND p.isAttachment = 0 AND p.deleted = 0)`,
      heldBy: sql<{ id: number; fullName: string } | null>`json((
        SELECT json_object('id', u.oid, 'fullName', u.fullName)
        FROM custody c JOIN user u ON u.oid = c.userId WHERE c.articleId = a.oid AND c.endedDT IS NULL))`,
    }).as("json"),
  ),
);
