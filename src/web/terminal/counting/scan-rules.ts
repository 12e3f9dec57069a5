import type { Question, Verdict } from "../../db/outbox-shapes.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import type { ItemNow } from "./current-count.ts";

// Rules for a scan of a known article. They use neither the storage nor the screen.

/**
 * The facts that determine a verdict. `quantity`: including this scan; `expected`: null if unknown or hidden.
 */
interface CountedFacts {
  readonly quantity: number;
  readonly expected: number | null;
  readonly belongsTo: number | null;
  readonly isUnexpected: boolean;
}

/** The number of pieces of a scan, and the multiple of the expected quantity that is questioned. */
export interface Multiple {
  readonly pieces: number;
  /** The code itself contains the quantity: another scan of it may be of the same box. */
  readonly hasQuantity: boolean;
  /** The user has chosen how often the scan counts. */
  readonly isMultiplied: boolean;
  readonly warningFactor: number;
}

/** The verdict of a scan that is counted. */
export function verdictOf(
  { quantity, expected, belongsTo, isUnexpected }: CountedFacts,
  wasCounted: boolean,
): Verdict {
  if (expected !== null && quantity > expected) return "surplus";
  if (belongsTo !== null) return "elsewhere";
  if (isUnexpected) return "unexpected";
  return wasCounted ? "added" : "counted";
}

/** Whether pieces are counted, or all are marked as found. */
export const isPiecesCounted = ({ quantity, isFound }: ItemNow) => (quantity ?? 0) > 0 || isFound;

/** The location of the count if it is another one; null: counted here, or not at all. */
export const countedElsewhere = (item: ItemNow, placeId: number): number | null =>
  isPiecesCounted(item) && item.placeId !== placeId ? item.placeId : null;

/**
 * The question to ask before a scan counts (null: none). A piece counted at another location may have been
 * moved, or be another piece. An article with a serial number is a single piece: another scan of it is the
 * `same` piece, and its serial number or tag never means another one. Where several are expected, a surplus
 * piece may have been scanned before. A code that contains its quantity is asked about each time but the first: it may be the same
 * box. Multiplied scans are questioned like typed quantities, if they exceed
 * the expected quantity by far.
 */
export function questionOf(
  item: ItemNow,
  { serialNumber, code }: Pick<StoredArticle, "serialNumber" | "code">,
  placeId: number,
  text: string,
  multiple: Multiple,
): Question | "same" | null {
  if (!isPiecesCounted(item)) return isLarge(item, multiple) ? "large" : null;
  if (countedElsewhere(item, placeId) !== null) return "moved";
  // All are marked as found, without a quantity to add to.
  if (item.quantity === null) return "surplus";
  if (multiple.hasQuantity) return "surplus";
  if (serialNumber === null) return isLarge(item, multiple) ? "large" : null;
  const expected = item.isUnexpected ? 1 : (item.expected ?? 1);
  if (item.quantity < expected) return null;
  const isSingle = expected <= 1 && item.quantity === 1;
  return isSingle || text !== code ? "same" : "surplus";
}

function isLarge(
  { quantity, expected, isUnexpected }: ItemNow,
  { pieces, warningFactor }: Pick<Multiple, "pieces" | "warningFactor">,
): boolean {
  if (pieces === 1 || isUnexpected || expected === null || expected === 0) return false;
  return (quantity ?? 0) + pieces >= expected * warningFactor;
}

/**
 * The operation of a scan. Each scan adds its `pieces`; an article with a serial number is set to one, unless
 * more are expected. Scanning the same piece again adds 0, so that the log has each scan.
 */
export function operationOf(
  item: ItemNow,
  { serialNumber }: StoredArticle,
  question: Question | "same" | null,
  pieces: number,
): { readonly kind: "set" | "add"; readonly quantity: number } {
  if (question === "same") return { kind: "add", quantity: 0 };
  if (question === "moved") return { kind: "set", quantity: movedQuantity(item, pieces) };
  const isSingle = serialNumber !== null && (item.isUnexpected || (item.expected ?? 1) <= 1);
  return { kind: isSingle && !isPiecesCounted(item) ? "set" : "add", quantity: pieces };
}

/**
 * The quantity here after pieces counted at another location are moved: all of them, and at least the scanned
 * ones.
 */
export const movedQuantity = (item: Pick<ItemNow, "quantity"> | null, pieces: number): number =>
  Math.max(item?.quantity ?? 1, pieces);
