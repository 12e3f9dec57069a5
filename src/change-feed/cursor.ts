import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

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

const viewText = ({ timeline, tenantId, kinds }: FeedView) =>
  // A bit for each table: fewer than 53.
  [tenantId, kinds.reduce((sum, kind) => sum + 2 ** kind, 0)].map((part) => part.toString(36)).join("-") +
  `-${timeline}`;

/** The text form of a cursor. */
export function feedCursorText({ seq, copied }: FeedCursor, view: FeedView): string {
  const parts = [seq, copied?.kind ?? 0, copied?.oid ?? 0].map((part) => part.toString(36));
  return `${parts.join("-")}-${viewText(view)}`;
}

/**
 * Parses a reader's cursor. Null where the reader must begin anew: the text is empty, or of another view. Throws Invalid where it
 * is no cursor.
 */
export function readFeedCursor(text: string, view: FeedView): FeedCursor | null {
  if (text === "") return null;
  const [, ...parts] =
    /^([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-z]{1,11}-[0-9a-z]{1,11}-[\w-]{1,40})$/.exec(
      text,
    ) ?? [];
  const [seq, kind, oid] = parts.slice(0, 3).map((part) => Number.parseInt(part, 36));
  if (seq === undefined || kind === undefined || oid === undefined)
    throw Invalid.field("since", msg("must be a cursor from an earlier response, or empty"));
  if (parts[3] !== viewText(view) || (kind !== 0 && !view.kinds.includes(kind))) return null;
  return { seq, copied: kind === 0 ? null : { kind, oid } };
}
