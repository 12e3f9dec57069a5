import { type RawBuilder, sql } from "kysely";
import { Invalid } from "../../domain/errors.ts";
import { hasResults, ITEM_VIEWS, type ItemFilter, type ItemView } from "../../domain/item-views.ts";
import { msg } from "../../domain/message.ts";
import { MAX_SEARCH_WORDS, searchWords } from "../../domain/word-search.ts";
import { oneOf, queryId, searched, searchedOrNull } from "../../http/endpoint/fields.ts";
import { FOLD } from "../../storage/database/connection.ts";
import { sqlite } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { viewCondition } from "./item-sql.ts";
import { foundLocation } from "./second-count-sql.ts";

// The filters of the items of one inventory. They have no index: a scan of 100 000 items takes 16 ms with cached pages, and an
// index of the results would be written with each count.

/** The query parameters of a filter. */
export const itemFilterFields = () => ({
  view: oneOf(ITEM_VIEWS).optional(),
  locationId: queryId().optional(),
  userId: queryId().optional(),
  categoryId: queryId().optional(),
  q: searchedOrNull().optional(),
});

/** The parameters that select the items of a change: no words in `q` would select all. */
export const itemSelectionFields = () => ({ ...itemFilterFields(), q: searched().optional() });

/** The description of these parameters. */
export const ITEM_FILTER =
  "`view`: default `all`, from Processing of results on without unexpected items that are neither found any more nor to be recounted. `needsDecision`: items to be recounted, items whose stock has moved without a decision, and in Processing of results the differences that are not approved. `differences`: items with a result other than `foundAsExpected`. A result: the items with it. `toRecount`: `isToRecount`. `secondCount`: `needsSecondCount`. `moved`: `movedDT` without a `decision`, of the items in `all`. `notApproved`: not `isApproved`. `locationId`: expected or found at the location or any below it. `userId`: counted last by the user. `categoryId`: of the article. `q`: up to 16 words in any order. Each must be part of the article's code or name or of the note. Case and accents are ignored. A filter with an unknown id matches no items.";

/** The filter of a request. */
export interface ItemFilterParams {
  readonly view?: ItemView | undefined;
  readonly locationId?: number | undefined;
  readonly userId?: number | undefined;
  readonly categoryId?: number | undefined;
  readonly q?: string | null | undefined;
}

/** The filter of a request. Throws Invalid on too many words. */
export function itemFilterOf(params: ItemFilterParams, { inventoryStateId }: InventoryRecord): ItemFilter {
  const words = searchWords(params.q ?? "");
  if (words.length > MAX_SEARCH_WORDS) {
    throw Invalid.field("q", msg("must have at most {max} different words", { max: MAX_SEARCH_WORDS }));
  }
  return {
    view: params.view ?? "all",
    hasResults: hasResults(inventoryStateId),
    locationId: params.locationId ?? null,
    userId: params.userId ?? null,
    categoryId: params.categoryId ?? null,
    words,
  };
}

/** The fixed part of a filter: each shape has its own statements. */
export type FilterShape = Pick<ItemFilter, "hasResults"> & {
  /** Null: any item, whatever views it is in. */
  readonly view: ItemView | null;
  readonly wordCount: number;
  /** Words are searched in all articles at once, not in the article of each item. */
  readonly scansArticles: boolean;
};

/** The shape of a filter for few items, such as a range. */
export function shapeOf({ view, hasResults, words }: ItemFilter): FilterShape {
  return { view, hasResults, wordCount: words.length, scansArticles: false };
}

/** The name of a shape, as a part of a statement's name. */
export function shapeName({ view, hasResults, wordCount, scansArticles }: FilterShape): string {
  return `${view} ${hasResults} ${wordCount} ${scansArticles}`;
}

/** The parameters of a filtered statement. */
export interface FilterValues {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly locationId: number | null;
  readonly userId: number | null;
  readonly categoryId: number | null;
  readonly [word: `word${number}`]: string;
}

/** The values of a filter for the items of an inventory. */
export function filterValues(tenantId: number, inventoryId: number, filter: ItemFilter): FilterValues {
  const { locationId, userId, categoryId, words } = filter;
  const each = Object.fromEntries(words.map((word, at) => [`word${at}`, word]));
  return { ...each, tenantId, inventoryId, locationId, userId, categoryId };
}

/** The items of an inventory that match a filter, as `i`. */
export function matchingItems(shape: FilterShape, p: FilterValues) {
  return sqlite
    .selectFrom("inventoryItem as i")
    .where("i.inventoryId", "=", p.inventoryId)
    .where(filterCondition(shape, p));
}

/** The condition on `inventoryItem as i` that it matches the filter. */
function filterCondition(shape: FilterShape, p: FilterValues): RawBuilder<boolean> {
  const { view, hasResults, wordCount, scansArticles } = shape;
  const below = locationsBelow(p);
  const ofArticle = (column: string) =>
    sql`(SELECT ${sql.ref(column)} FROM ${sql.table("article")} WHERE oid = i.articleId)`;
  const inArticle = (word: string | undefined) => {
    const article = sql`FROM ${sql.table("article")} AS a`;
    const hasWord = sql`(instr(a.nameFolded, ${word}) > 0 OR instr(a.codeFolded, ${word}) > 0)`;
    // The tenant without an index: articles are read in the order of storage.
    if (scansArticles)
      return sql`+i.articleId IN (SELECT a.oid ${article} WHERE +a.tenantId = ${p.tenantId} AND ${hasWord})`;
    return sql`EXISTS (SELECT 1 ${article} WHERE a.oid = i.articleId AND ${hasWord})`;
  };
  const contains = (word: string | undefined) => sql`(${inArticle(word)}
    OR (i.note IS NOT NULL AND instr(${sql.raw(FOLD)}(i.note), ${word}) > 0))`;
  const all = [
    sql`+i.tenantId = ${p.tenantId}`,
    view === null ? sql`true` : viewCondition(view, hasResults),
    sql`(${p.userId} IS NULL OR +i.countedBy = ${p.userId})`,
    sql`(${p.categoryId} IS NULL OR ${ofArticle("categoryId")} = ${p.categoryId})`,
    sql`(${p.locationId} IS NULL OR +i.locationId IN ${below} OR ${foundLocation()} IN ${below})`,
    ...Array.from({ length: wordCount }, (_, at) => contains(p[`word${at}`])),
  ];
  return sql<boolean>`${sql.join(all, sql` AND `)}`;
}

/** The location of the filter and all below it. */
function locationsBelow(p: FilterValues): RawBuilder<unknown> {
  const location = sql.table("location");
  return sql`(WITH RECURSIVE below (oid) AS (
    SELECT oid FROM ${location} WHERE oid = ${p.locationId} AND tenantId = ${p.tenantId}
    UNION
    SELECT l.oid FROM below CROSS JOIN ${location} l ON l.tenantId = ${p.tenantId} AND l.parentLocationId = below.oid
  ) SELECT oid FROM below)`;
}
