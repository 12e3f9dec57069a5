import { fold } from "../../../domain/text-folding.ts";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import type { TagGroup } from "../../db/values.ts";
import type { ItemNow } from "../counting/current-count.ts";
import { countedElsewhere, isPiecesCounted, movedQuantity } from "../counting/scan-rules.ts";

// Rules for RFID tags of known articles in a count. A reader also reads what lies on the next shelf and what was counted before it
// was switched on, so a tag counts by itself only where its article is expected and nothing else has counted it.

/** The facts that decide. */
interface TagFacts {
  readonly item: ItemNow;
  /** The expected location; null: here, or none. */
  readonly belongsTo: number | null;
  readonly placeId: number;
  /** The tag is one individually tracked article. */
  readonly isSingle: boolean;
  /** The pieces of the article that tags of this reading have counted here. */
  readonly piecesOfTags: number;
}

/** Whether a tag is the article itself: it has a serial number, or the tag is its RFID property. Such a tag counts one, once. */
export const isSingleTag = (
  { serialNumber, rfId }: Pick<StoredArticle, "serialNumber" | "rfId">,
  forms: readonly string[],
): boolean =>
  serialNumber !== null || (rfId !== null && forms.some((form) => fold(form) === fold(rfId.trim())));

/**
 * The group of a tag. `here`: it counts. `moved`: the article was counted at another location. `elsewhere`, `unexpected`: expected at
 * another location, or at none. `before`: pieces were counted here without these tags, and may be the same ones.
 */
export function groupOf({ item, belongsTo, placeId, isSingle, piecesOfTags }: TagFacts): TagGroup {
  if (countedElsewhere(item, placeId) !== null) return "moved";
  if (item.expectedAt !== placeId && !isPiecesCounted(item))
    return belongsTo === null ? "unexpected" : "elsewhere";
  if (isSingle || !isPiecesCounted(item)) return "here";
  return item.quantity === null || item.quantity > piecesOfTags ? "before" : "here";
}

/** How a tag counts: as soon as it is read, by a decision of the user, or all tags of the article as its quantity. */
export type TagMode = "read" | "confirmed" | "total";

/** The operation that counts a tag. `total`: the pieces of all its article's tags that were read here. */
export function operationOfTag(
  { item, placeId, isSingle }: Pick<TagFacts, "item" | "placeId" | "isSingle">,
  mode: TagMode,
  pieces: number,
): { readonly kind: "set" | "add"; readonly quantity: number } {
  const counted = isSingle ? 1 : pieces;
  if (countedElsewhere(item, placeId) !== null)
    return { kind: "set", quantity: movedQuantity(item, counted) };
  if (!isSingle) return { kind: mode === "total" ? "set" : "add", quantity: pieces };
  // The same piece again adds nothing, so that the log has who saw it.
  return isPiecesCounted(item) ? { kind: "add", quantity: 0 } : { kind: "set", quantity: 1 };
}
