import { compareOperations } from "../../../domain/counting/fold.ts";
import { inverseQuantity, type StoredCount } from "../../../domain/counting/undo.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import { undoneOperations } from "../../offline/outbox/write.ts";
import type { ItemNow } from "./current-count.ts";

// The operations of this terminal, also those that the server's state includes.

/** Whether the server has the operation, or will have it: one may wait for its author. */
const isCounted = ({ state, ahead }: OutboxEntry): boolean =>
  ahead === 1 || state === "waiting" || state === "sent";

/** Compares operations of this terminal by the order in which they count. */
const byOperationTime = (a: OutboxEntry, b: OutboxEntry): number =>
  compareOperations(a.operation, b.operation);

/** The open question about an item; null: none. */
export function openQuestion(localOperations: readonly OutboxEntry[], item: ItemNow): OutboxEntry | null {
  return localOperations.find((entry) => entry.state === "asked" && isOfItem(entry, item)) ?? null;
}

/**
 * All local quantity operations on the item of an operation, oldest first, including undone ones and undos.
 */
function operationsOfItem(
  localOperations: readonly OutboxEntry[],
  reference: OutboxEntry,
  item: ItemNow | null,
): readonly OutboxEntry[] {
  const matches = (entry: OutboxEntry) =>
    entry.operationId === reference.operationId ||
    (isCounted(entry) && (item === null || isOfItem(entry, item)));
  return localOperations
    .filter((entry) => entry.operation.quantity !== undefined && matches(entry))
    .sort(byOperationTime);
}

/** Whether another user has counted the item after this operation, by the server's state. */
function isCountedSince(newest: OutboxEntry, { counted }: ItemNow): boolean {
  if (newest.ahead === 1 || counted === null) return false;
  const time = newest.receipt?.time;
  return typeof time !== "string" || counted.at > time || counted.user.id !== newest.operation.userId;
}

/** Whether an operation is about an item: by the receipt, or by its location, where the item belongs or is counted. */
function isOfItem({ receipt, itemId, operation, articleId }: OutboxEntry, item: ItemNow): boolean {
  const known = receipt?.itemId ?? operation.itemId ?? itemId;
  if (known !== null && item.itemId !== null) return known === item.itemId;
  const here = item.foundAt ?? item.expectedAt;
  const at = operation.locationId ?? null;
  return (
    articleId === item.articleId &&
    (at === here || (at !== null && at === item.placeId && at !== item.placedAt))
  );
}

/** The subject of operations: an article, or an unknown code at a location. */
export function subjectOf(articleId: number | null, code: string, placeId: number | null): string {
  return articleId === null ? `u${placeId ?? ""}:${code}` : `a${articleId}`;
}

/** The number of newest operations to search. */
const MAX_SCANNED = 200;

/** The last operation of a user at a location; `inventoryId` null: in any stocktake. Null: none stored. */
export async function lastCounted(userId: number, inventoryId: number | null): Promise<OutboxEntry | null> {
  const db = await localDb();
  const { store } = db.transaction("outbox");
  const last = await store.openKeyCursor(null, "prev");
  if (last === null) return null;
  const newest = await store.getAll(IDBKeyRange.lowerBound(last.primaryKey - MAX_SCANNED));
  const matches = (entry: OutboxEntry) =>
    entry.operation.userId === userId &&
    entry.placeId !== null &&
    (inventoryId === null || entry.inventoryId === inventoryId);
  return newest.reverse().find(matches) ?? null;
}

/**
 * The articles whose pieces are still being scanned: their last local operation was a scan, not a quantity.
 */
export async function articlesBeingAdded(
  inventoryId: number,
  placeId: number,
  articleIds: readonly number[],
): Promise<readonly number[]> {
  if (articleIds.length === 0) return [];
  const db = await localDb();
  const subjects = db.transaction("outbox").store.index("subject");
  const found = await Promise.all(
    articleIds.map(async (articleId) => {
      const localOperations = await subjects.getAll([inventoryId, subjectOf(articleId, "", null)]);
      const undoneIds = undoneOperations(localOperations);
      const quantityOperations = localOperations.filter(
        (entry) =>
          entry.placeId === placeId &&
          entry.how !== "undo" &&
          isCounted(entry) &&
          entry.operation.quantity !== undefined &&
          !undoneIds.has(entry.operationId),
      );
      const last = quantityOperations.sort(byOperationTime).pop();
      return last?.how === "scan" || last?.how === "answer" ? articleId : null;
    }),
  );
  return found.filter((articleId): articleId is number => articleId !== null);
}

type InverseOperation = Pick<SentOperation, "kind"> &
  Partial<
    Pick<
      SentOperation,
      "quantity" | "note" | "isDisposal" | "disposalMethodId" | "disposalReasonId" | "itemId" | "locationId"
    >
  >;

/**
 * The operation that undoes another one: the state becomes what it would be without it. `item`: the current
 * state; null: unknown.
 */
export function inverseOperation(
  undoneEntry: OutboxEntry,
  localOperations: readonly OutboxEntry[],
  item: ItemNow | null,
): InverseOperation {
  const { operation, before } = undoneEntry;
  const rest = {
    ...(operation.note !== undefined && { note: before?.note ?? null }),
    ...(operation.isDisposal !== undefined && {
      isDisposal: before?.isDisposal ?? false,
      disposalMethodId: before?.disposalMethodId ?? null,
      disposalReasonId: before?.disposalReasonId ?? null,
    }),
  };
  if (operation.quantity === undefined) return { kind: "set", ...rest };
  // Each count of an unknown code adds. By then the server may know the code.
  if (undoneEntry.articleId === null) return { kind: "add", quantity: -(operation.quantity ?? 0), ...rest };
  const itemOperations = operationsOfItem(localOperations, undoneEntry, item);
  const undoneIds = undoneOperations(itemOperations);
  const later = itemOperations.filter(
    (entry) =>
      entry.how !== "undo" && !undoneIds.has(entry.operationId) && byOperationTime(entry, undoneEntry) > 0,
  );
  const latestLater = later[later.length - 1];
  const newest = itemOperations[itemOperations.length - 1];
  const current = item && {
    quantity: item.quantity,
    isCountedSince: newest !== undefined && isCountedSince(newest, item),
  };
  const countOf = (entry: OutboxEntry) => storedCount(entry, undoneIds);
  return {
    ...inverseQuantity(countOf(undoneEntry), itemOperations.map(countOf), current),
    ...(latestLater === undefined ? previousLocation(undoneEntry) : currentLocation(latestLater)),
    ...rest,
  };
}

const storedCount = (
  { operationId, operation: { kind, quantity = null }, before, how }: OutboxEntry,
  undoneIds: ReadonlySet<string>,
): StoredCount => ({
  operationId,
  kind,
  quantity,
  before: before?.quantity,
  isUndone: how === "undo" || undoneIds.has(operationId),
});

/** The location before the operation, if it was of the same item. */
function previousLocation({ before, itemId, receipt, operation }: OutboxEntry): {
  itemId?: number;
  locationId?: number;
} {
  const known = receipt?.itemId ?? operation.itemId ?? itemId;
  if (known === null || before === null || before.placeId === null) return {};
  if (before.placeId === operation.locationId) return {};
  return { itemId: known, locationId: before.placeId };
}

/** The location of the latest later operation. */
function currentLocation({ operation }: OutboxEntry): { locationId?: number } {
  return operation.locationId === undefined ? {} : { locationId: operation.locationId };
}
