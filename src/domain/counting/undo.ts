import { quantityAfter } from "./fold.ts";

// The quantity of the operation that undoes another one. The server receives it like any other operation.

/** An operation on the quantity of one item, as the terminal that made it stores it. */
export interface StoredCount {
  readonly operationId: string;
  readonly kind: "set" | "add";
  readonly quantity: number | null;
  /** The pieces before it; undefined: unknown. */
  readonly before: number | null | undefined;
  /** It has no effect: it is undone, or undoes another one. */
  readonly isUndone: boolean;
}

/** The current state of the item, with the counts of other terminals. */
interface CurrentQuantity {
  readonly quantity: number | null;
  /** Another user has counted it after all stored operations. */
  readonly isCountedSince: boolean;
}

interface Quantities {
  readonly now: number | null;
  /** Without the undone operation. */
  readonly without: number | null;
}

/**
 * The quantity that undoes an operation: the item has the pieces that it would have without it. `counts`: the operations on the
 * item with the undone one, oldest first; `current` null: unknown.
 */
export function inverseQuantity(
  undone: StoredCount,
  counts: readonly StoredCount[],
  current: CurrentQuantity | null,
): { kind: "set" | "add"; quantity: number | null } {
  const { now, without } = quantitiesOf(undone, counts, current);
  if (without === null || now === null) return { kind: "set", quantity: without };
  const at = counts.findIndex(({ operationId }) => operationId === undone.operationId);
  const isLast = counts.slice(at + 1).every(({ isUndone }) => isUndone);
  if (isLast && undone.kind === "set" && now !== without) return { kind: "set", quantity: without };
  // Others have counted too: only the difference is taken back.
  return { kind: "add", quantity: without - now };
}

/** The quantity by all operations, and without the undone one. */
function quantitiesOf(
  undone: StoredCount,
  counts: readonly StoredCount[],
  current: CurrentQuantity | null,
): Quantities {
  const isAddition = undone.kind === "add";
  let quantities: Quantities = { now: null, without: null };
  for (const [index, count] of counts.entries()) {
    if (count.before !== undefined)
      quantities =
        index === 0 ? sameQuantity(count.before) : withForeignCount(quantities, count.before, isAddition);
    const isEffective = count.operationId !== undone.operationId && !count.isUndone;
    quantities = {
      now: quantityAfter(quantities.now, count),
      without: isEffective ? quantityAfter(quantities.without, count) : quantities.without,
    };
  }
  if (current === null) return quantities;
  if (!isAddition && current.isCountedSince) return sameQuantity(current.quantity);
  return withForeignCount(quantities, current.quantity, isAddition);
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
