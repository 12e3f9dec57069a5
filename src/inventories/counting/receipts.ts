import type { CountState } from "../../domain/counting/fold.ts";
import type { DomainError } from "../../domain/errors.ts";
import type { Locale, Message } from "../../domain/message.ts";
import { msg } from "../../domain/message.ts";
import type { CountedItem, CountReceipt } from "./shapes.ts";

/** What is kept of the first answer, as JSON. */
export type StoredReceipt = Pick<CountReceipt, "itemId" | "item"> & {
  readonly result: NonNullable<CountReceipt["first"]>;
};

/** What is told of an item that was counted; `nameOf` knows what its users are called. */
export function receiptItem(oid: number, state: CountState, nameOf: (userId: number) => string): CountedItem {
  const { inventoryQuantity, inventoryLocationId, disposalMethodId, disposalReasonId } = state;
  const { countedDT, countedBy } = state;
  return {
    oid,
    inventoryQuantity,
    inventoryLocationId,
    isFound: state.isFound === 1,
    isDisposal: state.isDisposal === 1,
    disposalMethodId,
    disposalReasonId,
    isToRecount: state.isToRecount === 1,
    counted:
      countedDT === null || countedBy === null
        ? null
        : { at: countedDT, user: { id: countedBy, fullName: nameOf(countedBy) } },
  };
}

const MESSAGES: Readonly<Record<"duplicate" | StoredReceipt["result"], Message>> = {
  applied: msg("Counted.", "Započteno."),
  duplicate: msg("Already received. It is not counted twice.", "Už přijato. Podruhé se nezapočítá."),
  unknown: msg("Unknown code. It is kept for the report.", "Neznámý kód. Zůstává pro protokol."),
  late: msg(
    "The inventory was already finished. The count is kept until a manager accepts it.",
    "Inventura už byla dokončena. Záznam čeká na přijetí vedoucím.",
  ),
};

/** The receipt of one that has just been kept, or (`isAgain`) had been before. */
export function receiptOf(
  known: { readonly operationId: string; readonly at: string; readonly receipt: StoredReceipt | null },
  isAgain: boolean,
  language: Locale,
): CountReceipt {
  const { operationId, at, receipt } = known;
  if (receipt === null) throw new Error(`operation ${operationId} has no receipt yet`);
  const result = isAgain ? "duplicate" : receipt.result;
  const first = isAgain ? { first: receipt.result } : {};
  return { operationId, ...receipt, result, ...first, time: at, message: MESSAGES[result][language] };
}

/** The receipt of one that was refused: nothing of it is kept, it may be sent again. */
export function refusedReceipt(
  { operationId, error }: { readonly operationId: string; readonly error: DomainError },
  language: Locale,
): CountReceipt {
  const { words, faults } = error;
  const errors = faults.map((fault) => ({ path: fault.path, message: fault.words[language] }));
  return {
    operationId,
    result: "refused",
    time: null,
    itemId: null,
    message: words[language],
    ...(errors.length > 0 && { errors }),
  };
}
