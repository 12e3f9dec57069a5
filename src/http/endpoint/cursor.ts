import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";

/**
 * Where a client that follows changes stands: everything up to `change` it has, and of the next one all up to `oid`. As text
 * it also names the data's time line: after an older backup was put back its numbers mean something else.
 */
export interface Cursor {
  readonly change: number;
  readonly oid: number;
}

/** The cursor as clients keep it. */
export function cursorText({ change, oid }: Cursor, timeline: string): string {
  return `${change.toString(36)}-${oid.toString(36)}-${timeline}`;
}

/**
 * The cursor that a client gives; null where it must begin anew: it has none yet, or one of another time line, or of the
 * future. Throws Invalid at `path` for what is no cursor.
 */
export function readCursor(text: string, timeline: string, newest: number, path = "since"): Cursor | null {
  if (text === "") return null;
  const [, change, oid, line] = /^([0-9a-z]{1,11})-([0-9a-z]{1,11})-([\w-]{1,40})$/.exec(text) ?? [];
  if (change === undefined || oid === undefined) {
    throw Invalid.field(
      path,
      msg(
        "must be a cursor from an earlier answer, or empty",
        "musí být kurzor z dřívější odpovědi, nebo prázdné",
      ),
    );
  }
  const cursor = { change: Number.parseInt(change, 36), oid: Number.parseInt(oid, 36) };
  return line === timeline && cursor.change <= newest ? cursor : null;
}
