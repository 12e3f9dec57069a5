import type { Question, Verdict } from "../kept/outbox-shapes.ts";
import type { KeptArticle } from "../kept/reference-shapes.ts";
import type { ItemNow } from "./now.ts";

// What a scan of a known article comes to: pure rules, without the storage and the screen.

/** What a verdict depends on. `quantity`: pieces with this scan; `expected`: null where it is unknown or must not be told. */
interface CountedFacts {
  readonly quantity: number;
  readonly expected: number | null;
  readonly belongsTo: number | null;
  readonly isUnexpected: boolean;
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

/**
 * What has to be asked before the scan counts (null: nothing). A piece that was counted at another location may have been moved, or
 * be another one. An article with a serial number is a single piece: scanned again where one is expected it is the `same`, and its
 * serial number or tag never names another one. Where several are expected, one too many may be a piece that was scanned before.
 */
export function questionOf(
  item: ItemNow,
  { serialNumber, code }: Pick<KeptArticle, "serialNumber" | "code">,
  placeId: number,
  text: string,
): Question | "same" | null {
  if (!isPiecesCounted(item)) return null;
  if (item.placeId !== null && item.placeId !== placeId) return "moved";
  // Somebody said that all are there, without a number to add to.
  if (item.quantity === null) return "surplus";
  if (serialNumber === null) return null;
  const expected = item.isUnexpected ? 1 : (item.expected ?? 1);
  if (item.quantity < expected) return null;
  const isSingle = expected <= 1 && item.quantity === 1;
  return isSingle || text !== code ? "same" : "surplus";
}

/**
 * Each scan is a piece more; of an article with a serial number there is one, unless more are expected. The same piece again adds none:
 * the log still has each scan.
 */
export function operationOf(
  item: ItemNow,
  { serialNumber }: KeptArticle,
  question: Question | "same" | null,
): { readonly kind: "set" | "add"; readonly quantity: number } {
  if (question === "same") return { kind: "add", quantity: 0 };
  if (question === "moved") return { kind: "set", quantity: item.quantity ?? 1 };
  const isSingle = serialNumber !== null && (item.isUnexpected || (item.expected ?? 1) <= 1);
  return { kind: isSingle && !isPiecesCounted(item) ? "set" : "add", quantity: 1 };
}
