import { joinCursor, splitCursor } from "../http/endpoint/cursor.ts";

/** The position of a reader in the feed. */
export interface FeedCursor {
  /** The reader has all entries up to this one. While it reads the records: the newest entry at the beginning. */
  readonly seq: number;
  /** While the reader gets all records: the table that comes next, and the last `oid` of it that the reader has. Else null. */
  readonly copied: { readonly kind: number; readonly oid: number } | null;
}

/**
 * What a cursor belongs to: the timeline of the data (a restore reuses the numbers), the tenant and the tables that the reader may
 * read. With another view the reader must begin anew.
 */
export interface FeedView {
  readonly timeline: string;
  readonly tenantId: number;
  readonly kinds: readonly number[];
}

/** A bit for each table: fewer than 53. */
const bitsOf = (kinds: readonly number[]) => kinds.reduce((sum, kind) => sum + 2 ** kind, 0);

/** The text form of a cursor. */
export function feedCursorText({ seq, copied }: FeedCursor, { timeline, tenantId, kinds }: FeedView): string {
  return joinCursor([seq, copied?.kind ?? 0, copied?.oid ?? 0, tenantId, bitsOf(kinds)], timeline);
}

/**
 * Parses a reader's cursor. Null where the reader must begin anew: the text is empty, or of another view. Throws Invalid where it
 * is no cursor.
 */
export function readFeedCursor(text: string, { timeline, tenantId, kinds }: FeedView): FeedCursor | null {
  if (text === "") return null;
  const { numbers, timeline: own } = splitCursor(text, 5, "since");
  const [seq = 0, kind = 0, oid = 0, tenant, bits] = numbers;
  if (own !== timeline || tenant !== tenantId || bits !== bitsOf(kinds)) return null;
  if (kind !== 0 && !kinds.includes(kind)) return null;
  return { seq, copied: kind === 0 ? null : { kind, oid } };
}
