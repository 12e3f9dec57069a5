import { pieceDifference } from "../item-views.ts";

// The clients import this file. The server decides the same in SQL: src/inventories/items/item-sql.ts.

/** The fields of an item by which it has a difference or not. Absent quantities: hidden in a blind count. */
interface ComparedItem {
  readonly locationId: number | null;
  readonly inventoryLocationId: number | null;
  readonly quantity?: number | undefined;
  readonly movedBeforeCount?: number | undefined;
  readonly inventoryQuantity: number | null;
  readonly isFound: boolean;
  readonly isDisposal: boolean;
  readonly isUnexpected: boolean;
}

/** True for a counted item that was not found as expected. Known before its result, which Processing of results gives. */
export function hasDifference(item: ComparedItem): boolean {
  if (item.isUnexpected)
    return item.isFound && item.inventoryQuantity !== null && pieceDifference(item) !== 0;
  if (item.isDisposal) return true;
  const difference = pieceDifference(item);
  return (item.isFound && isElsewhere(item)) || (difference !== null && difference !== 0);
}

const isElsewhere = ({ locationId, inventoryLocationId }: ComparedItem) =>
  locationId !== null && inventoryLocationId !== null && inventoryLocationId !== locationId;
