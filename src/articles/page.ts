import { z } from "zod";
import { Invalid } from "../domain/errors.ts";
import { type Locale, msg } from "../domain/message.ts";
import { restRank } from "../domain/word-search.ts";
import { type Piece, parsedRows } from "../storage/database/json.ts";
import type { JsonRows, Reader } from "../storage/database/reader.ts";
import { type Filter, type Lead, narrowest } from "./page-filter.ts";
import { RANK_LENGTH } from "./page-messages.ts";
import type { Part, Sort, Step } from "./page-store.ts";
import * as store from "./page-store.ts";

// Articles page by page, in an order, each page from where the one before ended: however deep, it costs the same.

/** What a page is asked with. `cursor`: the one before's; `limit`: articles at most. */
export interface PageAsked {
  readonly filter: Filter;
  readonly sort: Sort;
  readonly language: Locale;
  readonly cursor: string | null;
  readonly limit: number;
  readonly withTotal: boolean;
}

/** Where a page ended: the key of its last article in the order, and its oid. */
interface Place {
  readonly key: string | number | null;
  readonly oid: number;
}

const Found = z.array(z.tuple([z.int(), z.union([z.string(), z.number(), z.null()])]));
type Found = z.output<typeof Found>;
const foundIn = (rows: JsonRows): Found => Found.parse(parsedRows(rows));

/** One page, as the bytes of ArticlePage. Throws Invalid on a cursor of another order. */
export async function pageOf(reader: Reader, asked: PageAsked): Promise<{ pieces: Piece[] }> {
  const { filter, sort, language, limit } = asked;
  const from = asked.cursor === null ? null : readCursor(asked.cursor, sort);
  const by = await narrowest(reader, filter);
  const search = { reader, filter, sort, language, by };
  const found = await rowsAfter(search, from, limit + 1);
  const page = found.slice(0, limit);
  const [oid, key] = page.at(-1) ?? [0, null];
  const nextCursor = found.length > limit ? cursorText(sort, { key, oid }) : null;
  const oids = JSON.stringify(page.map(([one]) => one));
  const items = await reader.rows(store.rows.bound({ tenantId: filter.tenantId, oids }));
  const total = asked.withTotal ? { total: await totalOf(reader, filter, by) } : {};
  const tail = JSON.stringify({ nextCursor, ...total }).slice(1);
  return { pieces: [Buffer.from('{"items":['), ...items.pieces, Buffer.from(`],${tail}`)] };
}

/** The parts of the order that are left after a place. */
function partsAfter(from: Place | null, sort: Sort): Part[] {
  const { key, mayBeNull = false } = store.orderBy(sort, "en");
  const last: Part[] = mayBeNull ? ["keyless"] : [];
  if (from === null) return ["all", ...last];
  if (from.key === null) return ["keylessBeyond"];
  return key === "oid" ? ["beyond"] : ["tied", "beyond", ...last];
}

/** What a page is searched with. */
interface Search extends Pick<PageAsked, "filter" | "sort" | "language"> {
  readonly reader: Reader;
  readonly by: Lead | null;
}

/** The next rows after a place; at most so many. */
async function rowsAfter(search: Search, from: Place | null, most: number): Promise<Found> {
  if (search.sort === "relevance" && search.by === null) return rankedAfter(search, from, most);
  return partsInTurn(search, from, most, partOf);
}

type ReadPart = (search: Search, part: Part, step: Step) => Promise<Found>;

async function partsInTurn(
  search: Search,
  from: Place | null,
  most: number,
  readPart: ReadPart,
): Promise<Found> {
  const found: Found = [];
  for (const part of partsAfter(from, search.sort)) {
    if (found.length === most) break;
    found.push(...(await readPart(search, part, stepFrom(search, from, most - found.length))));
  }
  return found;
}

function stepFrom({ filter }: Search, from: Place | null, most: number): Step {
  return { ...filter, key: from?.key ?? 0, oid: from?.oid ?? 0, most };
}

/** The next rows of a part. Where no filter is narrow and an index has the order: in that order, as far as that is quick. */
async function partOf(search: Search, part: Part, step: Step): Promise<Found> {
  const { reader, sort, by } = search;
  if (by !== null || !store.isIndexed(sort)) return sortedPart(search, part, step);
  const found = foundIn(await reader.rows(store.walked(sort, part, step.wordCount).bound(step)));
  if (found.length === step.most) return found;
  const { rows } = await reader.rows(store.isLonger(sort, part).bound(step));
  return rows === 0 ? found : sortedPart(search, part, step);
}

async function sortedPart({ reader, sort, language, by }: Search, part: Part, step: Step): Promise<Found> {
  return foundIn(await reader.rows(store.sorted(sort, language, part, by, step.wordCount).bound(step)));
}

/** Where a search lets many through: rank after rank by the indexes of codes and names, as far as that is quick. */
async function rankedAfter(search: Search, from: Place | null, most: number): Promise<Found> {
  const { reader, filter } = search;
  const { wordCount } = filter;
  const [begun, key] = [String(from?.key ?? "").slice(0, RANK_LENGTH), String(from?.key ?? "")];
  const found: Found = [];
  for (let rank = Number(begun); rank <= restRank(wordCount); rank++) {
    const isBegun = from !== null && rank === Number(begun);
    const parts: readonly Part[] = isBegun ? ["tied", "beyond"] : ["all"];
    for (const part of parts) {
      const step = { ...stepFrom(search, from, most - found.length), key: key.slice(RANK_LENGTH) };
      found.push(...foundIn(await reader.rows(store.walkedOfRank(rank, part, wordCount).bound(step))));
      if (found.length === most) return found;
      const { rows } = await reader.rows(store.isRankLonger(rank, part, wordCount).bound(step));
      if (rows === 0) continue;
      const [oid, last] = found.at(-1) ?? [from?.oid ?? 0, from?.key ?? null];
      const reached = last === null ? null : { key: last, oid };
      return [...found, ...(await partsInTurn(search, reached, most - found.length, sortedPart))];
    }
  }
  return found;
}

async function totalOf(reader: Reader, filter: Filter, by: Lead | null): Promise<number> {
  const { tenantId, wordCount, ...asked } = filter;
  const isFiltered = Object.values(asked).some((value) => value !== null);
  const query = isFiltered
    ? store.counted(by, wordCount).bound({ ...filter, key: 0, oid: 0, most: 0 })
    : store.countedAll.bound({ tenantId });
  return z.tuple([z.int()]).parse(parsedRows(await reader.rows(query)))[0];
}

const Cursor = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.int()]);

function cursorText(sort: Sort, { key, oid }: Place): string {
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
    msg(
      "must be the nextCursor of a response with the same sort",
      "musí být nextCursor z odpovědi se stejným řazením",
    ),
  );
}
