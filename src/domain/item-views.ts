import { State } from "./inventory-states.ts";
import { RESULTS, type Result } from "./results.ts";

// The server and the clients import this file. Which items a view has: src/inventories/items/item-sql.ts.

/**
 * The views of the items of a stocktake: needs a decision, differs from what was expected, one result each, is to be recounted,
 * has moved stock without a decision, is not approved, all.
 */
export const ITEM_VIEWS = [
  "needsDecision",
  "differences",
  ...RESULTS,
  "toRecount",
  "secondCount",
  "moved",
  "notApproved",
  "all",
] as const;
export type ItemView = (typeof ITEM_VIEWS)[number];

/** The views that need no results: they may have items from the start of the count. */
const COUNTING_VIEWS: readonly ItemView[] = ["needsDecision", "toRecount", "secondCount", "moved", "all"];

/** True when the items of a stocktake in this state have results. */
export function hasResults(state: number): boolean {
  return state === State.Processing || state === State.Closed;
}

/** The views that can have items in this state of the stocktake. Decisions and approvals end with the close. */
export function viewsIn(state: number): readonly ItemView[] {
  if (!hasResults(state)) return COUNTING_VIEWS;
  if (state === State.Processing) return ITEM_VIEWS;
  return ITEM_VIEWS.filter((view) => view !== "needsDecision" && view !== "notApproved");
}

/** A filter of the items of one inventory, as a job keeps it. Null: no filter. */
export interface ItemFilter {
  readonly view: ItemView;
  /** Before Processing of results no item has a result. */
  readonly hasResults: boolean;
  /** Expected or found at this location or any below it. */
  readonly locationId: number | null;
  /** The user who counted last. */
  readonly userId: number | null;
  readonly categoryId: number | null;
  /** Folded words; each is in the code, name or note. */
  readonly words: readonly string[];
}

/** The fields of an item from which its figures follow. Absent quantities: hidden in a blind count. */
interface CountedItem {
  readonly quantity?: number | undefined;
  readonly movedBeforeCount?: number | undefined;
  readonly inventoryQuantity: number | null;
  readonly isFound: boolean;
  readonly takenFrom?: { readonly quantity: number } | null | undefined;
}

/** The recorded pieces at the time of the count. The server has the same in SQL: src/inventories/items/second-count-sql.ts. */
const recordedPieces = ({ quantity = 0, movedBeforeCount = 0 }: CountedItem) => quantity + movedBeforeCount;

/** Pieces found; null: not counted. Found without a quantity: the recorded pieces, and those that the close took for it. */
export function piecesFound(item: CountedItem): number | null {
  const { isFound, inventoryQuantity, takenFrom } = item;
  if (isFound) return inventoryQuantity ?? recordedPieces(item) + (takenFrom?.quantity ?? 0);
  return inventoryQuantity === null ? null : 0;
}

/** The properties of an item that say where it was found. */
interface FoundItem {
  readonly isFound: boolean | 0 | 1;
  readonly inventoryLocationId: number | null;
  readonly foundAtLocationId: number | null;
}

/** Where an item was found; null: it was not, or nothing says where. A count that was taken back, or of 0, may have named a location. */
export const foundLocation = ({
  isFound,
  inventoryLocationId,
  foundAtLocationId,
}: FoundItem): number | null => (isFound ? (inventoryLocationId ?? foundAtLocationId) : null);

/** Pieces found minus pieces recorded at the time of the count; null: not counted. */
export function pieceDifference(item: CountedItem): number | null {
  const found = piecesFound(item);
  return found === null ? null : found - recordedPieces(item);
}

/** True for one of the seven results. */
export function isResult(view: ItemView): view is Result {
  return RESULTS.some((result) => result === view);
}
