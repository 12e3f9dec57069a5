import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { Database } from "better-sqlite3";
import { listRecord } from "./articles.ts";
import { combine } from "./crc.ts";

/** A range of neighbouring articles as bytes; its deflate segment is created when gzip is requested. */
interface Page {
  readonly bytes: Buffer;
  segment?: { readonly bytes: Buffer; readonly crc: number };
}

const pageOids = 1024;
const sliceMs = 4;
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const closing: Page = { bytes: Buffer.from("]") };

/**
 * `GET /api/articles` of one tenant: pages of records, cached as bytes and as raw deflate, so that a response needs no
 * query, and a write costs one page. gzip responses are one member: its head, the segments, each ended by a sync flush,
 * an empty last block, the combined checksum.
 */
export function articleList(db: Database, tenantId: number) {
  const lastOid = db.prepare("SELECT max(oid) FROM article").pluck();
  const read = db
    .prepare(`SELECT CAST(group_concat(record, ',') AS BLOB) FROM (SELECT ${listRecord} AS record FROM article
      WHERE oid BETWEEN ? AND ? AND tenantId = ? AND deleted = 0 ORDER BY oid)`)
    .pluck();
  const pages: Page[] = [];
  const started = Date.now().toString(36);
  let revision = 0;

  function build(index: number): Page {
    const first = index * pageOids;
    const rows = (read.get(first, first + pageOids - 1, tenantId) as Buffer | null) ?? Buffer.alloc(0);
    const separator = index === 0 ? "[" : rows.length > 0 ? "," : "";
    return { bytes: Buffer.concat([Buffer.from(separator), rows]) };
  }

  /** All pages of one revision. */
  async function snapshot(withSegments: boolean): Promise<Page[]> {
    for (;;) {
      const count = Math.floor(Number(lastOid.get() ?? 0) / pageOids) + 1;
      const slice = slices();
      const before = revision;
      for (let index = 0; index < count; index++) {
        const page = pages[index] ?? build(index);
        pages[index] = page;
        if (withSegments) page.segment ??= deflate(page.bytes);
        await slice();
      }
      if (revision === before) return [...pages.slice(0, count), closing];
    }
  }

  return {
    /** Forgets the page of a changed article. */
    changed(oid: number): void {
      revision++;
      delete pages[Math.floor(oid / pageOids)];
    },
    async respond(response: ServerResponse, ifNoneMatch: string | undefined, gzip: boolean): Promise<void> {
      const tag = () => `"${started}-${revision}"`;
      if (ifNoneMatch === tag()) {
        response.writeHead(304, { ETag: tag() }).end();
        return;
      }
      const parts = await snapshot(gzip);
      const body = gzip ? gzipMember(parts) : parts.map((page) => page.bytes);
      const headers = [
        "Content-Type",
        "application/json; charset=utf-8",
        "ETag",
        tag(),
        "Vary",
        "Accept-Encoding",
      ];
      if (gzip) headers.push("Content-Encoding", "gzip");
      headers.push("Content-Length", String(body.reduce((sum, part) => sum + part.length, 0)));
      response.writeHead(200, headers);
      await send(response, body);
    },
  };
}

function deflate(bytes: Buffer): { bytes: Buffer; crc: number } {
  return { bytes: deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }), crc: crc32(bytes) };
}

function gzipMember(parts: readonly Page[]): Buffer[] {
  const body: Buffer[] = [gzipHead];
  let crc = 0;
  let length = 0;
  for (const page of parts) {
    page.segment ??= deflate(page.bytes);
    body.push(page.segment.bytes);
    crc = combine(crc, page.segment.crc, page.bytes.length);
    length += page.bytes.length;
  }
  const tail = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]); // an empty last block, then CRC-32 and length
  tail.writeUInt32LE(crc, 2);
  tail.writeUInt32LE(length % 2 ** 32, 6);
  return [...body, tail];
}

async function send(response: ServerResponse, parts: readonly Buffer[]): Promise<void> {
  const slice = slices();
  const closed = once(response, "close");
  for (const part of parts) {
    if (response.destroyed) return;
    if (!response.write(part)) await Promise.race([once(response, "drain"), closed]);
    await slice();
  }
  response.end();
}

/** A function to await between pieces of work: it lets others run when this one has had its share of time. */
function slices(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now();
        resolve();
      });
    });
  };
}
