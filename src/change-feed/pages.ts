import { z } from "zod";
import { joinCursor, splitCursor } from "../http/endpoint/cursor.ts";
import type { FedTable } from "../storage/database/feed-triggers.ts";
import { parsedRows } from "../storage/database/json.ts";
import type { BoundQuery } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { type ChangeSource, type PageHead, readChanges } from "./follow.ts";
import { type EntryRange, newestEntry, oldestEntry, pageEnds, rangeEnd } from "./queries.ts";

// The feed has two parts, which a reader can't tell apart: first all records, table by table, then the records that entries name,
// in the order of the commits. Records are as they are when they are read, so a record may be newer than its entry, and a later
// page has it again.

/** Entries that a page reads at most, also those of other tenants and tables. */
const MAX_ENTRIES = 20_000;

/** What a reader asks for. */
export interface PageRequest {
  readonly tenantId: number;
  readonly tables: readonly FedTable[];
  /** The cursor of the last page; empty: from the beginning. */
  readonly since: string;
  readonly maxChanges: number;
}

/** The records that a page has: of one table after one position up to another, or those of a range of entries. */
export type PagePart =
  | { readonly table: FedTable; readonly oid: number; readonly last: number }
  | { readonly range: EntryRange };

/** A page of the feed, with its parts as `read` has read them. */
export interface Page<T> extends PageHead {
  /** The reader does not have all records yet: the entries follow after them. */
  readonly isCopying: boolean;
  /** Entries that the reader does not have yet. */
  readonly behind: number;
  readonly parts: readonly T[];
}

/** Where a page ends. */
interface Plan {
  readonly next: FeedCursor;
  readonly parts: readonly PagePart[];
}

/** The next page of the feed; `read` reads each of its parts. Throws Invalid on a malformed cursor. */
export async function readPage<T>(
  storage: Storage,
  request: PageRequest,
  read: (part: PagePart) => Promise<T>,
): Promise<Page<T>> {
  const { tenantId, tables, since } = request;
  const { db, timeline } = storage;
  const view: FeedView = { timeline, tenantId, kinds: tables.map(({ kind }) => kind) };
  const after = async (from: FeedCursor, newest: number) => {
    const { next, parts } = await planPage(storage, request, from, newest);
    const content: T[] = [];
    for (const part of parts) content.push(await read(part));
    return { next, hasMore: next.copied !== null || next.seq < newest, content };
  };
  const source: ChangeSource<FeedCursor, readonly T[]> = {
    newest: () => newestEntry(db),
    parse(cursor, newest) {
      const position = readFeedCursor(cursor, view);
      return position !== null && position.seq <= newest ? position : null;
    },
    text: (position) => feedCursorText(position, view),
    async follow(position, newest) {
      const part = await after(position, newest);
      // Asked last: entries may be removed while the page is read.
      return position.seq + 1 >= oldestEntry(db) ? part : null;
    },
    begin: (newest) => after({ seq: newest, copied: { kind: tables[0]?.kind ?? 0, oid: 0 } }, newest),
  };
  const { next, content: parts, ...head } = await readChanges(source, since);
  // The server does not know yet of the last commit of a running job. A cursor after it must not be sent before it is on the disk.
  if (storage.jobs.runningMs() !== null) await storage.flush();
  return {
    ...head,
    isCopying: next.copied !== null,
    behind: Math.max(0, newestEntry(db) - next.seq),
    parts,
  };
}

function planPage(storage: Storage, request: PageRequest, from: FeedCursor, newest: number): Promise<Plan> {
  return from.copied === null
    ? planEntries(storage, request, from.seq, newest)
    : planRecords(storage, request, from.seq, from.copied);
}

const End = z.tuple([z.tuple([z.int().nullable(), z.int()])]);
/** The last position of a page, and the number of its rows. */
async function endOf({ reader }: Storage, query: BoundQuery): Promise<{ last: number; rows: number }> {
  const [[last, rows]] = End.parse(parsedRows(await reader.rows(query)));
  return { last: last ?? 0, rows };
}

/** The records that the entries after `from` name, up to `newest`. */
async function planEntries(
  storage: Storage,
  { tenantId, tables, maxChanges }: PageRequest,
  from: number,
  newest: number,
): Promise<Plan> {
  const until = Math.min(newest, from + Math.max(MAX_ENTRIES, maxChanges));
  const kinds = JSON.stringify(tables.map(({ kind }) => kind));
  const range = { tenantId, kinds, from, until };
  const { last, rows } = await endOf(storage, rangeEnd.bound({ ...range, limit: maxChanges }));
  const seq = rows === maxChanges ? last : until;
  return { next: { seq, copied: null }, parts: rows === 0 ? [] : [{ range: { ...range, until: seq } }] };
}

/** The records after a position, of as many tables as a page has room for. `seq`: the newest entry before the first of them. */
async function planRecords(
  storage: Storage,
  { tenantId, tables, maxChanges }: PageRequest,
  seq: number,
  from: NonNullable<FeedCursor["copied"]>,
): Promise<Plan> {
  const parts: PagePart[] = [];
  let room = maxChanges;
  let { oid } = from;
  for (const table of tables.slice(tables.findIndex(({ kind }) => kind === from.kind))) {
    const { kind } = table;
    if (room === 0) return { next: { seq, copied: { kind, oid } }, parts };
    const query = pageEnds.get(kind);
    if (query === undefined) throw new Error(`the feed has no table ${kind}`);
    const { last, rows } = await endOf(storage, query.bound({ tenantId, oid, limit: room }));
    if (rows > 0) parts.push({ table, oid, last });
    if (rows === room) return { next: { seq, copied: { kind, oid: last } }, parts };
    room -= rows;
    oid = 0;
  }
  return { next: { seq, copied: null }, parts };
}

/** The position of a reader in the feed. */
interface FeedCursor {
  /** The reader has all entries up to this one. While it reads the records: the newest entry at the beginning. */
  readonly seq: number;
  /** While the reader gets all records: the table that comes next, and the last `oid` of it that the reader has. Else null. */
  readonly copied: { readonly kind: number; readonly oid: number } | null;
}

/**
 * What a cursor belongs to: the timeline of the data (a restore reuses the numbers), the tenant and the tables that the reader may
 * read. With another view the reader must begin anew.
 */
interface FeedView {
  readonly timeline: string;
  readonly tenantId: number;
  readonly kinds: readonly number[];
}

/** A bit for each table: fewer than 53. */
const bitsOf = (kinds: readonly number[]) => kinds.reduce((sum, kind) => sum + 2 ** kind, 0);

/** The text form of a cursor. */
function feedCursorText({ seq, copied }: FeedCursor, { timeline, tenantId, kinds }: FeedView): string {
  return joinCursor([seq, copied?.kind ?? 0, copied?.oid ?? 0, tenantId, bitsOf(kinds)], timeline);
}

/**
 * Parses a reader's cursor. Null where the reader must begin anew: the text is empty, or of another view. Throws Invalid where it
 * is no cursor.
 */
function readFeedCursor(text: string, { timeline, tenantId, kinds }: FeedView): FeedCursor | null {
  if (text === "") return null;
  const { numbers, timeline: own } = splitCursor(text, 5, "since");
  const [seq = 0, kind = 0, oid = 0, tenant, bits] = numbers;
  if (own !== timeline || tenant !== tenantId || bits !== bitsOf(kinds)) return null;
  if (kind !== 0 && !kinds.includes(kind)) return null;
  return { seq, copied: kind === 0 ? null : { kind, oid } };
}
