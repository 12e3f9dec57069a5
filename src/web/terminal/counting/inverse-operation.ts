import type { OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import type { ItemNow } from "./current-count.ts";
import {
  byOperationTime,
  isCountedSince,
  operationsOfItem,
  quantityAfter,
  undoneOperations,
} from "./local-operations.ts";

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
  // An unknown code has no quantity.
  if (undoneEntry.articleId === null) return { kind: "set", quantity: null, ...rest };
  const itemOperations = operationsOfItem(localOperations, undoneEntry, item);
  const undoneIds = undoneOperations(itemOperations);
  const later = itemOperations.filter(
    (entry) =>
      entry.how !== "undo" && !undoneIds.has(entry.operationId) && byOperationTime(entry, undoneEntry) > 0,
  );
  const latestLater = later[later.length - 1];
  return {
    ...inverseQuantity(
      undoneEntry,
      quantitiesOf(undoneEntry, itemOperations, item),
      latestLater === undefined,
    ),
    ...(latestLater === undefined ? previousLocation(undoneEntry) : currentLocation(latestLater)),
    ...rest,
  };
}

interface Quantities {
  readonly now: number | null;
  readonly without: number | null;
}

/** Subtracts a piece if others have counted too. Otherwise sets the previous quantity. */
function inverseQuantity(
  { operation }: OutboxEntry,
  { now, without }: Quantities,
  isLast: boolean,
): { kind: "set" | "add"; quantity: number | null } {
  if (without === null || now === null) return { kind: "set", quantity: without };
  if (isLast && operation.kind === "set" && now !== without) return { kind: "set", quantity: without };
  return { kind: "add", quantity: without - now };
}

/** The quantity by all local operations, and without the undone one. */
function quantitiesOf(
  undoneEntry: OutboxEntry,
  itemOperations: readonly OutboxEntry[],
  item: ItemNow | null,
): Quantities {
  const undoneIds = undoneOperations(itemOperations);
  const isAddition = undoneEntry.operation.kind === "add";
  let quantities: Quantities = { now: null, without: null };
  for (const [index, { operation, operationId, how, before }] of itemOperations.entries()) {
    if (before !== null)
      quantities =
        index === 0
          ? sameQuantity(before.quantity)
          : withForeignCount(quantities, before.quantity, isAddition);
    const now = quantityAfter(quantities.now, operation);
    const isEffective =
      operationId !== undoneEntry.operationId && how !== "undo" && !undoneIds.has(operationId);
    quantities = {
      now,
      without: isEffective ? quantityAfter(quantities.without, operation) : quantities.without,
    };
  }
  if (item === null) return quantities;
  const newest = itemOperations[itemOperations.length - 1];
  if (!isAddition && newest !== undefined && isCountedSince(newest, item)) return sameQuantity(item.quantity);
  return withForeignCount(quantities, item.quantity, isAddition);
}

const sameQuantity = (quantity: number | null): Quantities => ({ now: quantity, without: quantity });

/** Includes counts of other users: a quantity, or added pieces. */
function withForeignCount(quantities: Quantities, quantity: number | null, isAddition: boolean): Quantities {
  if (quantity === quantities.now) return quantities;
  if (!isAddition || quantity === null) return sameQuantity(quantity);
  return {
    now: quantity,
    without: Math.max(0, (quantities.without ?? 0) + quantity - (quantities.now ?? 0)),
  };
}

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
