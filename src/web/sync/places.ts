import { computed, signal } from "@preact/signals";
import type { Location } from "../../locations/shapes.ts";
import { askIfChanged } from "../box/ask.ts";
import { surface } from "../box/surface.ts";
import { session, terminalToken, withToken } from "../box/tokens.ts";
import { kept } from "../kept/database.ts";
import type { KeptLocation } from "../kept/reference-shapes.ts";
import { onOtherTab, tell } from "../kept/tabs.ts";
import { keptValue } from "../kept/values.ts";

/** All places, in memory: a scan, a tree and a path need them at once. */
export const places = signal<ReadonlyMap<number, KeptLocation>>(new Map());

const byParent = computed(() => {
  const children = new Map<number | null, KeptLocation[]>();
  for (const place of places.value.values()) {
    const known = children.get(place.parentLocationId);
    if (known === undefined) children.set(place.parentLocationId, [place]);
    else known.push(place);
  }
  return children;
});

const byCode = computed(() => {
  const found = new Map<string, KeptLocation[]>();
  for (const place of places.value.values()) {
    if (place.code === null) continue;
    const key = place.code.toLowerCase();
    const known = found.get(key);
    if (known === undefined) found.set(key, [place]);
    else known.push(place);
  }
  return found;
});

/** Reads the kept places, now and whenever another tab has written them. */
export async function startPlaces(): Promise<void> {
  onOtherTab((what) => {
    if (what === "places") readPlaces().catch(surface);
  });
  await readPlaces();
}

/** Reads the kept places. */
export async function readPlaces(): Promise<void> {
  const db = await kept();
  places.value = new Map((await db.getAll("locations")).map((place) => [place.oid, place]));
}

/** Its name; empty where it is not known here. */
export function placeName(id: number): string {
  return places.value.get(id)?.name ?? "";
}

/** `Main building / First floor / 101`. */
export function placePath(id: number): string {
  return [...ancestors(id)].reverse().map(placeName).join(" / ");
}

/** Those directly below a place (null: the roots), in the box's order. */
export function childrenOf(id: number | null): readonly KeptLocation[] {
  return byParent.value.get(id) ?? [];
}

/** The places whose label says this: written exactly so, else but for letter case. Several may share one code. */
export function placesByScan(text: string): readonly KeptLocation[] {
  const found = byCode.value.get(text.toLowerCase()) ?? [];
  const exact = found.filter(({ code }) => code === text);
  return exact.length > 0 ? exact : found;
}

/** The place is one of these, or below one. */
export function isWithin(id: number, ancestorIds: readonly number[]): boolean {
  for (const one of ancestors(id)) if (ancestorIds.includes(one)) return true;
  return false;
}

/** The place and all above it, from below. */
function* ancestors(id: number): Generator<number> {
  const seen = new Set<number>();
  for (
    let at: number | null = id;
    at !== null && !seen.has(at);
    at = places.value.get(at)?.parentLocationId ?? null
  ) {
    seen.add(at);
    yield at;
  }
}

/** Brings the places where they have changed. Throws BoxAway, Refused or NotLoggedIn. */
export async function followPlaces(): Promise<void> {
  const tag = (await keptValue("locations"))?.tag ?? null;
  const tenantId = session.value?.tenantId;
  const answer = await withToken(terminalToken, (token) =>
    askIfChanged<Location[]>("/api/locations", tag, { token }),
  );
  const db = await kept();
  // Another tenant's user has come meanwhile, or nobody is here any more.
  if (answer === null || session.value?.tenantId !== tenantId) return;
  const tx = db.transaction(["locations", "values"], "readwrite");
  void tx.objectStore("locations").clear();
  for (const place of answer.body) void tx.objectStore("locations").put(place);
  if (answer.tag !== null) void tx.objectStore("values").put({ tag: answer.tag }, "locations");
  await tx.done;
  places.value = new Map(answer.body.map((place) => [place.oid, place]));
  tell("places");
}
