import type { CountState } from "../../domain/counting/fold.ts";
import type { DomainError } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import { msg } from "../../domain/message.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { CountedItem, CountReceipt } from "./shapes.ts";

/** The stored part of the first receipt, as JSON. */
export type StoredReceipt = Pick<CountReceipt, "itemId" | "item"> & {
  readonly result: NonNullable<CountReceipt["first"]>;
};

/** The item in a receipt; `nameOf` returns the full name of a user. */
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
  applied: msg("Counted."),
  duplicate: msg("Already received. It is not counted twice."),
  unknown: msg("Unknown code. It is kept for the report."),
  late: msg("The stocktake was already finished. The count is kept until a manager accepts it."),
};

/** The receipt of a stored operation. `isDuplicate`: it was stored before. */
export function receiptOf(
  operation: { readonly operationId: string; readonly at: string; readonly receipt: StoredReceipt | null },
  isDuplicate: boolean,
  language: Locale,
): CountReceipt {
  const { operationId, at, receipt } = operation;
  if (receipt === null) throw new Error(`operation ${operationId} has no receipt yet`);
  const result = isDuplicate ? "duplicate" : receipt.result;
  const first = isDuplicate ? { first: receipt.result } : {};
  return { operationId, ...receipt, result, ...first, time: at, message: textIn(MESSAGES[result], language) };
}

/** The receipt of a refused operation. It is not stored and may be sent again. */
export function refusedReceipt(
  { operationId, error }: { readonly operationId: string; readonly error: DomainError },
  language: Locale,
): CountReceipt {
  const { text, fieldErrors } = error;
  const errors = fieldErrors.map((one) => ({ path: one.path, message: textIn(one.text, language) }));
  return {
    operationId,
    result: "refused",
    time: null,
    itemId: null,
    message: textIn(text, language),
    ...(errors.length > 0 && { errors }),
  };
}
