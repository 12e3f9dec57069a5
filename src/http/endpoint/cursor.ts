import { z } from "zod";
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

/** A number in base 36. */
const NUMBER = /^[0-9a-z]{1,11}$/;
const TIMELINE = /^[\w-]{1,40}$/;

/** The text form of a cursor. */
export function cursorText({ change, oid }: Cursor, timeline: string): string {
  return joinCursor([change, oid], timeline);
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
  const { numbers, timeline } = splitCursor(text, 2, path);
  const [change = 0, oid = 0] = numbers;
  return { change, oid, timeline };
}

/** The text of a cursor of several numbers. */
export function joinCursor(numbers: readonly number[], timeline: string): string {
  return [...numbers.map((number) => number.toString(36)), timeline].join("-");
}

/** The parts of a cursor of `count` numbers. Throws Invalid at `path` where the text is none. */
export function splitCursor(
  text: string,
  count: number,
  path: string,
): { readonly numbers: readonly number[]; readonly timeline: string } {
  const parts = text.split("-");
  const numbers = parts.slice(0, count);
  // A timeline may contain a hyphen.
  const timeline = parts.slice(count).join("-");
  if (!numbers.every((number) => NUMBER.test(number)) || !TIMELINE.test(timeline))
    throw Invalid.field(path, msg("must be a cursor from an earlier response, or empty"));
  return { numbers: numbers.map((number) => Number.parseInt(number, 36)), timeline };
}

/** The end of a page in a sort order: sort key and oid of its last record. */
export interface PagePosition<Key> {
  readonly key: Key;
  readonly oid: number;
}

/** The cursor of the page after a position. */
export function pageCursor<Key>(sort: string, { key, oid }: PagePosition<Key>): string {
  return Buffer.from(JSON.stringify([sort, key, oid])).toString("base64url");
}

/** Parses the cursor of a page with such keys. Throws Invalid on another text, and on a cursor of another sort. */
export function readPageCursor<Key>(text: string, sort: string, key: z.ZodType<Key>): PagePosition<Key> {
  const Position = z.tuple([z.literal(sort), key, z.int()]);
  try {
    const [, ofLast, oid] = Position.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { key: ofLast, oid };
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
    throw Invalid.field("cursor", msg("must be the nextCursor of a response with the same sort"));
  }
}
