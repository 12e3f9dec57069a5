import { sql } from "kysely";
import type { EndpointResponse } from "../http/endpoint/response.ts";
import type { Piece } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { type Deflated, deflatePage, gzipOf, inflatePage } from "./gzip-concat.ts";
import type { Article } from "./shapes.ts";
import { articleJson, articlesOf } from "./store.ts";

// `GET /api/articles` answers the whole list, unpaged. Its bytes are kept, a tenant, in pages of 1024 oids: after a
// change only the pages with changed articles are made anew, by the reader thread, when the list is next asked for.

const PAGE = 1024;
/** Plain JSON kept in memory over all tenants; a page beyond it is kept compressed alone. */
const MOST_PLAIN_BYTES = 96 * 1024 * 1024;
/** A client that takes brotli but no gzip gets up to this much compressed, in one piece; more goes out as it is. */
const MOST_COMPRESSED_AT_ONCE = 16 * 1024 * 1024;

interface Page {
  readonly bytes: number;
  readonly plain: Buffer | null;
  readonly deflated: Deflated | null;
}

interface Kept {
  readonly pages: Map<number, Page>;
  /** Everything up to this change is in the pages. */
  change: number;
  /** The refresh under way, which all callers share. */
  refreshing: Promise<void> | null;
  gzip: readonly Buffer[] | null;
}

const changedPages = statement((p: { tenantId: number; change: number }) =>
  sqlite
    .selectFrom("article")
    .select(sql<number>`oid / ${sql.lit(PAGE)}`.as("page"))
    .where("tenantId", "=", p.tenantId)
    .where("change", ">", p.change)
    .union((gone) =>
      gone
        .selectFrom("articleGone")
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

/** The list of all articles as kept bytes. */
export interface ArticleListCache {
  /** The whole list of a tenant; gzip-compressed where the client takes that, else for the edge to encode. */
  of(tenantId: number, accepts: { gzip: boolean; br: boolean }): Promise<EndpointResponse<Article[]>>;
}

export function makeArticleListCache(storage: Storage): ArticleListCache {
  const lists = new Map<number, Kept>();
  let plainBytes = 0;

  async function refresh(tenantId: number, kept: Kept): Promise<void> {
    // Read before the pages: what changes meanwhile is read again next time.
    const change = storage.versions.of(tenantId, ["article"]);
    const { pieces } = await storage.reader.rows(changedPages.bound({ tenantId, change: kept.change }));
    const numbers: unknown = JSON.parse(`[${Buffer.concat(pieces)}]`);
    for (const number of Array.isArray(numbers) ? numbers.map(Number) : [])
      await makePage(tenantId, kept, number);
    kept.change = change;
    kept.gzip = null;
  }

  async function makePage(tenantId: number, kept: Kept, number: number): Promise<void> {
    const rows = await storage.reader.rows(
      rowsOfPage.bound({ tenantId, from: number * PAGE, to: (number + 1) * PAGE }),
    );
    const plain = Buffer.concat(rows.pieces);
    plainBytes -= kept.pages.get(number)?.plain?.length ?? 0;
    const fits = plainBytes + plain.length <= MOST_PLAIN_BYTES;
    if (fits) plainBytes += plain.length;
    if (rows.rows === 0) kept.pages.delete(number);
    else {
      const deflated = fits ? null : await deflatePage(plain);
      kept.pages.set(number, { bytes: plain.length, plain: fits ? plain : null, deflated });
    }
  }

  async function gzipBody(kept: Kept): Promise<readonly Buffer[]> {
    const pieces: Deflated[] = [await OPEN];
    for (const [number, page] of inOrder(kept)) {
      const deflated = page.deflated ?? (await deflatePage(page.plain ?? Buffer.alloc(0)));
      // The page may have been made anew while it was compressed.
      if (kept.pages.get(number) === page) kept.pages.set(number, { ...page, deflated });
      if (pieces.length > 1) pieces.push(await COMMA);
      pieces.push(deflated);
    }
    return gzipOf([...pieces, await CLOSE]);
  }

  return {
    async of(tenantId, accepts) {
      const kept = lists.get(tenantId) ?? { pages: new Map(), change: -1, refreshing: null, gzip: null };
      lists.set(tenantId, kept);
      const wanted = storage.versions.of(tenantId, ["article"]);
      // More than once where a refresh that was under way began before the wanted change.
      while (kept.change < wanted) {
        kept.refreshing ??= refresh(tenantId, kept).finally(() => {
          kept.refreshing = null;
        });
        await kept.refreshing;
      }
      if (!accepts.gzip) {
        const body = { pieces: plainPieces(kept) };
        return bytesOf(kept) > MOST_COMPRESSED_AT_ONCE ? { body, encoding: "identity" } : { body };
      }
      const change = kept.change;
      const gzip = kept.gzip ?? (await gzipBody(kept));
      if (change === kept.change) kept.gzip = gzip;
      return { body: { pieces: gzip }, encoding: "gzip" };
    },
  };
}

const OPEN = deflatePage(Buffer.from("["));
const COMMA = deflatePage(Buffer.from(","));
const CLOSE = deflatePage(Buffer.from("]"));

function inOrder(kept: Kept): [number, Page][] {
  return [...kept.pages].sort(([a], [b]) => a - b);
}

function bytesOf(kept: Kept): number {
  let bytes = 0;
  for (const page of kept.pages.values()) bytes += page.bytes;
  return bytes;
}

function plainPieces(kept: Kept): Piece[] {
  const pieces: Piece[] = [];
  for (const [, page] of inOrder(kept)) {
    pieces.push(Buffer.from(pieces.length === 0 ? "[" : ","));
    const { plain, deflated, bytes } = page;
    if (plain) pieces.push(plain);
    else if (deflated) pieces.push({ bytes, read: () => inflatePage(deflated) });
  }
  pieces.push(Buffer.from(pieces.length === 0 ? "[]" : "]"));
  return pieces;
}
