import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";

/**
 * The position of a client in the sequence of changes: it has all changes up to `change`, and of the next one all records up
 * to `oid`. The text form also contains the timeline of the data, because the restore of an older backup reuses the numbers.
 */
export interface Cursor {
  readonly change: number;
  readonly oid: number;
}

/** The text form of a cursor. */
export function cursorText({ change, oid }: Cursor, timeline: string): string {
  return `${change.toString(36)}-${oid.toString(36)}-${timeline}`;
}

/**
 * Parses the cursor of a client. Null where the client must start over: the cursor is empty, of another timeline, or later than
 * `newest`. Throws Invalid at `path` where the text is not a cursor.
 */
export function readCursor(text: string, timeline: string, newest: number, path = "since"): Cursor | null {
  if (text === "") return null;
  const { timeline: own, ...cursor } = parseCursor(text, path);
  return own === timeline && cursor.change <= newest ? cursor : null;
}

/** Parses a cursor of any timeline. Throws Invalid at `path` where the text is not a cursor. */
export function parseCursor(text: string, path: string): Cursor & { readonly timeline: string } {
  const [, change, oid, timeline] = /^([0-9a-z]{1,11})-([0-9a-z]{1,11})-([\w-]{1,40})$/.exec(text) ?? [];
  if (change === undefined || oid === undefined || timeline === undefined) {
    throw Invalid.field(path, msg("must be a cursor from an earlier response, or empty"));
  }
  return { change: Number.parseInt(change, 36), oid: Number.parseInt(oid, 36), timeline };
}
