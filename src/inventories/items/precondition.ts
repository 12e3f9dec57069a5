import { PreconditionFailed } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { readCursor } from "../../http/endpoint/cursor.ts";
import { verbatim } from "../../http/endpoint/fields.ts";
import type { Storage } from "../../storage/storage.ts";
import { ITEM_TABLES } from "./item-changes.ts";

// What is approved or decided for many items at once holds for what was looked at: `If-Match` names one record, a cursor of the
// items names them all.

/** The field in which a write on many items names what its caller has looked at. */
export const preconditionField = () =>
  verbatim()
    .optional()
    .describe(
      "the `cursor` of the items (`items?since=`) that the caller has looked at. Where an item that would be changed has changed since: 412, and nothing changes",
    );

/** The change up to which the caller has seen the items; null: no condition is made. Throws Invalid on what is no cursor, Stale on one of another time line. */
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

/**
 * The change up to which a terminal had seen the items when it counted; 0 where its cursor is of another time line, for its numbers
 * mean nothing here. Throws Invalid on what is no cursor.
 */
export function changeOfCursor({ timeline, versions }: Storage, tenantId: number, cursor: string): number {
  return readCursor(cursor, timeline, versions.of(tenantId, ITEM_TABLES), "seen")?.change ?? 0;
}

/** Throws Stale where an item has a change that its caller has not seen (null: no condition is made). */
export function assertUnchanged(
  { change }: { readonly change: number },
  unchangedSince: number | null,
): void {
  if (unchangedSince !== null && change > unchangedSince) throw itemsStale();
}

function itemsStale(): PreconditionFailed {
  return new PreconditionFailed(
    msg(
      "The items have changed in the meantime, so nothing was done. Check them and try again.",
      "Položky se mezitím změnily, proto se nic neprovedlo. Zkontrolujte je a zkuste to znovu.",
    ),
  );
}
