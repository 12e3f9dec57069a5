import { PreconditionFailed } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { cursorText, parseCursor, readCursor } from "../../http/endpoint/cursor.ts";
import { verbatim } from "../../http/endpoint/fields.ts";
import { lastSharedChange } from "../../storage/data-history.ts";
import type { Storage } from "../../storage/storage.ts";
import { ITEM_TABLES } from "./item-changes.ts";

// Preconditions on many items: `If-Match` names the version of one record, a cursor of the items names all of them.

/** The query parameter `seen`: the version of the items that the client has read. */
export const preconditionField = () =>
  verbatim()
    .optional()
    .describe(
      "the `cursor` of the items (`items?since=`) that the client has read. If an item that would change has changed since: 412, and nothing changes",
    );

/** What a client has seen of the items that it selects by a filter. */
export interface SeenItems {
  /** The newest change; null: no condition. */
  readonly seen: number | null;
  /** How many there were; undefined: no condition. */
  readonly expectedCount: number | undefined;
}

/** The change that a cursor names; null: no condition. Throws Invalid for a malformed cursor, PreconditionFailed for another timeline. */
export function preconditionOf(
  { timeline, versions }: Storage,
  tenantId: number,
  cursor: string | undefined,
): number | null {
  if (cursor === undefined) return null;
  const read = readCursor(cursor, timeline, versions.of(tenantId, ITEM_TABLES), "seen");
  if (read === null) throw itemsStale();
  return read.change;
}

/** The present version of the items of a tenant, for `seen`. As `since` it gives all items. */
export function itemsCursor({ timeline, versions }: Storage, tenantId: number): string {
  return cursorText({ change: versions.of(tenantId, ITEM_TABLES), oid: 0 }, timeline);
}

/**
 * The change that a terminal's cursor names. Of a cursor from before a restore, what the restored data have: the terminal had seen
 * that too. 0: not known. Throws Invalid for a malformed cursor.
 */
export function changeOfCursor(
  { timeline, versions, db }: Storage,
  tenantId: number,
  cursor: string,
): number {
  const read = readCursor(cursor, timeline, versions.of(tenantId, ITEM_TABLES), "seen");
  if (read !== null || cursor === "") return read?.change ?? 0;
  return lastSharedChange(db, parseCursor(cursor, "seen"));
}

/** Throws PreconditionFailed if an item has a change after `unchangedSince` (null: no condition). */
export function assertUnchanged(
  { change }: { readonly change: number },
  unchangedSince: number | null,
): void {
  if (unchangedSince !== null && change > unchangedSince) throw itemsStale();
}

function itemsStale(): PreconditionFailed {
  return new PreconditionFailed(
    msg("The items have changed in the meantime, so nothing was done. Check them and try again."),
  );
}
