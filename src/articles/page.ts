import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { Invalid } from "../errors.ts";
import { jsonObject, type Piece, parsedRows } from "../storage/json.ts";
import type { Reader } from "../storage/reader.ts";
import { type Statement, sqlite, statement } from "../storage/statement.ts";
import { unindexed } from "../storage/unindexed.ts";
import { say } from "../words.ts";
import { conditions, type Filter, type Lead, leading, narrowest } from "./page-filter.ts";
import type { ArticleRow, LocationName } from "./shapes.ts";
import { articleProperties, articlesNamed } from "./store.ts";

// Articles page by page, in an order, each page from where the one before ended: however deep, it costs the same.

// Articles get their oid when they are created, and the number of the transaction whenever they are changed, so these are
// the orders of those times.
const COLUMNS = {
  name: "nameFolded",
  code: "codeFolded",
  price: "price",
  createdDT: "oid",
  modifiedDT: "change",
  oid: "oid",
} as const;
type Field = keyof typeof COLUMNS;
export const SORTS = Object.keys(COLUMNS).flatMap((field) => [field, `-${field}`]) as (Field | `-${Field}`)[];
export type Sort = (typeof SORTS)[number];

/** Where a page ended: the key of its last article in the order, and its oid. */
interface Place {
  readonly key: string | number | null;
  readonly oid: number;
}

/** The parts of the walk: those with the same key as the last one, those beyond it; all; those without a key, which come last. */
type Part = "tied" | "beyond" | "all" | "keyless" | "keylessBeyond";
type Step = Filter & { readonly key: string | number; readonly oid: number; readonly most: number };

const made = new Map<string, Statement<Step, { json: unknown }>>();

/** The query of one part of the walk; there are a few hundred, of which few are ever asked for. */
function stepOf(sort: Sort, part: Part, by: Lead | null): Statement<Step, { json: unknown }> {
  const name = `${sort} ${part} ${by}`;
  const found = made.get(name) ?? statement((p: Step) => step(sort, part, by, p));
  made.set(name, found);
  return found;
}

function step(sort: Sort, part: Part, by: Lead | null, p: Step) {
  const column = `a.${columnOf(sort)}`;
  const [direction, sign] = isDescending(sort)
    ? (["desc", sql.raw("<")] as const)
    : (["asc", sql.raw(">")] as const);
  // Sorted where a filter's index finds them, else in the order of an index.
  const key: RawBuilder<unknown> = by === null ? sql.ref(column) : unindexed(column);
  const oid: RawBuilder<unknown> = by === null ? sql.ref("a.oid") : unindexed("a.oid");
  const where: Readonly<Record<Part, RawBuilder<unknown>>> = {
    all: sql`${key} IS NOT NULL`,
    tied: sql`${key} = ${p.key} AND ${oid} ${sign} ${p.oid}`,
    beyond: sql`${key} ${sign} ${p.key}`,
    keyless: sql`${key} IS NULL`,
    keylessBeyond: sql`${key} IS NULL AND ${oid} ${sign} ${p.oid}`,
  };
  return filtered(by, p)
    .where(sql<boolean>`${where[part]}`)
    .orderBy(key, direction)
    .orderBy(oid, direction)
    .limit(p.most)
    .select(sql`json_array(a.oid, ${sql.ref(column)})`.as("json"));
}

function filtered(by: Lead | null, p: Filter) {
  const all = sqlite.selectFrom("article as a").where("a.deleted", "=", sql.lit(0)).where(conditions(p));
  if (by === null) return all.where("a.tenantId", "=", p.tenantId);
  return all.where(unindexed("a.tenantId"), "=", p.tenantId).where(leading(by, p));
}

const totals = new Map<Lead | null, Statement<Filter, { json: unknown }>>();
function totalOf(by: Lead | null): Statement<Filter, { json: unknown }> {
  const found = totals.get(by) ?? statement((p: Filter) => filtered(by, p).select(sql`count(*)`.as("json")));
  totals.set(by, found);
  return found;
}

const most = sql`FROM articleLocation p WHERE p.articleId = a.oid AND p.quantity > 0`;
const rows = statement((p: { tenantId: number; oids: string }) =>
  articlesNamed(p).select(
    jsonObject<ArticleRow>({
      ...articleProperties(),
      quantity: sql<number>`(SELECT ifnull(sum(p.quantity), 0) ${most})`,
      places: sql<number>`(SELECT count(*) ${most})`,
      location: sql<LocationName | null>`json((
        SELECT json_object('oid', l.oid, 'name', l.name, 'code', l.code)
        FROM articleLocation p JOIN location l ON l.oid = p.locationId
        WHERE p.articleId = a.oid AND p.quantity > 0 ORDER BY p.quantity DESC, p.oid LIMIT 1))`,
    }).as("json"),
  ),
);

const Found = z.array(z.tuple([z.int(), z.union([z.string(), z.number(), z.null()])]));

/** What a page is asked with. `cursor`: the one before's; `limit`: articles at most. */
export interface PageAsked {
  readonly filter: Filter;
  readonly sort: Sort;
  readonly cursor: string | null;
  readonly limit: number;
  readonly withTotal: boolean;
}

/** One page, as the bytes of ArticlePage. Throws Invalid on a cursor of another order. */
export async function pageOf(reader: Reader, asked: PageAsked): Promise<{ pieces: Piece[] }> {
  const { filter, sort, limit } = asked;
  const from = asked.cursor === null ? null : readCursor(asked.cursor, sort);
  const by = await narrowest(reader, filter);
  const found: z.output<typeof Found> = [];
  for (const part of partsAfter(from, sort)) {
    const most = limit + 1 - found.length;
    if (most === 0) break;
    const position = { key: from?.key ?? 0, oid: from?.oid ?? 0 };
    const bound = stepOf(sort, part, by).bound({ ...filter, ...position, most });
    found.push(...Found.parse(parsedRows(await reader.rows(bound))));
  }
  const page = found.slice(0, limit);
  const [oid, key] = page.at(-1) ?? [0, null];
  const next = found.length > limit ? cursorOf(sort, { key, oid }) : null;
  const oids = JSON.stringify(page.map(([one]) => one));
  const items = await reader.rows(rows.bound({ tenantId: filter.tenantId, oids }));
  const total = asked.withTotal ? parsedRows(await reader.rows(totalOf(by).bound(filter))) : null;
  const tail = { nextCursor: next, ...(Array.isArray(total) && { total: Number(total[0]) }) };
  return {
    pieces: [Buffer.from('{"items":['), ...items.pieces, Buffer.from(`],${JSON.stringify(tail).slice(1)}`)],
  };
}

/** The parts of the walk that are left after a place, in order. */
function partsAfter(from: Place | null, sort: Sort): Part[] {
  const column = columnOf(sort);
  const last: Part[] = column === "codeFolded" ? ["keyless"] : [];
  if (from === null) return ["all", ...last];
  if (from.key === null) return ["keylessBeyond"];
  return column === "oid" ? ["beyond"] : ["tied", "beyond", ...last];
}

function columnOf(sort: Sort) {
  return COLUMNS[sort.replace("-", "") as Field];
}

function isDescending(sort: Sort): boolean {
  return sort.startsWith("-");
}

const Cursor = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.int()]);

function cursorOf(sort: Sort, { key, oid }: Place): string {
  return Buffer.from(JSON.stringify([sort, key, oid])).toString("base64url");
}

function readCursor(text: string, sort: Sort): Place {
  try {
    const [order, key, oid] = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    if (order === sort) return { key, oid };
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
  }
  throw Invalid.field(
    "cursor",
    say(
      "must be the nextCursor of an answer in the same order",
      "musí být nextCursor z odpovědi ve stejném řazení",
    ),
  );
}
