import { places } from "../../../offline/sync/locations.ts";

/** A location and its ancestors, from the bottom. */
export function ancestorsOf(id: number): readonly number[] {
  const found: number[] = [];
  let at: number | null = id;
  while (at !== null && !found.includes(at)) {
    found.push(at);
    at = places.value.get(at)?.parentLocationId ?? null;
  }
  return found;
}
