import type { Location } from "../../../api/types/endpoints.d.ts";
import { findLocations } from "../../../offline/sync/find-locations.ts";
import { isBelow, type LocationTree, withBelow } from "../../locations/tree/location-tree.ts";
import { rowsOf, type TreeRow } from "../../locations/tree/tree-rows.ts";

/** More are never drawn at once: whoever wants others looks for them by name. */
export const MOST_ROWS = 500;

/** The places that are to be seen: those below open ones. With a text the ones whose name or code holds it, all at one level. */
export function visibleRows(tree: LocationTree, open: ReadonlySet<number>, text: string): readonly TreeRow[] {
  if (text.trim() === "") return rowsOf(tree, open).slice(0, MOST_ROWS);
  const { hits } = findLocations(tree.all, text, MOST_ROWS);
  return hits.map((place, at) => ({ place, level: 1, at: at + 1, of: hits.length, isOpen: null }));
}

/** What is open before anybody has opened anything: the way down to each chosen place, and where there is one root, that. */
export function initiallyExpanded(tree: LocationTree, chosen: readonly number[]): ReadonlySet<number> {
  const roots = tree.childrenOf(null);
  const above = chosen.flatMap((oid) => tree.above(oid));
  return new Set([...(roots.length === 1 ? roots : []), ...above].map(({ oid }) => oid));
}

/** `taken`: a place above it is chosen, and takes it along. `partly`: something below it is chosen. */
export type Choice = "chosen" | "taken" | "partly" | "open";

/** How a place stands to those that are chosen. */
export function choiceOf(tree: LocationTree, { oid }: Location, chosen: readonly number[]): Choice {
  if (chosen.indexOf(oid) !== -1) return "chosen";
  if (chosen.some((one) => isBelow(tree, oid, one))) return "taken";
  return chosen.some((one) => isBelow(tree, one, oid)) ? "partly" : "open";
}

/** Chooses a place, which takes all below it along, or no longer; one that is taken along stays. */
export function toggleLocation(
  tree: LocationTree,
  place: Location,
  chosen: readonly number[],
): readonly number[] {
  const choice = choiceOf(tree, place, chosen);
  if (choice === "taken") return chosen;
  if (choice === "chosen") return chosen.filter((one) => one !== place.oid);
  return [...chosen.filter((one) => !isBelow(tree, one, place.oid)), place.oid];
}

/** How many places are meant: the chosen ones with all below them; none chosen: all. */
export function countSelected(tree: LocationTree, chosen: readonly number[]): number {
  if (chosen.length === 0) return tree.all.length;
  const meant = new Set<Location>();
  for (const oid of chosen) {
    const place = tree.get(oid);
    if (place !== null) for (const one of withBelow(tree, place)) meant.add(one);
  }
  return meant.size;
}
