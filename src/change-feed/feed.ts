import { z } from "zod";
import type { FedTable } from "../storage/database/fed-tables.ts";
import { parsedRows } from "../storage/database/json.ts";
import type { BoundQuery } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { type FeedCursor, type FeedView, feedCursorText, readFeedCursor } from "./cursor.ts";
import { changesIn, copies, newestEntry, oldestEntry, rangeEnd } from "./store.ts";

// The feed has two parts, which a reader can't tell apart: first all records, table by table, then the records that entries name,
// in the order of the commits. Records are as they are when they are read, so a record may be newer than its entry, and a later
// page has it again.

/** Changes of a page. */
const MAX_CHANGES = 1000;
/** Entries that a page reads at most, also those of other tenants and tables. */
const MAX_ENTRIES = 20_000;

/** A page of the feed. */
export interface FeedPage {
  readonly cursor: string;
  /** The reader begins anew: the records that it has are no longer valid. */
  readonly isWhole: boolean;
  readonly hasMore: boolean;
  /** The changes as JSON, joined by the separator. */
  readonly changes: readonly Buffer[];
}

/** What a reader asks for. */
export interface FeedRequest {
  readonly tenantId: number;
  readonly tables: readonly FedTable[];
  /** The cursor of the last page; empty: from the beginning. */
  readonly since: string;
  /** Between two changes. */
  readonly separator: string;
}

/** The part of the feed that was read: its changes, and where the reader goes on. */
interface Part {
  readonly next: FeedCursor;
  readonly changes: readonly Buffer[];
}

/** The next page of the feed. Throws Invalid on a malformed cursor. */
export async function readFeed(storage: Storage, request: FeedRequest): Promise<FeedPage> {
  const { tenantId, tables, since } = request;
  // Commits during the read are no reason to go on at once: a reader that waits would never wait beside a busy writer.
  const newest = newestEntry(storage.db);
  const view: FeedView = { timeline: storage.timeline, tenantId, kinds: tables.map(({ kind }) => kind) };
  const cursor = readFeedCursor(since, view);
  const part = cursor === null ? null : await readPart(storage, request, cursor, newest);
  const copied = { kind: tables[0]?.kind ?? 0, oid: 0 };
  const { next, changes } = part ?? (await readRecords(storage, request, newest, copied));
  // The server does not know yet of the last commit of a running job. A cursor after it must not be sent before it is on the disk.
  if (storage.jobs.runningMs() !== null) await storage.flush();
  const hasMore = next.copied !== null || next.seq < newest;
  return { cursor: feedCursorText(next, view), isWhole: part === null, hasMore, changes };
}

/** The part after a cursor. Null: entries after it were removed, or it is not from these data. */
async function readPart(
  storage: Storage,
  request: FeedRequest,
  cursor: FeedCursor,
  newest: number,
): Promise<Part | null> {
  if (cursor.seq > newest) return null;
  const part =
    cursor.copied === null
      ? await readEntries(storage, request, cursor.seq, newest)
      : await readRecords(storage, request, cursor.seq, cursor.copied);
  // Asked last: entries may be removed while the part is read.
  return cursor.seq + 1 < oldestEntry(storage.db) ? null : part;
}

const End = z.tuple([z.tuple([z.int().nullable(), z.int()])]);
/** The last position of a page, and the number of its rows. */
async function endOf({ reader }: Storage, query: BoundQuery): Promise<{ last: number; rows: number }> {
  const [[last, rows]] = End.parse(parsedRows(await reader.rows(query)));
  return { last: last ?? 0, rows };
}

/** The records that the entries after `from` name, up to `newest`. */
async function readEntries(
  storage: Storage,
  request: FeedRequest,
  from: number,
  newest: number,
): Promise<Part> {
  const { tenantId, tables, separator } = request;
  const until = Math.min(newest, from + MAX_ENTRIES);
  const kinds = JSON.stringify(tables.map(({ kind }) => kind));
  const range = { tenantId, kinds, from, until };
  const { last, rows } = await endOf(storage, rangeEnd.bound({ ...range, limit: MAX_CHANGES }));
  const seq = rows === MAX_CHANGES ? last : until;
  const next = { seq, copied: null };
  if (rows === 0) return { next, changes: [] };
  const found = await storage.reader.rows(changesIn.bound({ ...range, until: seq }), separator);
  return { next, changes: found.pieces };
}

/** The records after a position, of as many tables as a page has room for. `seq`: the newest entry before the first of them. */
async function readRecords(
  storage: Storage,
  { tenantId, tables, separator }: FeedRequest,
  seq: number,
  from: NonNullable<FeedCursor["copied"]>,
): Promise<Part> {
  const changes: Buffer[] = [];
  let room = MAX_CHANGES;
  let { oid } = from;
  for (const { kind } of tables.slice(tables.findIndex((table) => table.kind === from.kind))) {
    if (room === 0) return { next: { seq, copied: { kind, oid } }, changes };
    const query = copies.get(kind);
    if (query === undefined) throw new Error(`the feed has no table ${kind}`);
    const { last, rows } = await endOf(storage, query.end.bound({ tenantId, oid, limit: room }));
    if (rows > 0) {
      const { pieces } = await storage.reader.rows(query.records.bound({ tenantId, oid, last }), separator);
      // None where they have been deleted in between.
      if (pieces.length > 0 && changes.length > 0) changes.push(Buffer.from(separator));
      changes.push(...pieces);
    }
    if (rows === room) return { next: { seq, copied: { kind, oid: last } }, changes };
    room -= rows;
    oid = 0;
  }
  return { next: { seq, copied: null }, changes };
}
