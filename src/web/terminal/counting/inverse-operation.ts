import { inverseQuantity, type StoredCount } from "../../../domain/counting/undo.ts";
import type { OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import { undoneOperations } from "../../offline/outbox/undone.ts";
import type { ItemNow } from "./current-count.ts";
import { byOperationTime, isCountedSince, operationsOfItem } from "./local-operations.ts";

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
