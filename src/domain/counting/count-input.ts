import type { Count } from "./fold.ts";

/** The count fields of one operation. Absent fields change nothing. */
interface CountInput {
  readonly quantity?: number | null | undefined;
  readonly note?: string | null | undefined;
  readonly isFound?: boolean | undefined;
  readonly isDisposal?: boolean | undefined;
  readonly disposalMethodId?: number | null | undefined;
  readonly disposalReasonId?: number | null | undefined;
}

/** The changes of an item that an operation contains. */
export function countOf({
  quantity,
  note,
  isFound,
  isDisposal,
  disposalMethodId,
  disposalReasonId,
}: CountInput): Count {
  return {
    ...(quantity !== undefined && { inventoryQuantity: quantity }),
    ...(note !== undefined && { note }),
    ...(isFound !== undefined && { isFound }),
    ...(isDisposal !== undefined && { isDisposal }),
    ...(disposalMethodId !== undefined && { disposalMethodId }),
    ...(disposalReasonId !== undefined && { disposalReasonId }),
  };
}

/** The most operations of one request. */
export const MAX_OPERATIONS = 1000;
