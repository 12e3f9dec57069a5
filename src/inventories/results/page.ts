import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ItemFilter } from "../../domain/item-views.ts";
import { pageCursor, readPageCursor } from "../../http/endpoint/cursor.ts";
import { JsonPieces, parsedRows } from "../../storage/database/json.ts";
import type { Reader } from "../../storage/database/reader.ts";
import { type Statement, sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";
import {
  type FilterShape,
  type FilterValues,
  filterValues,
  matchingItems,
  shapeName,
  shapeOf,
} from "../items/item-filter.ts";
import { pieceDifference, piecesFound, placeOf } from "../items/second-count-sql.ts";
import { itemJson } from "../items/store.ts";

// Keyset pagination of the items of an inventory. All matches are read and the first ones sorted: 16 ms for 100 000 items. The
// key of an item is never null.

const ofArticle = (column: "codeFolded" | "nameFolded") =>
  sql`(SELECT ${sql.ref(column)} FROM ${sql.table("article")} WHERE oid = i.articleId)`;

/** The greatest text and number of a key: they sort items without a value last. */
const LAST_TEXT = "\u{10ffff}";
const LAST_NUMBER = Number.MAX_SAFE_INTEGER;

interface Order {
  readonly key: () => RawBuilder<unknown>;
  readonly type: "text" | "number";
}

const ORDERS = {
  value: {
    key: () => sql`min(abs(${pieceDifference()} * i.price), ${sql.lit(LAST_NUMBER)})`,
    type: "number",
  },
  difference: { key: pieceDifference, type: "number" },
  expected: { key: () => sql`i.quantity`, type: "number" },
  counted: { key: piecesFound, type: "number" },
  code: { key: () => ofArticle("codeFolded"), type: "text" },
  name: { key: () => ofArticle("nameFolded"), type: "text" },
  location: {
    key: () => sql`(SELECT nameFolded FROM ${sql.table("location")} WHERE oid = ${placeOf()})`,
    type: "text",
  },
} satisfies Record<string, Order>;

type Field = keyof typeof ORDERS;
/** The sort orders of the items. */
type ItemSort = Field | `-${Field}`;
export const ITEM_SORTS = Object.keys(ORDERS).flatMap((field) => [field, `-${field}`]) as ItemSort[];

/** The items of a page. `cursor`: of the previous page; null: the first page. */
interface ItemPageParams {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly filter: ItemFilter;
  readonly sort: ItemSort;
  readonly cursor: string | null;
  readonly limit: number;
}

type PageValues = FilterValues & { readonly key: Key; readonly oid: number; readonly limit: number };
const reads = new Map<string, Statement<PageValues, { json: unknown }>>();

/** The oids and keys of a page. Each shape of a filter has its own statement, built at its first use. */
function pageOf(sort: ItemSort, shape: FilterShape, isFirst: boolean) {
  const name = `${sort} ${shapeName(shape)} ${isFirst}`;
  const found = reads.get(name) ?? statement((p: PageValues) => buildPage(sort, shape, isFirst, p));
  reads.set(name, found);
  return found;
}

function buildPage(sort: ItemSort, shape: FilterShape, isFirst: boolean, p: PageValues) {
  const isDescending = sort.startsWith("-");
  const { key: value, type }: Order = ORDERS[sort.replace("-", "") as Field];
  const last = type === "text" ? (isDescending ? "" : LAST_TEXT) : isDescending ? -LAST_NUMBER : LAST_NUMBER;
  const key = sql`ifnull(${value()}, ${sql.lit(last)})`;
  const sign = sql.raw(isDescending ? "<" : ">");
  const beyond = sql<boolean>`(${key} ${sign} ${p.key} OR (${key} = ${p.key} AND +i.oid > ${p.oid}))`;
  const matches = matchingItems(shape, p);
  return (isFirst ? matches : matches.where(beyond))
    .orderBy(key, isDescending ? "desc" : "asc")
    .orderBy(withoutIndex("i.oid"))
    .limit(p.limit)
    .select(sql`json_array(i.oid, ${key})`.as("json"));
}

/** The items of a page in its order. `oids` is a JSON array. */
const rows = statement((p: { tenantId: number; oids: string }) =>
  sqlite
    .selectFrom(sql<{ key: number; value: number }>`json_each(${p.oids})`.as("requested"))
    .innerJoin("inventoryItem as i", "i.oid", "requested.value")
    .where(withoutIndex("i.tenantId"), "=", p.tenantId)
    .orderBy("requested.key")
    .select(itemJson("whole").as("json")),
);

const Key = z.union([z.string(), z.number()]);
type Key = z.output<typeof Key>;
const Found = z.array(z.tuple([z.int(), Key]));

/** Reads a page as the bytes of InventoryItemPage. Throws Invalid on a cursor of another sort. */
export async function readItemPage(
  reader: Reader,
  { tenantId, inventoryId, filter, sort, cursor, limit }: ItemPageParams,
  seen: string,
): Promise<JsonPieces<unknown>> {
  const from = cursor === null ? null : readPageCursor(cursor, sort, Key);
  const shape = await wholeShapeOf(reader, { tenantId, inventoryId }, filter);
  const query = pageOf(sort, shape, from === null);
  const values = {
    ...filterValues(tenantId, inventoryId, filter),
    key: 0,
    oid: 0,
    ...from,
    limit: limit + 1,
  };
  const found = Found.parse(parsedRows(await reader.rows(query.bound(values))));
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    last !== undefined && found.length > limit ? pageCursor(sort, { oid: last[0], key: last[1] }) : null;
  const oids = JSON.stringify(page.map(([oid]) => oid));
  const items = await reader.rows(rows.bound({ tenantId, oids }));
  const tail = JSON.stringify({ nextCursor }).slice(1);
  const head = `{"seen":${JSON.stringify(seen)},"items":[`;
  return new JsonPieces([Buffer.from(head), ...items.pieces, Buffer.from(`],${tail}`)]);
}

/** Whose items are read. */
export interface ResultScope {
  readonly tenantId: number;
  readonly inventoryId: number;
}

/** A look-up of an article costs as much as this many articles of a scan. */
const SCANNED_PER_LOOKUP = 8;

const amounts = statement((p: ResultScope) =>
  sqlite.selectNoFrom(
    sql<string>`json_array(
      (SELECT count(*) FROM ${sql.table("inventoryItem")} WHERE inventoryId = ${p.inventoryId}),
      (SELECT count(*) FROM ${sql.table("article")} WHERE tenantId = ${p.tenantId}))`.as("json"),
  ),
);
const Amounts = z.tuple([z.tuple([z.int(), z.int()])]);

/** The shape of a filter for all items of an inventory. With words: whichever way of finding them reads less. */
export async function wholeShapeOf(
  reader: Reader,
  scope: ResultScope,
  filter: ItemFilter,
): Promise<FilterShape> {
  const shape = shapeOf(filter);
  if (shape.wordCount === 0) return shape;
  const [[items, articles]] = Amounts.parse(parsedRows(await reader.rows(amounts.bound(scope))));
  return { ...shape, scansArticles: items * SCANNED_PER_LOOKUP > articles };
}
