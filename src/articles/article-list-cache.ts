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
    .union((gone) =>
      gone
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
export interface ArticleListCache {
  /** The whole list of a tenant, as gzip if the client accepts it. Otherwise the request pipeline encodes it. */
  read(tenantId: number, accepts: { gzip: boolean; br: boolean }): Promise<EndpointResponse<Article[]>>;
}

export function createArticleListCache(storage: Storage): ArticleListCache {
  const lists = new Map<number, CachedList>();
  let plainBytes = 0;

  async function refresh(tenantId: number, kept: CachedList): Promise<void> {
    // Read before the pages, so that concurrent changes are read again next time.
    const change = storage.versions.of(tenantId, ["article"]);
    const { pieces } = await storage.reader.rows(changedPages.bound({ tenantId, change: kept.change }));
    const numbers: unknown = JSON.parse(`[${Buffer.concat(pieces)}]`);
    for (const number of Array.isArray(numbers) ? numbers.map(Number) : [])
      await makePage(tenantId, kept, number);
    kept.change = change;
    kept.gzip = null;
  }

  async function makePage(tenantId: number, kept: CachedList, number: number): Promise<void> {
    const rows = await storage.reader.rows(
      rowsOfPage.bound({ tenantId, from: number * PAGE, to: (number + 1) * PAGE }),
    );
    const plain = Buffer.concat(rows.pieces);
    plainBytes -= kept.pages.get(number)?.plain?.length ?? 0;
    const fits = plainBytes + plain.length <= MAX_PLAIN_BYTES;
    if (fits) plainBytes += plain.length;
    if (rows.rows === 0) kept.pages.delete(number);
    else {
      const deflated = fits ? null : await deflateChunk(plain);
      kept.pages.set(number, { bytes: plain.length, plain: fits ? plain : null, deflated });
    }
  }

  async function gzipBody(kept: CachedList): Promise<readonly Buffer[]> {
    const pieces: DeflatedChunk[] = [await OPEN];
    for (const [number, page] of inOrder(kept)) {
      const deflated = page.deflated ?? (await deflateChunk(page.plain ?? Buffer.alloc(0)));
      // The page may have been rebuilt while it was compressed.
      if (kept.pages.get(number) === page) kept.pages.set(number, { ...page, deflated });
      if (pieces.length > 1) pieces.push(await COMMA);
      pieces.push(deflated);
    }
    return joinGzip([...pieces, await CLOSE]);
  }

  return {
    async read(tenantId, accepts) {
      const kept = lists.get(tenantId) ?? { pages: new Map(), change: -1, refreshing: null, gzip: null };
      lists.set(tenantId, kept);
      const wanted = storage.versions.of(tenantId, ["article"]);
      // Repeats if a running refresh started before the requested change.
      while (kept.change < wanted) {
        kept.refreshing ??= refresh(tenantId, kept).finally(() => {
          kept.refreshing = null;
        });
        await kept.refreshing;
      }
      if (!accepts.gzip) {
        const body = new JsonPieces(plainPieces(kept));
        const isLong = bytesOf(kept) > MAX_BROTLI_BYTES;
        return { body, isShared: true, ...(isLong && { encoding: "identity" }) };
      }
      kept.gzip ??= gzipBody(kept).catch((error: unknown) => {
        kept.gzip = null;
        throw error;
      });
      return { body: new JsonPieces(await kept.gzip), encoding: "gzip", isShared: true };
    },
  };
}

const OPEN = deflateChunk(Buffer.from("["));
const COMMA = deflateChunk(Buffer.from(","));
const CLOSE = deflateChunk(Buffer.from("]"));

function inOrder(kept: CachedList): [number, Page][] {
  return [...kept.pages].sort(([a], [b]) => a - b);
}

function bytesOf(kept: CachedList): number {
  let bytes = 0;
  for (const page of kept.pages.values()) bytes += page.bytes;
  return bytes;
}

function plainPieces(kept: CachedList): Piece[] {
  const pieces: Piece[] = [];
  for (const [, page] of inOrder(kept)) {
    pieces.push(Buffer.from(pieces.length === 0 ? "[" : ","));
    const { plain, deflated, bytes } = page;
    if (plain) pieces.push(plain);
    else if (deflated) pieces.push({ bytes, read: () => inflateChunk(deflated) });
  }
  pieces.push(Buffer.from(pieces.length === 0 ? "[]" : "]"));
  return pieces;
}
