import { useEffect } from "preact/hooks";
import { siblingOrder } from "../../../../domain/sibling-order.ts";
import { listOrderedLocations, type OrderedLocation } from "../../../api/locations.ts";
import type { ArticlesAtLocations, ArticleTotals, ValueAtLocation } from "../../../api/types/endpoints.d.ts";
import { language } from "../../../i18n/translate.ts";
import { allLocations } from "../../../offline/sync/locations.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";

/** All locations as a tree of any depth, so no function walks it by recursion. */
export interface LocationTree {
  readonly all: readonly OrderedLocation[];
  /** Null: no such location. */
  get(oid: number): OrderedLocation | null;
  /** Its children (null: the top level), in the order of the managers, otherwise by name with `2` before `10`. */
  childrenOf(oid: number | null): readonly OrderedLocation[];
  /** Its ancestors, from the parent up. */
  above(oid: number): readonly OrderedLocation[];
  /** The number of its descendants. */
  countBelow(oid: number): number;
}

/** The number of names in a path; more would be unreadable. */
const MAX_NAMES = 6;

/** Builds the tree of a flat list. Locations with an unknown parent are at the top. */
function locationTree(all: readonly OrderedLocation[], language: string): LocationTree {
  const byId = new Map(all.map((location) => [location.oid, location]));
  const parentOf = ({ parentLocationId }: OrderedLocation) =>
    parentLocationId === null ? null : (byId.get(parentLocationId) ?? null);
  const children = new Map<number | null, OrderedLocation[]>();
  for (const location of all) {
    const key = parentOf(location)?.oid ?? null;
    const known = children.get(key);
    if (known === undefined) children.set(key, [location]);
    else known.push(location);
  }
  const inOrder = siblingOrder(language);
  const sorted = new Set<number | null>();
  const childrenOf = (oid: number | null) => {
    const found = children.get(oid) ?? [];
    // Children are sorted when they are first requested.
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
      // The loop also visits the locations that it adds.
      for (const location of found) for (const child of children.get(location.oid) ?? []) found.push(child);
      return found.length;
    },
  };
}

/** The number of articles at each location and below it, from how many are at which locations; none: absent. */
export function countArticles(
  tree: LocationTree,
  held: readonly ArticlesAtLocations[],
): ReadonlyMap<number, number> {
  const atOne = held.filter(({ locationIds }) => locationIds.length === 1);
  const counts = sumsBelow(
    tree,
    atOne.map(({ locationIds: [oid = 0], articles }) => [oid, articles]),
  );
  for (const { locationIds, articles } of held) {
    if (locationIds.length === 1) continue;
    const above = locationIds.flatMap((oid) => [oid, ...tree.above(oid).map((one) => one.oid)]);
    for (const oid of new Set(above)) counts.set(oid, (counts.get(oid) ?? 0) + articles);
  }
  return counts;
}

/** The value of what is at each location and below it, in each currency; none: absent. */
export function valuesBelow(
  tree: LocationTree,
  values: readonly ValueAtLocation[],
): ReadonlyMap<number, ArticleTotals["values"]> {
  const found = new Map<number, ArticleTotals["values"]>();
  for (const currencyTypeId of new Set(values.map((one) => one.currencyTypeId))) {
    const own = values.filter((one) => one.currencyTypeId === currencyTypeId);
    const sums = sumsBelow(
      tree,
      own.map(({ locationId, value }) => [locationId, value]),
    );
    for (const [oid, value] of sums) found.set(oid, [...(found.get(oid) ?? []), { currencyTypeId, value }]);
  }
  return found;
}

/** Adds what is at each location to those above it: one step each, however deep the tree is. */
function sumsBelow(
  tree: LocationTree,
  own: readonly (readonly [oid: number, amount: number])[],
): Map<number, number> {
  const sums = new Map(own);
  const parentsFirst = [...tree.childrenOf(null)];
  // The loop also visits the locations that it adds.
  for (const { oid } of parentsFirst) for (const child of tree.childrenOf(oid)) parentsFirst.push(child);
  for (const { oid, parentLocationId } of parentsFirst.reverse()) {
    const sum = sums.get(oid);
    if (sum !== undefined && parentLocationId !== null)
      sums.set(parentLocationId, (sums.get(parentLocationId) ?? 0) + sum);
  }
  return sums;
}

/**
 * The names of the ancestors, from the top: `Main building / First floor`; of a long path its end. Empty at the top
 * level.
 */
export function pathAbove(tree: LocationTree, oid: number): string {
  const above = tree.above(oid);
  const names = above.slice(0, MAX_NAMES).map(({ name }) => name);
  if (above.length > MAX_NAMES) names.push("…");
  return names.reverse().join(" / ");
}

/** The position of a location among its siblings, from 0; -1 for an unknown one. */
export function siblingIndex(tree: LocationTree, oid: number): number {
  const location = tree.get(oid);
  return location === null ? -1 : tree.childrenOf(location.parentLocationId).indexOf(location);
}

/** Whether location `oid` is below `other`, at any depth. */
export const isBelow = (tree: LocationTree, oid: number, other: number): boolean =>
  tree.above(oid).some((one) => one.oid === other);

/** A location and its subtree, in the order of the tree. */
export function withBelow(tree: LocationTree, location: OrderedLocation): readonly OrderedLocation[] {
  const found: OrderedLocation[] = [];
  const coming = [location];
  for (let one = coming.pop(); one !== undefined; one = coming.pop()) {
    found.push(one);
    const children = tree.childrenOf(one.oid);
    for (let at = children.length - 1; at >= 0; at--) coming.push(children[at] as OrderedLocation);
  }
  return found;
}

interface Made {
  readonly locale: string;
  readonly tree: LocationTree;
}

/** The trees by response: each is built once. */
const made = new WeakMap<readonly OrderedLocation[], Made>();

function treeOf(body: readonly OrderedLocation[], locale: string): LocationTree {
  const known = made.get(body);
  if (known?.locale === locale) return known.tree;
  const tree = locationTree(body, locale);
  made.set(body, { locale, tree });
  return tree;
}

let published: readonly OrderedLocation[] | null = null;

/**
 * All locations, updated by events, and their tree; null: not known yet, or not requested. It also gives names and
 * paths to `offline/sync/locations.ts`.
 */
export function useLocations(isWanted = true): {
  readonly query: LiveQuery<readonly OrderedLocation[]>;
  readonly tree: LocationTree | null;
} {
  const query = useLiveQuery(isWanted ? listOrderedLocations() : null, { follows: ["locations"] });
  const { body } = query;
  useEffect(() => {
    if (body === null || body === published) return;
    published = body;
    allLocations.value = new Map(body.map((location) => [location.oid, location]));
  }, [body]);
  return { query, tree: body === null ? null : treeOf(body, language.value) };
}
