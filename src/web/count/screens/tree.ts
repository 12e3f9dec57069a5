import { fold } from "../../../storage/fold.ts";
import type { KeptInventory, KeptLocation } from "../../kept/reference-shapes.ts";
import { places } from "../../sync/places.ts";
import { isOf } from "./places-of.ts";

/** A place and all above it, from below. */
export function ancestorsOf(id: number): readonly number[] {
  const found: number[] = [];
  let at: number | null = id;
  while (at !== null && !found.includes(at)) {
    found.push(at);
    at = places.value.get(at)?.parentLocationId ?? null;
  }
  return found;
}

/** Places of the inventory whose name or code holds all the words, letter case and accents aside; at most so many. */
export function placesNamed(inventory: KeptInventory, text: string, most: number): readonly KeptLocation[] {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== "");
  const found: KeptLocation[] = [];
  for (const place of places.value.values()) {
    const searched = fold(`${place.code ?? ""} ${place.name}`);
    if (!words.every((word) => searched.includes(word)) || !isOf(inventory, place.oid)) continue;
    found.push(place);
    if (found.length >= most) break;
  }
  return found;
}
