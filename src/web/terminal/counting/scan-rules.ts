import type { Question, Verdict } from "../../db/outbox-shapes.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import type { ItemNow } from "./current-count.ts";

// What a scan of a known article comes to: pure rules, without the storage and the screen.

/** What a verdict depends on. `quantity`: pieces with this scan; `expected`: null where it is unknown or must not be told. */
interface CountedFacts {
  readonly quantity: number;
  readonly expected: number | null;
  readonly belongsTo: number | null;
  readonly isUnexpected: boolean;
}

/** How many pieces a scan stands for, and from how many times the expected on a quantity is doubted. */
export interface Multiple {
  readonly pieces: number;
  readonly warningFactor: number;
}

/** What a scan is that counts. */
export function verdictOf(
  { quantity, expected, belongsTo, isUnexpected }: CountedFacts,
  wasCounted: boolean,
): Verdict {
  if (expected !== null && quantity > expected) return "surplus";
  if (belongsTo !== null) return "elsewhere";
  if (isUnexpected) return "unexpected";
  return wasCounted ? "added" : "counted";
}

/** Somebody has counted a piece, or said that all are there. */
export const isPiecesCounted = ({ quantity, isFound }: ItemNow) => (quantity ?? 0) > 0 || isFound;

/** Where it was counted, if that is another location than this one; null: here, or not at all. */
export const countedElsewhere = (item: ItemNow, placeId: number): number | null =>
  isPiecesCounted(item) && item.placeId !== placeId ? item.placeId : null;

/**
 * What has to be asked before the scan counts (null: nothing). A piece that was counted at another location may have been moved, or
 * be another one. An article with a serial number is a single piece: scanned again where one is expected it is the `same`, and its
 * serial number or tag never names another one. Where several are expected, one too many may be a piece that was scanned before.
 * Several pieces with one scan are doubted where they make far more than expected, as a typed quantity is.
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
  // Somebody said that all are there, without a number to add to.
  if (item.quantity === null) return "surplus";
  if (serialNumber === null) return isLarge(item, multiple) ? "large" : null;
  const expected = item.isUnexpected ? 1 : (item.expected ?? 1);
  if (item.quantity < expected) return null;
  const isSingle = expected <= 1 && item.quantity === 1;
  return isSingle || text !== code ? "same" : "surplus";
}

function isLarge(
  { quantity, expected, isUnexpected }: ItemNow,
  { pieces, warningFactor }: Multiple,
): boolean {
  if (pieces === 1 || isUnexpected || expected === null || expected === 0) return false;
  return (quantity ?? 0) + pieces >= expected * warningFactor;
}

/**
 * Each scan is a piece more, or so many `pieces`; of an article with a serial number there is one, unless more are expected. The same piece again adds none:
 * the log still has each scan.
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

/** How many there are here once what was counted at another location is moved: all of them, and no fewer than were scanned here. */
export const movedQuantity = (item: Pick<ItemNow, "quantity"> | null, pieces: number): number =>
  Math.max(item?.quantity ?? 1, pieces);
