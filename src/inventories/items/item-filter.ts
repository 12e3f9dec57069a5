import { type RawBuilder, sql } from "kysely";
import { Invalid } from "../../domain/errors.ts";
import { hasResults, ITEM_VIEWS, type ItemFilter, type ItemView } from "../../domain/item-views.ts";
import { msg } from "../../domain/message.ts";
import { MAX_SEARCH_WORDS, searchWords } from "../../domain/word-search.ts";
import { oneOf, queryId, textOrNull } from "../../http/endpoint/fields.ts";
import { FOLD } from "../../storage/database/functions.ts";
import { sqlite } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { viewCondition } from "./item-sql.ts";

// The filters of the items of one inventory. No index is used for them: a scan of 100 000 items takes 16 ms in the reader
// thread, and an index of the results would be written with each count.

/** The query parameters of a filter. */
export const itemFilterFields = () => ({
  view: oneOf(ITEM_VIEWS).optional(),
  locationId: queryId().optional(),
  userId: queryId().optional(),
  categoryId: queryId().optional(),
  q: textOrNull().optional(),
});

/** The description of these parameters. */
export const ITEM_FILTER =
  "`view`: default `all`. `needsDecision`: items to be recounted, items whose stock has moved without a decision, and in Processing of results the differences that are not approved. `differences`: items with a result other than `foundAsExpected`. A result: the items with it. `toRecount`: `isToRecount`. `moved`: `movedDT` without a `decision`. `notApproved`: not `isApproved`. `locationId`: expected or found at the location or any below it. `userId`: counted last by the user. `categoryId`: of the article. `q`: up to 16 words in any order. Each must be part of the article's code or name or of the note. Case and accents are ignored. A filter with an unknown id matches no items.";

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
export type FilterShape = Pick<ItemFilter, "view" | "hasResults"> & { readonly wordCount: number };

/** The shape of a filter. */
export function shapeOf({ view, hasResults, words }: ItemFilter): FilterShape {
  return { view, hasResults, wordCount: words.length };
}

/** The name of a shape, as a part of a statement's name. */
export function shapeName({ view, hasResults, wordCount }: FilterShape): string {
  return `${view} ${hasResults} ${wordCount}`;
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
export function filterCondition(shape: FilterShape, p: FilterValues): RawBuilder<boolean> {
  const { view, hasResults, wordCount } = shape;
  const below = locationsBelow(p);
  const ofArticle = (column: string) =>
    sql`(SELECT ${sql.ref(column)} FROM ${sql.table("article")} WHERE oid = i.articleId)`;
  const contains = (word: string | undefined) => sql`(EXISTS (
      SELECT 1 FROM ${sql.table("article")} AS a WHERE a.oid = i.articleId
        AND (instr(a.nameFolded, ${word}) > 0 OR instr(a.codeFolded, ${word}) > 0))
    OR (i.note IS NOT NULL AND instr(${sql.raw(FOLD)}(i.note), ${word}) > 0))`;
  const all = [
    sql`+i.tenantId = ${p.tenantId}`,
    viewCondition(view, hasResults),
    sql`(${p.userId} IS NULL OR +i.countedBy = ${p.userId})`,
    sql`(${p.categoryId} IS NULL OR ${ofArticle("categoryId")} = ${p.categoryId})`,
    sql`(${p.locationId} IS NULL OR +i.locationId IN ${below} OR +i.inventoryLocationId IN ${below})`,
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
