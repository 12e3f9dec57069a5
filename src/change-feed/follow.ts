import { JsonPieces } from "../storage/database/json.ts";

// How a reader keeps a copy up to date: it sends the cursor of its last page and gets what has changed since, or everything. All
// ways to follow changes are this one: the change feed of other systems and the head office, a terminal's articles and items.

/** What follows a position. */
interface ChangePart<Position, Content> {
  /** The reader's next position. */
  readonly next: Position;
  /** There is more already. */
  readonly hasMore: boolean;
  readonly content: Content;
}

/** Changes that a reader can follow. */
export interface ChangeSource<Position, Content> {
  /** The number of the newest change. */
  newest(): number;
  /** The position of a cursor; null: the reader begins anew. Throws Invalid where the text is no cursor. */
  parse(cursor: string, newest: number): Position | null;
  text(position: Position): string;
  /** What has changed after a position, with what was deleted. Null: that is no longer known. */
  follow(position: Position, newest: number): Promise<ChangePart<Position, Content> | null>;
  /** The first part of everything. */
  begin(newest: number): Promise<ChangePart<Position, Content>>;
}

/** The head of a page. */
export interface PageHead {
  readonly cursor: string;
  /** The reader begins anew: what it has is no longer valid. */
  readonly isWhole: boolean;
  readonly hasMore: boolean;
}

/** The page after a reader's cursor; empty: the first one. Throws Invalid on a malformed cursor. */
export async function readChanges<Position, Content>(
  source: ChangeSource<Position, Content>,
  since: string,
): Promise<PageHead & ChangePart<Position, Content>> {
  // Read first: what is committed while the page is read is sent again, and none is missed. It is no reason to go on at once
  // either: a reader that waits would never wait beside a busy writer.
  const newest = source.newest();
  const position = source.parse(since, newest);
  const followed = position && (await source.follow(position, newest));
  const part = followed ?? (await source.begin(newest));
  return { ...part, cursor: source.text(part.next), isWhole: followed === null };
}

/** A page as JSON: its head, and the lists of its content, whose elements are joined by commas. */
export function pageJson<T>(
  head: Partial<PageHead>,
  lists: Readonly<Record<string, readonly Buffer[]>>,
): JsonPieces<T> {
  const pieces: Buffer[] = [Buffer.from(JSON.stringify(head).slice(0, -1))];
  for (const [name, elements] of Object.entries(lists))
    pieces.push(Buffer.from(`,"${name}":[`), ...elements, Buffer.from("]"));
  return new JsonPieces<T>([...pieces, Buffer.from("}")]);
}
