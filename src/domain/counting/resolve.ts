// Resolves a scanned code to an item. The rule reads nothing that operations change; otherwise their order would matter.

/** An item of the scanned article. */
export interface Candidate {
  readonly oid: number;
  /** The expected location; null: unexpected. */
  readonly locationId: number | null;
  /** The first location where an unexpected article was found. */
  readonly foundAtLocationId: number | null;
  /** Expected pieces. */
  readonly quantity: number;
}

/** An existing item, a new unexpected item at a location, or `"where"`: the location must be entered. */
export type Resolution =
  | { readonly item: number; readonly place: number | null }
  | { readonly item: null; readonly place: number }
  | "where";

/**
 * Resolves a scan of an article. `items`: all items of the article in the inventory. `locationId`: the scanned location, or
 * null. `ownPlace`: the inventory's own location. `isExtra`: the scan is one more piece, not the single piece expected
 * elsewhere. The result's `place` is the location where it was found; null: none was entered.
 */
export function resolveItem(
  items: readonly Candidate[],
  locationId: number | null,
  ownPlace: number | null,
  isExtra = false,
): Resolution {
  const expected = items.filter((item) => item.locationId !== null);
  const [sole, ...others] = expected;
  if (locationId !== null) {
    const here =
      expected.find((item) => item.locationId === locationId) ??
      items.find((item) => item.foundAtLocationId === locationId);
    if (here !== undefined) return { item: here.oid, place: locationId };
    // A single piece can only be at one location: it was found elsewhere. Of several pieces, some may still be as expected.
    if (!isExtra && sole !== undefined && others.length === 0 && sole.quantity === 1)
      return { item: sole.oid, place: locationId };
    return { item: null, place: locationId };
  }
  if (sole !== undefined) return others.length === 0 ? { item: sole.oid, place: null } : "where";
  if (ownPlace === null) return "where";
  const found = items.find((item) => item.foundAtLocationId === ownPlace);
  return found === undefined ? { item: null, place: ownPlace } : { item: found.oid, place: ownPlace };
}
