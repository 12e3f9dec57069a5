import { type Compilable, type RawBuilder, sql } from "kysely";
import { articleStateName } from "../catalogue/article-states.ts";
import type { Locale } from "../domain/message.ts";
import { fold } from "../domain/text-folding.ts";
import { restRank } from "../domain/word-search.ts";
import type { CodedReference } from "../http/endpoint/references.ts";
import { jsonObject } from "../storage/database/json.ts";
import { type Statement, sqlite, statement } from "../storage/database/statement.ts";
import { withoutIndex } from "../storage/database/without-index.ts";
import { conditions, type Filter, type Lead, leading } from "./page-filter.ts";
import { RANK_LENGTH, rankColumn, rankRange, rankText, relevanceKey } from "./page-messages.ts";
import type { ArticleRow } from "./shapes.ts";
import { articleProperties, articlesNamed, articlesOf } from "./store.ts";

// The queries of a page of articles. Each gives `[oid, key]` of its rows, the key being what it is ordered by.

/** How articles are ordered by a field. */
interface Order {
  readonly key: string | ((p: Filter, wordCount: number) => RawBuilder<unknown>);
  /** Articles without a key come last. */
  readonly mayBeNull?: boolean;
}

/** The folded name of the record that a column refers to; no index has this order. */
const nameIn = (table: "articleCategory" | "articleType" | "articleState", column: string) => () =>
  sql`(SELECT r.nameFolded FROM ${sql.table(table)} r WHERE r.oid = ${sql.ref(`a.${column}`)})`;
const personIn = (column: "userId" | "responsibleUserId") => ({
  key: () => sql`(SELECT u.fullNameFolded FROM user u WHERE u.oid = ${sql.ref(`a.${column}`)})`,
  mayBeNull: true,
});

// Articles get their oid when they are created, and the number of the transaction whenever they are changed, so these are
// the orders of those times.
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
const ORDERS = { en: ordersIn("en"), cs: ordersIn("cs") };
type Field = keyof (typeof ORDERS)["en"];
const RELEVANCE: Order = { key: relevanceKey };
/** The orders; `relevance` only with a search by words. */
export type Sort = Field | `-${Field}` | "relevance";
export const SORTS = [
  ...Object.keys(ORDERS.en).flatMap((field) => [field, `-${field}`]),
  "relevance",
] as Sort[];

/** How a sort orders articles; the global states have names in each language. */
export function orderBy(sort: Sort, language: Locale): Order {
  return sort === "relevance" ? RELEVANCE : ORDERS[language][sort.replace("-", "") as Field];
}

/** True if an index has the order, so that articles can be read in it. */
export const isIndexed = (sort: Sort): boolean => typeof orderBy(sort, "en").key === "string";

/** The parts of an order: those with the same key as the last one, those beyond it; all; those without a key, which come last. */
export type Part = "tied" | "beyond" | "all" | "keyless" | "keylessBeyond";
/** After which key and oid it goes on, and how many rows are wanted at most. */
export type Step = Filter & { readonly key: string | number; readonly oid: number; readonly most: number };
type Read = Statement<Step, { json: unknown }>;

/** So many articles are looked at in the order of a page, one by one; then it is quicker to look at all as they lie. */
const WALKED = 5000;

const made = new Map<string, Read>();

/** A query by its name; of all the hundreds few are ever asked for. */
function kept(name: string, build: (p: Step) => Compilable<{ json: unknown }>): Read {
  const found = made.get(name) ?? statement(build);
  made.set(name, found);
  return found;
}

/** The part as a condition and an order; `isFree`: so that no index is chosen for them. */
function orderOf(
  sort: Sort,
  language: Locale,
  part: Part,
  p: Step,
  { isFree, wordCount = 0 }: { readonly isFree: boolean; readonly wordCount?: number },
) {
  const isDescending = sort.startsWith("-");
  const sign = sql.raw(isDescending ? "<" : ">");
  const { key: by } = orderBy(sort, language);
  const column = typeof by === "string" ? sql.ref(`a.${by}`) : by(p, wordCount);
  const key: RawBuilder<unknown> = isFree ? sql`+${column}` : column;
  const oid: RawBuilder<unknown> = isFree ? withoutIndex("a.oid") : sql.ref("a.oid");
  const conditionOf: Readonly<Record<Part, RawBuilder<unknown>>> = {
    // Never null, and worked out for each row.
    all: sort === "relevance" ? sql`true` : sql`${key} IS NOT NULL`,
    tied: sql`${key} = ${p.key} AND ${oid} ${sign} ${p.oid}`,
    beyond: sql`${key} ${sign} ${p.key}`,
    keyless: sql`${key} IS NULL`,
    keylessBeyond: sql`${key} IS NULL AND ${oid} ${sign} ${p.oid}`,
  };
  const where = sql<boolean>`${conditionOf[part]}`;
  return { where, column, key, oid, direction: isDescending ? ("desc" as const) : ("asc" as const) };
}

/** The part by the index of its order, whatever the filter. */
function inOrder(sort: Sort, part: Part, p: Step, range: RawBuilder<unknown> | null = null) {
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

/** What the filter lets through of the first articles of the part; CROSS JOIN goes through them in their order. */
export const walked = (sort: Sort, part: Part, wordCount: number) =>
  kept(`walked ${sort} ${part} ${wordCount}`, (p) =>
    walkedIn(inOrder(sort, part, p), p)
      .where(conditions(p, wordCount))
      .select(sql`json_array(w.oid, w.key)`.as("json")),
  );

/** A row where the part has more articles than are walked through. */
export const isLonger = (sort: Sort, part: Part) =>
  kept(`isLonger ${sort} ${part}`, (p) => rowBeyond(inOrder(sort, part, p)));

/** The same as `walked` for the articles of one rank of a search, by the index of the code or of the name. */
export const walkedOfRank = (rank: number, part: Part, wordCount: number) =>
  kept(`walked rank ${rank} ${part} ${wordCount}`, (p) => {
    const key = relevanceKey(p, wordCount);
    return walkedIn(ofRank(rank, part, p, wordCount), p)
      .where(conditions(p, wordCount))
      .where(sql<boolean>`substr(${key}, 1, ${sql.lit(RANK_LENGTH)}) = ${sql.lit(rankText(rank))}`)
      .select(sql`json_array(w.oid, ${sql.lit(rankText(rank))} || w.key)`.as("json"));
  });

/** The same as `isLonger` for one rank. */
export const isRankLonger = (rank: number, part: Part, wordCount: number) =>
  kept(`isLonger rank ${rank} ${part} ${wordCount}`, (p) => rowBeyond(ofRank(rank, part, p, wordCount)));

type InOrder = ReturnType<typeof inOrder>;

function ofRank(rank: number, part: Part, p: Step, wordCount: number): InOrder {
  const sort = rankColumn(rank, wordCount) === "codeFolded" ? "code" : "name";
  const range = rank === restRank(wordCount) ? null : rankRange(p, rank, wordCount, part !== "all");
  return inOrder(sort, part, p, range);
}

const walkedIn = (all: InOrder, p: Step) =>
  sqlite
    .selectFrom(all.limit(sql.lit(WALKED)).as("w"))
    .crossJoin("article as a")
    .whereRef("a.oid", "=", "w.oid")
    .limit(p.most);

const rowBeyond = (all: InOrder) =>
  sqlite.selectFrom(all.limit(1).offset(sql.lit(WALKED)).as("w")).select(sql`1`.as("json"));

/** The part of what the filter lets through, found by the index of one of its conditions (null: of none) and sorted. */
export const sorted = (sort: Sort, language: Locale, part: Part, by: Lead | null, wordCount: number) =>
  kept(`sorted ${sort} ${language} ${part} ${by} ${wordCount}`, (p) => {
    const order = orderOf(sort, language, part, p, { isFree: true, wordCount });
    const { where, column, key, oid, direction } = order;
    return filtered(by, p, wordCount)
      .where(where)
      .orderBy(key, direction)
      .orderBy(oid, direction)
      .limit(p.most)
      .select(sql`json_array(a.oid, ${column})`.as("json"));
  });

/** How many the filter lets through, found in the same way. */
export const counted = (by: Lead | null, wordCount: number) =>
  kept(`counted ${by} ${wordCount}`, (p) => filtered(by, p, wordCount).select(sql`count(*)`.as("json")));

/** How many articles there are without a filter. */
export const countedAll = statement((p: { tenantId: number }) =>
  articlesOf(p.tenantId).select(sql`count(*)`.as("json")),
);

function filtered(by: Lead | null, p: Filter, wordCount: number) {
  const all = sqlite
    .selectFrom("article as a")
    .where(withoutIndex("a.tenantId"), "=", p.tenantId)
    .where(withoutIndex("a.deleted"), "=", 0)
    .where(conditions(p, wordCount));
  return by === null ? all : all.where(leading(by, p));
}

const pieces = sql`FROM articleLocation p WHERE p.articleId = a.oid AND p.quantity > 0`;

/** The rows of a page, by their oids as a JSON array. */
export const rows = statement((p: { tenantId: number; oids: string }) =>
  articlesNamed(p).select(
    jsonObject<ArticleRow>({
      ...articleProperties(),
      currencyId: sql.ref("a.currencyTypeId"),
      quantity: sql<number>`(SELECT ifnull(sum(p.quantity), 0) ${pieces})`,
      places: sql<number>`(SELECT count(*) ${pieces})`,
      location: sql<CodedReference | null>`json((
        SELECT json_object('oid', l.oid, 'name', l.name, 'code', l.code)
        FROM articleLocation p JOIN location l ON l.oid = p.locationId
        WHERE p.articleId = a.oid AND p.quantity > 0 ORDER BY p.quantity DESC, p.oid LIMIT 1))`,
    }).as("json"),
  ),
);
