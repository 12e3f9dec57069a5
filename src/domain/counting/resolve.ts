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

/** An existing item, a new unexpected item at a location, or `"locationRequired"`: the location must be entered. */
export type Resolution =
  | { readonly item: number; readonly locationId: number | null }
  | { readonly item: null; readonly locationId: number }
  | "locationRequired";

/**
 * Resolves a scan of an article. `items`: all items of the article in the inventory. `locationId`: the scanned location, or
 * null. `ownLocationId`: the inventory's own location. `isExtra`: the scan is one more piece, not the single piece expected
 * elsewhere. The result's `locationId` is the location where it was found; null: none was entered.
 */
export function resolveItem(
  items: readonly Candidate[],
  locationId: number | null,
  ownLocationId: number | null,
  isExtra = false,
): Resolution {
  const expected = items.filter((item) => item.locationId !== null);
  const [sole, ...others] = expected;
  if (locationId !== null) {
    const atLocation =
      expected.find((item) => item.locationId === locationId) ??
      items.find((item) => item.foundAtLocationId === locationId);
    if (atLocation !== undefined) return { item: atLocation.oid, locationId };
    // A single piece can only be at one location: it was found elsewhere. Of several pieces, some may still be as expected.
    if (!isExtra && sole !== undefined && others.length === 0 && sole.quantity === 1)
      return { item: sole.oid, locationId };
    return { item: null, locationId };
  }
  if (sole !== undefined)
    return others.length === 0 ? { item: sole.oid, locationId: null } : "locationRequired";
  if (ownLocationId === null) return "locationRequired";
  const found = items.find((item) => item.foundAtLocationId === ownLocationId);
  return found === undefined
    ? { item: null, locationId: ownLocationId }
    : { item: found.oid, locationId: ownLocationId };
}
