import { z } from "zod";
import { eachUnit } from "../domain/units.ts";
import { restRank } from "../domain/word-search.ts";
import { type PagePosition as Position, pageCursor, readPageCursor } from "../http/endpoint/cursor.ts";
import type { Locale } from "../i18n/locales.ts";
import { JsonPieces, parsedRows } from "../storage/database/json.ts";
import type { JsonRows, Reader } from "../storage/database/reader.ts";
import { type FilterIndex, findMostSelective, type PageFilter } from "./page-filter.ts";
import type { PagePart, PageStep, Sort } from "./page-store.ts";
import * as store from "./page-store.ts";
import { RANK_LENGTH } from "./search-terms.ts";
import type { ArticleTotals } from "./shapes.ts";

// Keyset pagination of articles: each page continues after the last key, so that all pages cost the same.

/** Parameters of a page. `cursor`: from the previous page; `limit`: maximum number of articles. */
interface PageParams {
  readonly filter: PageFilter;
  readonly sort: Sort;
  readonly language: Locale;
  readonly cursor: string | null;
  readonly limit: number;
  readonly withTotal: boolean;
}

const Key = z.union([z.string(), z.number(), z.null()]);
const FoundRows = z.array(z.tuple([z.int(), Key]));
type FoundRows = z.output<typeof FoundRows>;
type PagePosition = Position<z.output<typeof Key>>;
const parseFound = (rows: JsonRows): FoundRows => FoundRows.parse(parsedRows(rows));

/** Reads a page as the bytes of ArticlePage. Throws Invalid on a cursor of another sort. */
export async function readPage(reader: Reader, params: PageParams): Promise<JsonPieces<unknown>> {
  const { filter, sort, language, limit } = params;
  const from = params.cursor === null ? null : readPageCursor(params.cursor, sort, Key);
  const by = await findMostSelective(reader, filter);
  const search = { reader, filter, sort, language, by };
  const found = await rowsAfter(search, from, limit + 1);
  const page = found.slice(0, limit);
  const [oid, key] = page.at(-1) ?? [0, null];
  const nextCursor = found.length > limit ? pageCursor(sort, { key, oid }) : null;
  const oids = JSON.stringify(page.map(([one]) => one));
  const items = await reader.rows(store.pageRows.bound({ tenantId: filter.tenantId, oids }));
  const total = params.withTotal ? { total: await countTotal(reader, filter, by) } : {};
  const tail = JSON.stringify({ nextCursor, ...total }).slice(1);
  return new JsonPieces([Buffer.from('{"items":['), ...items.pieces, Buffer.from(`],${tail}`)]);
}

/** All matches of a filter: their ids joined by commas, in order, and their number. At most `limit` of each part of the order. */
export async function readMatchingIds(
  reader: Reader,
  { filter, sort, language, limit }: Omit<PageParams, "cursor" | "withTotal">,
): Promise<{ readonly ids: string; readonly count: number }> {
  const by = await findMostSelective(reader, filter);
  const texts: string[] = [];
  let count = 0;
  for (const part of partsAfter(null, sort)) {
    const query = store.matchingIds(sort, language, part, by, filter.wordCount);
    const found = await reader.rows(query.bound({ ...filter, key: 0, oid: 0, limit }));
    count += found.rows;
    // Digits and commas: a million ids are never parsed in the main thread.
    if (found.rows > 0) texts.push(Buffer.concat(found.pieces).toString("latin1"));
  }
  return { ids: texts.join(), count };
}

/** The remaining parts of the order after a position. */
function partsAfter(from: PagePosition | null, sort: Sort): PagePart[] {
  const { key, mayBeNull = false } = store.orderBy(sort, "en");
  const last: PagePart[] = mayBeNull ? ["keyless"] : [];
  if (from === null) return ["all", ...last];
  if (from.key === null) return ["keylessBeyond"];
  return key === "oid" ? ["beyond"] : ["tied", "beyond", ...last];
}

/** A page query with its reader and chosen index. */
interface Search extends Pick<PageParams, "filter" | "sort" | "language"> {
  readonly reader: Reader;
  readonly by: FilterIndex | null;
}

/** The next rows after a position, at most `limit`. */
async function rowsAfter(search: Search, from: PagePosition | null, limit: number): Promise<FoundRows> {
  if (search.sort === "relevance" && search.by === null) return rankedAfter(search, from, limit);
  return partsInTurn(search, from, limit, partOf);
}

type ReadPart = (search: Search, part: PagePart, step: PageStep) => Promise<FoundRows>;

async function partsInTurn(
  search: Search,
  from: PagePosition | null,
  limit: number,
  readPart: ReadPart,
): Promise<FoundRows> {
  const found: FoundRows = [];
  for (const part of partsAfter(from, search.sort)) {
    if (found.length === limit) break;
    found.push(...(await readPart(search, part, stepFrom(search, from, limit - found.length))));
  }
  return found;
}

function stepFrom({ filter }: Search, from: PagePosition | null, limit: number): PageStep {
  return { ...filter, key: from?.key ?? 0, oid: from?.oid ?? 0, limit };
}

/** The next rows of a part. Scans in index order first if no filter is selective and an index has the order. */
async function partOf(search: Search, part: PagePart, step: PageStep): Promise<FoundRows> {
  const { reader, sort, by } = search;
  if (by !== null || !store.isIndexed(sort)) return sortedPart(search, part, step);
  const found = parseFound(await reader.rows(store.scannedMatches(sort, part, step.wordCount).bound(step)));
  if (found.length === step.limit) return found;
  const { rows } = await reader.rows(store.hasMoreToScan(sort, part).bound(step));
  return rows === 0 ? found : sortedPart(search, part, step);
}

async function sortedPart(
  { reader, sort, language, by }: Search,
  part: PagePart,
  step: PageStep,
): Promise<FoundRows> {
  return parseFound(
    await reader.rows(store.sortedMatches(sort, language, part, by, step.wordCount).bound(step)),
  );
}

/** For a search with many matches: scans rank after rank by the indexes of codes and names, then sorts the rest. */
async function rankedAfter(search: Search, from: PagePosition | null, limit: number): Promise<FoundRows> {
  const { reader, filter } = search;
  const { wordCount } = filter;
  const [begun, key] = [String(from?.key ?? "").slice(0, RANK_LENGTH), String(from?.key ?? "")];
  const found: FoundRows = [];
  for (let rank = Number(begun); rank <= restRank(wordCount); rank++) {
    const isBegun = from !== null && rank === Number(begun);
    const parts: readonly PagePart[] = isBegun ? ["tied", "beyond"] : ["all"];
    for (const part of parts) {
      const step = { ...stepFrom(search, from, limit - found.length), key: key.slice(RANK_LENGTH) };
      found.push(...parseFound(await reader.rows(store.scannedOfRank(rank, part, wordCount).bound(step))));
      if (found.length === limit) return found;
      const { rows } = await reader.rows(store.rankHasMoreToScan(rank, part, wordCount).bound(step));
      if (rows === 0) continue;
      const [oid, last] = found.at(-1) ?? [from?.oid ?? 0, from?.key ?? null];
      const reached = last === null ? null : { key: last, oid };
      return [...found, ...(await partsInTurn(search, reached, limit - found.length, sortedPart))];
    }
  }
  return found;
}

const Totals = z.array(z.tuple([z.int().nullable(), z.int(), z.int(), z.number(), z.string().nullable()]));

/** The number, pieces and value of the articles that match a filter. */
export async function readTotals(reader: Reader, filter: PageFilter): Promise<ArticleTotals> {
  const by = await findMostSelective(reader, filter);
  const query = isFiltered(filter)
    ? store.matchTotals(by, filter.wordCount).bound({ ...filter, key: 0, oid: 0, limit: 0 })
    : store.articleTotals.bound({ tenantId: filter.tenantId });
  const rows = Totals.parse(parsedRows(await reader.rows(query)));
  const sumOf = (at: 1 | 2 | 3, some = rows) => some.reduce((sum, row) => sum + row[at], 0);
  return {
    articles: sumOf(1),
    pieces: sumOf(2),
    quantities: eachUnit(
      rows,
      (row) => row[4],
      (own) => ({ quantity: sumOf(2, own) }),
    ).filter(({ quantity }) => quantity > 0),
    values: [...Map.groupBy(rows, ([currencyTypeId]) => currencyTypeId)]
      .map(([currencyTypeId, own]) => ({ currencyTypeId, value: sumOf(3, own) / 10_000 }))
      .filter(({ value }) => value > 0),
  };
}

const isFiltered = ({ tenantId: _tenant, wordCount: _words, ...params }: PageFilter) =>
  Object.values(params).some((value) => value !== null);

async function countTotal(reader: Reader, filter: PageFilter, by: FilterIndex | null): Promise<number> {
  const { tenantId, wordCount } = filter;
  const query = isFiltered(filter)
    ? store.matchCount(by, wordCount).bound({ ...filter, key: 0, oid: 0, limit: 0 })
    : store.articleCount.bound({ tenantId });
  return z.tuple([z.int()]).parse(parsedRows(await reader.rows(query)))[0];
}
