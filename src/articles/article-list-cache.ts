import { sql } from "kysely";
import type { EndpointResponse } from "../http/endpoint/response.ts";
import { JsonPieces, type Piece } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { type DeflatedChunk, deflateChunk, inflateChunk, joinGzip } from "./gzip-concat.ts";
import type { Article } from "./shapes.ts";
import { articleJson, articlesOf } from "./store.ts";

// `GET /api/articles` returns the whole list, unpaged. The cache holds its bytes per tenant, in pages of 1024 oids. After a
// change the next request rebuilds only the pages with changed articles, in the reader thread.

const PAGE = 1024;
/** Maximum plain JSON in memory, over all tenants. Pages beyond it are only kept compressed. */
const MAX_PLAIN_BYTES = 96 * 1024 * 1024;
/** Maximum body that is compressed as a whole for a client that accepts brotli but no gzip. Larger bodies are sent plain. */
const MAX_BROTLI_BYTES = 16 * 1024 * 1024;

interface Page {
  readonly bytes: number;
  readonly plain: Buffer | null;
  readonly deflated: DeflatedChunk | null;
}

interface CachedList {
  readonly pages: Map<number, Page>;
  /** The pages contain everything up to this change. */
  change: number;
  /** The running refresh, shared by all requests. */
  refreshing: Promise<void> | null;
  /** The compressed list, made once for all requests; null: not requested since the last change. */
  gzip: Promise<readonly Buffer[]> | null;
}

const changedPages = statement((p: { tenantId: number; change: number }) =>
  sqlite
    .selectFrom("article")
    .select(sql<number>`oid / ${sql.lit(PAGE)}`.as("page"))
    .where("tenantId", "=", p.tenantId)
    .where("change", ">", p.change)
    .union((deleted) =>
      deleted
        .selectFrom("deletedArticle")
        .select(sql<number>`oid / ${sql.lit(PAGE)}`.as("page"))
        .where("tenantId", "=", p.tenantId)
        .where("change", ">", p.change),
    ),
);
const rowsOfPage = statement((p: { tenantId: number; from: number; to: number }) =>
  articlesOf(p.tenantId)
    .where("a.oid", ">=", p.from)
    .where("a.oid", "<", p.to)
    .orderBy("a.oid")
    .select(articleJson().as("json")),
);

/** The list of all articles as cached bytes. */
export class ArticleListCache {
  readonly #storage: Storage;
  readonly #lists = new Map<number, CachedList>();
  #plainBytes = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** The whole list of a tenant, as gzip if the client accepts it. Otherwise the request pipeline encodes it. */
  async read(
    tenantId: number,
    accepts: { readonly gzip: boolean; readonly br: boolean },
  ): Promise<EndpointResponse<Article[]>> {
    const list = this.#lists.get(tenantId) ?? { pages: new Map(), change: -1, refreshing: null, gzip: null };
    this.#lists.set(tenantId, list);
    const version = this.#storage.versions.of(tenantId, ["article"]);
    // Repeats if a running refresh started before the requested change.
    while (list.change < version) {
      list.refreshing ??= this.#refresh(tenantId, list).finally(() => {
        list.refreshing = null;
      });
      await list.refreshing;
    }
    if (!accepts.gzip) {
      const body = new JsonPieces(plainPieces(list));
      const isLong = bytesOf(list) > MAX_BROTLI_BYTES;
      return { kind: "json", body, isShared: true, ...(isLong && { encoding: "identity" }) };
    }
    list.gzip ??= gzipBody(list).catch((error: unknown) => {
      list.gzip = null;
      throw error;
    });
    return { kind: "json", body: new JsonPieces(await list.gzip), encoding: "gzip", isShared: true };
  }

  async #refresh(tenantId: number, list: CachedList): Promise<void> {
    const { versions, reader } = this.#storage;
    // Read before the pages, so that concurrent changes are read again next time.
    const change = versions.of(tenantId, ["article"]);
    const { pieces } = await reader.rows(changedPages.bound({ tenantId, change: list.change }));
    const numbers: unknown = JSON.parse(`[${Buffer.concat(pieces)}]`);
    for (const number of Array.isArray(numbers) ? numbers.map(Number) : [])
      await this.#makePage(tenantId, list, number);
    list.change = change;
    list.gzip = null;
  }

  async #makePage(tenantId: number, { pages }: CachedList, number: number): Promise<void> {
    const rows = await this.#storage.reader.rows(
      rowsOfPage.bound({ tenantId, from: number * PAGE, to: (number + 1) * PAGE }),
    );
    const plain = Buffer.concat(rows.pieces);
    this.#plainBytes -= pages.get(number)?.plain?.length ?? 0;
    const fits = this.#plainBytes + plain.length <= MAX_PLAIN_BYTES;
    if (fits) this.#plainBytes += plain.length;
    if (rows.rows === 0) {
      pages.delete(number);
      return;
    }
    const deflated = fits ? null : await deflateChunk(plain);
    pages.set(number, { bytes: plain.length, plain: fits ? plain : null, deflated });
  }
}

const OPEN = deflateChunk(Buffer.from("["));
const COMMA = deflateChunk(Buffer.from(","));
const CLOSE = deflateChunk(Buffer.from("]"));

async function gzipBody(list: CachedList): Promise<readonly Buffer[]> {
  const pieces: DeflatedChunk[] = [await OPEN];
  for (const [number, page] of inOrder(list)) {
    const deflated = page.deflated ?? (await deflateChunk(page.plain ?? Buffer.alloc(0)));
    // The page may have been rebuilt while it was compressed.
    if (list.pages.get(number) === page) list.pages.set(number, { ...page, deflated });
    if (pieces.length > 1) pieces.push(await COMMA);
    pieces.push(deflated);
  }
  return joinGzip([...pieces, await CLOSE]);
}

function inOrder(list: CachedList): [number, Page][] {
  return [...list.pages].sort(([a], [b]) => a - b);
}

function bytesOf(list: CachedList): number {
  let bytes = 0;
  for (const page of list.pages.values()) bytes += page.bytes;
  return bytes;
}

function plainPieces(list: CachedList): Piece[] {
  const pieces: Piece[] = [];
  for (const [, page] of inOrder(list)) {
    pieces.push(Buffer.from(pieces.length === 0 ? "[" : ","));
    const { plain, deflated, bytes } = page;
    if (plain) pieces.push(plain);
    else if (deflated) pieces.push({ bytes, read: () => inflateChunk(deflated) });
  }
  pieces.push(Buffer.from(pieces.length === 0 ? "[]" : "]"));
  return pieces;
}
