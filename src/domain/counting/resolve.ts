// Which item a scanned code means. The rule looks at nothing that the operations of terminals change (neither what is
// counted of an item nor which operations came before), or their order would matter.

/** An item of the scanned article, as the rule needs it. */
export interface Candidate {
  readonly oid: number;
  /** Where it is expected; null: nowhere. */
  readonly locationId: number | null;
  /** Where an unexpected one was found first. */
  readonly foundAtLocationId: number | null;
  /** Expected pieces. */
  readonly quantity: number;
}

/** An item that there is, the unexpected one of a place (to be made where it is missing), or none. */
export type Resolution =
  | { readonly item: number; readonly place: number | null }
  | { readonly item: null; readonly place: number }
  | "where";

/**
 * The item of an article of which `items` are all in the inventory: scanned at `locationId` (null: the terminal did not say
 * where), in an inventory whose own place is `ownPlace`. The `place` of the answer is where it was found, null where nobody
 * said; `"where"`: it can't be known without the place. `isExtra`: the worker says that it is one more, not the single piece that is
 * expected elsewhere.
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
    // One piece can only be at one place: it was found elsewhere. Of several some may still be where they are expected.
    if (!isExtra && sole !== undefined && others.length === 0 && sole.quantity === 1)
      return { item: sole.oid, place: locationId };
    return { item: null, place: locationId };
  }
  if (sole !== undefined) return others.length === 0 ? { item: sole.oid, place: null } : "where";
  if (ownPlace === null) return "where";
  const found = items.find((item) => item.foundAtLocationId === ownPlace);
  return found === undefined ? { item: null, place: ownPlace } : { item: found.oid, place: ownPlace };
}
