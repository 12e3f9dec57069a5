import { siblingOrder } from "../../../../domain/sibling-order.ts";
import type { OrderedLocation } from "../../../api/locations.ts";

/** All locations, as a tree of any depth: nothing here walks it by recursion. */
export interface LocationTree {
  readonly all: readonly OrderedLocation[];
  /** Null: there is none such. */
  get(oid: number): OrderedLocation | null;
  /** Those directly below it (null: the top), in the order that managers set; without one by name, `2` before `10`. */
  childrenOf(oid: number | null): readonly OrderedLocation[];
  /** Those above it, from its parent up. */
  above(oid: number): readonly OrderedLocation[];
  /** How many are below it, all levels together. */
  countBelow(oid: number): number;
}

/** So many names of a way are shown: ten thousand levels are no way that anybody reads. */
const MOST_OF_WAY = 6;

/** Builds the tree of a flat list. Locations with an unknown parent are at the top. */
export function locationTree(all: readonly OrderedLocation[], language: string): LocationTree {
  const byId = new Map(all.map((place) => [place.oid, place]));
  const parentOf = ({ parentLocationId }: OrderedLocation) =>
    parentLocationId === null ? null : (byId.get(parentLocationId) ?? null);
  const children = new Map<number | null, OrderedLocation[]>();
  for (const place of all) {
    const key = parentOf(place)?.oid ?? null;
    const known = children.get(key);
    if (known === undefined) children.set(key, [place]);
    else known.push(place);
  }
  const inOrder = siblingOrder(language);
  const sorted = new Set<number | null>();
  const childrenOf = (oid: number | null) => {
    const found = children.get(oid) ?? [];
    // Only what somebody looks at is put in order.
    if (!sorted.has(oid)) found.sort(inOrder);
    sorted.add(oid);
    return found;
  };
  const above = (oid: number) => {
    const found: OrderedLocation[] = [];
    const own = byId.get(oid);
    let at = own === undefined ? null : parentOf(own);
    while (at !== null && found.length < all.length) {
      found.push(at);
      at = parentOf(at);
    }
    return found;
  };
  return {
    all,
    get: (oid) => byId.get(oid) ?? null,
    childrenOf,
    above,
    countBelow(oid) {
      const found = [...(children.get(oid) ?? [])];
      // The list is walked through to its end, also what is added meanwhile.
      for (const place of found) for (const child of children.get(place.oid) ?? []) found.push(child);
      return found.length;
    },
  };
}

/** The names above a place, from the top: `Main building / First floor`; of a long way its end. Empty at the top. */
export function pathAbove(tree: LocationTree, oid: number): string {
  const above = tree.above(oid);
  const names = above.slice(0, MOST_OF_WAY).map(({ name }) => name);
  if (above.length > MOST_OF_WAY) names.push("…");
  return names.reverse().join(" / ");
}

/** The place of a location among its siblings, counted from 0; -1 for an unknown one. */
export function siblingIndex(tree: LocationTree, oid: number): number {
  const place = tree.get(oid);
  return place === null ? -1 : tree.childrenOf(place.parentLocationId).indexOf(place);
}

/** The one place is below the other, by however many levels. */
export const isBelow = (tree: LocationTree, oid: number, other: number): boolean =>
  tree.above(oid).some((one) => one.oid === other);

/** A location and its subtree, in the order of the tree. */
export function withBelow(tree: LocationTree, place: OrderedLocation): readonly OrderedLocation[] {
  const found: OrderedLocation[] = [];
  const coming = [place];
  for (let one = coming.pop(); one !== undefined; one = coming.pop()) {
    found.push(one);
    const children = tree.childrenOf(one.oid);
    for (let at = children.length - 1; at >= 0; at--) coming.push(children[at] as OrderedLocation);
  }
  return found;
}
