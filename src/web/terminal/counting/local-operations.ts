import { MAX_PIECES } from "../../../domain/counting/fold.ts";
import type { OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import type { ItemNow } from "./current-count.ts";

// What this terminal itself has said of a thing: also of what the server has told of since.

const IS_SAID: readonly OutboxEntry["state"][] = ["waiting", "sent"];

/** The order in which operations count, as far as this terminal made them. */
export function inMakingOrder(
  a: Pick<OutboxEntry, "operation" | "operationId">,
  b: Pick<OutboxEntry, "operation" | "operationId">,
): number {
  if (a.operation.at !== b.operation.at) return a.operation.at < b.operation.at ? -1 : 1;
  return a.operationId < b.operationId ? -1 : a.operationId > b.operationId ? 1 : 0;
}

/** Ids of operations that were undone. */
export function undone(own: readonly OutboxEntry[]): ReadonlySet<string> {
  const ids = own
    .filter(({ how, state }) => how === "undo" && state !== "refused" && state !== "given-up")
    .map(({ corrects }) => corrects);
  return new Set(ids.filter((id): id is string => id !== null));
}

/** The open question about an item; null: there is none. */
export function openQuestion(own: readonly OutboxEntry[], item: ItemNow): OutboxEntry | null {
  return own.find((entry) => entry.state === "asked" && isOf(entry, item)) ?? null;
}

/** All that was said here of how many there are of the item that an operation is about, oldest first; undone ones and undos too. */
export function saidOf(
  own: readonly OutboxEntry[],
  about: OutboxEntry,
  item: ItemNow | null,
): readonly OutboxEntry[] {
  const isAbout = (entry: OutboxEntry) =>
    entry.operationId === about.operationId ||
    (IS_SAID.includes(entry.state) && (item === null || isOf(entry, item)));
  return own.filter((entry) => entry.operation.quantity !== undefined && isAbout(entry)).sort(inMakingOrder);
}

/** Somebody else has counted the item after the last that was said of it here, as far as the server has told. */
export function isCountedSince(newest: OutboxEntry, { counted }: ItemNow): boolean {
  if (newest.ahead === 1 || counted === null) return false;
  const time = newest.receipt?.time;
  return typeof time !== "string" || counted.at > time || counted.user.id !== newest.operation.userId;
}

/** The operation is about this item: the server said so, or it is said of the same place. */
function isOf({ receipt, itemId, operation, articleId }: OutboxEntry, item: ItemNow): boolean {
  const known = receipt?.itemId ?? operation.itemId ?? itemId;
  if (known !== null && item.itemId !== null) return known === item.itemId;
  const here = item.foundAt ?? item.expectedAt;
  return articleId === item.articleId && (operation.locationId ?? null) === here;
}

/** How many pieces there are after one more operation; `before`: null where nothing was counted. */
export function quantityAfter(
  before: number | null,
  { kind, quantity }: { readonly kind?: SentOperation["kind"]; readonly quantity?: number | null },
): number | null {
  if (quantity === undefined) return before;
  return kind === "add" ? Math.min(MAX_PIECES, Math.max(0, (before ?? 0) + (quantity ?? 0))) : quantity;
}
