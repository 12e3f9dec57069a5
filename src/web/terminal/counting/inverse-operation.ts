import type { OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import type { ItemNow } from "./current-count.ts";
import { inMakingOrder, isCountedSince, quantityAfter, saidOf, undone } from "./local-operations.ts";

type Opposite = Pick<SentOperation, "kind"> &
  Partial<
    Pick<
      SentOperation,
      "quantity" | "note" | "isDisposal" | "disposalMethodId" | "disposalReasonId" | "itemId" | "locationId"
    >
  >;

/**
 * What takes an operation back: then there is what there would be had it never been said. `own`: all operations made here of the
 * same subject; `item`: what it is about, as it is now (null: not known).
 */
export function inverseOperation(
  taken: OutboxEntry,
  own: readonly OutboxEntry[],
  item: ItemNow | null,
): Opposite {
  const { operation, before } = taken;
  const rest = {
    ...(operation.note !== undefined && { note: before?.note ?? null }),
    ...(operation.isDisposal !== undefined && {
      isDisposal: before?.isDisposal ?? false,
      disposalMethodId: before?.disposalMethodId ?? null,
      disposalReasonId: before?.disposalReasonId ?? null,
    }),
  };
  if (operation.quantity === undefined) return { kind: "set", ...rest };
  // A code that nobody knows is no number of pieces.
  if (taken.articleId === null) return { kind: "set", quantity: null, ...rest };
  const said = saidOf(own, taken, item);
  const gone = undone(said);
  const since = said.filter(
    (entry) => entry.how !== "undo" && !gone.has(entry.operationId) && inMakingOrder(entry, taken) > 0,
  );
  const last = since[since.length - 1];
  return {
    ...quantityBack(taken, withAndWithout(taken, said, item), last === undefined),
    ...(last === undefined ? placeBack(taken) : placeOf(last)),
    ...rest,
  };
}

interface Quantities {
  readonly now: number | null;
  readonly without: number | null;
}

/** A piece that others counted too is taken off; with nothing said since, what was there is said again. */
function quantityBack(
  { operation }: OutboxEntry,
  { now, without }: Quantities,
  isLast: boolean,
): { kind: "set" | "add"; quantity: number | null } {
  if (without === null || now === null) return { kind: "set", quantity: without };
  if (isLast && operation.kind === "set" && now !== without) return { kind: "set", quantity: without };
  return { kind: "add", quantity: without - now };
}

/** How many there are by all that was said here, and how many there would be without the one operation. */
function withAndWithout(taken: OutboxEntry, said: readonly OutboxEntry[], item: ItemNow | null): Quantities {
  const gone = undone(said);
  const isAdded = taken.operation.kind === "add";
  let all: Quantities = { now: null, without: null };
  for (const [index, { operation, operationId, how, before }] of said.entries()) {
    if (before !== null) all = index === 0 ? both(before.quantity) : heard(all, before.quantity, isAdded);
    const now = quantityAfter(all.now, operation);
    const stands = operationId !== taken.operationId && how !== "undo" && !gone.has(operationId);
    all = { now, without: stands ? quantityAfter(all.without, operation) : all.without };
  }
  if (item === null) return all;
  const newest = said[said.length - 1];
  if (!isAdded && newest !== undefined && isCountedSince(newest, item)) return both(item.quantity);
  return heard(all, item.quantity, isAdded);
}

const both = (quantity: number | null): Quantities => ({ now: quantity, without: quantity });

/** Somebody else has counted too: what they said stays, be it a number or pieces more. */
function heard(all: Quantities, quantity: number | null, isAdded: boolean): Quantities {
  if (quantity === all.now) return all;
  if (!isAdded || quantity === null) return both(quantity);
  return { now: quantity, without: Math.max(0, (all.without ?? 0) + quantity - (all.now ?? 0)) };
}

/** It is counted where it was counted before, where that is known of this very item. */
function placeBack({ before, itemId, receipt, operation }: OutboxEntry): {
  itemId?: number;
  locationId?: number;
} {
  const known = receipt?.itemId ?? operation.itemId ?? itemId;
  if (known === null || before === null || before.placeId === null) return {};
  if (before.placeId === operation.locationId) return {};
  return { itemId: known, locationId: before.placeId };
}

/** It stays where it was counted since. */
function placeOf({ operation }: OutboxEntry): { locationId?: number } {
  return operation.locationId === undefined ? {} : { locationId: operation.locationId };
}
