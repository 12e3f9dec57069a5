import type { Location } from "../../../api/types/endpoints.d.ts";
import type { Check } from "../../../ui/checkbox.tsx";
import { isBelow, type LocationTree, withBelow } from "../../locations/tree/location-tree.ts";

/** The locations that are expanded at first: the ancestors of each selected one, and a single root. */
export function initiallyExpanded(tree: LocationTree, chosen: readonly number[]): ReadonlySet<number> {
  const roots = tree.childrenOf(null);
  const above = chosen.flatMap((oid) => tree.above(oid));
  return new Set([...(roots.length === 1 ? roots : []), ...above].map(({ oid }) => oid));
}

/** Whether a location is selected. One below a selected location is selected with it. */
export function checkOf(tree: LocationTree, { oid }: Location, chosen: readonly number[]): Check {
  if (chosen.indexOf(oid) !== -1) return "checked";
  if (chosen.some((one) => isBelow(tree, oid, one))) return "fixed";
  return chosen.some((one) => isBelow(tree, one, oid)) ? "mixed" : "unchecked";
}

/**
 * Selects a location with all below it, or clears its selection. A location that is selected through another one
 * stays selected.
 */
export function toggleLocation(
  tree: LocationTree,
  place: Location,
  chosen: readonly number[],
): readonly number[] {
  const check = checkOf(tree, place, chosen);
  if (check === "fixed") return chosen;
  if (check === "checked") return chosen.filter((one) => one !== place.oid);
  return [...chosen.filter((one) => !isBelow(tree, one, place.oid)), place.oid];
}

/** The number of selected locations with all below them; without a selection all. */
export function countSelected(tree: LocationTree, chosen: readonly number[]): number {
  if (chosen.length === 0) return tree.all.length;
  const meant = new Set<Location>();
  for (const oid of chosen) {
    const place = tree.get(oid);
    if (place !== null) for (const one of withBelow(tree, place)) meant.add(one);
  }
  return meant.size;
}
