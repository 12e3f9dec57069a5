import { compareOperations } from "../../../domain/counting/fold.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { ItemNow } from "./current-count.ts";

// The operations of this terminal, also those that the server's state includes.

const COUNTED_STATES: readonly OutboxEntry["state"][] = ["waiting", "sent"];

/** Compares operations of this terminal by the order in which they count. */
export const byOperationTime = (a: OutboxEntry, b: OutboxEntry): number =>
  compareOperations(a.operation, b.operation);

/** The open question about an item; null: none. */
export function openQuestion(localOperations: readonly OutboxEntry[], item: ItemNow): OutboxEntry | null {
  return localOperations.find((entry) => entry.state === "asked" && isOfItem(entry, item)) ?? null;
}

/**
 * All local quantity operations on the item of an operation, oldest first, including undone ones and undos.
 */
export function operationsOfItem(
  localOperations: readonly OutboxEntry[],
  reference: OutboxEntry,
  item: ItemNow | null,
): readonly OutboxEntry[] {
  const matches = (entry: OutboxEntry) =>
    entry.operationId === reference.operationId ||
    (COUNTED_STATES.includes(entry.state) && (item === null || isOfItem(entry, item)));
  return localOperations
    .filter((entry) => entry.operation.quantity !== undefined && matches(entry))
    .sort(byOperationTime);
}

/** Whether another user has counted the item after this operation, by the server's state. */
export function isCountedSince(newest: OutboxEntry, { counted }: ItemNow): boolean {
  if (newest.ahead === 1 || counted === null) return false;
  const time = newest.receipt?.time;
  return typeof time !== "string" || counted.at > time || counted.user.id !== newest.operation.userId;
}

/** Whether an operation is about an item: by the receipt, or by its location. */
function isOfItem({ receipt, itemId, operation, articleId }: OutboxEntry, item: ItemNow): boolean {
  const known = receipt?.itemId ?? operation.itemId ?? itemId;
  if (known !== null && item.itemId !== null) return known === item.itemId;
  const here = item.foundAt ?? item.expectedAt;
  return articleId === item.articleId && (operation.locationId ?? null) === here;
}

/** The subject of operations: an article, or an unknown code at a location. */
export function subjectOf(articleId: number | null, code: string, placeId: number | null): string {
  return articleId === null ? `u${placeId ?? ""}:${code}` : `a${articleId}`;
}
