import type { PlacedLocation } from "../../../locations/shapes.ts";
import { fold } from "../../../storage/fold.ts";
import type { PlaceTree } from "./place-tree.ts";

const folded = new WeakMap<PlacedLocation, string>();

/** Name and code as they are searched: folding ten thousand of them at each letter would be felt. */
function searched(place: PlacedLocation): string {
  const known = folded.get(place);
  if (known !== undefined) return known;
  const text = fold(`${place.name} ${place.code ?? ""}`);
  folded.set(place, text);
  return text;
}

/** Places whose name or code holds all the words, letter case and accents aside: the first of them, and how many there are. */
export function findPlaces(
  tree: PlaceTree,
  text: string,
  most: number,
  may: (place: PlacedLocation) => boolean = () => true,
): { readonly hits: readonly PlacedLocation[]; readonly total: number } {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = tree.all.filter(
    (place) => words.every((word) => searched(place).includes(word)) && may(place),
  );
  return { hits: found.slice(0, most), total: found.length };
}
