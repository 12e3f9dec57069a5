import { computed, signal } from "@preact/signals";
import { siblingOrder } from "../../../domain/sibling-order.ts";
import type { OrderedLocation } from "../../../locations/shapes.ts";
import { askIfChanged } from "../../api/ask.ts";
import { session, terminalToken, withToken } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { StoredLocation } from "../../db/reference-shapes.ts";
import { notifyTabs, onTabMessage } from "../../db/tab-messages.ts";
import { readValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { language } from "../../i18n/translate.ts";

/** All places, in memory: a scan, a tree and a path need them at once. */
export const places = signal<ReadonlyMap<number, StoredLocation>>(new Map());

const byParent = computed(() => {
  const children = new Map<number | null, StoredLocation[]>();
  const inOrder = siblingOrder(language.value);
  const sorted = new Set<number | null>();
  for (const place of places.value.values()) {
    const known = children.get(place.parentLocationId);
    if (known === undefined) children.set(place.parentLocationId, [place]);
    else known.push(place);
  }
  return (parent: number | null): readonly StoredLocation[] => {
    const found = children.get(parent) ?? [];
    // Only what somebody looks at is put in order: sorting ten thousand takes a handheld a moment.
    if (!sorted.has(parent)) found.sort(inOrder);
    sorted.add(parent);
    return found;
  };
});

/** The place of each location in the walking order: the tree from the top down, siblings in their order. */
export const walkingOrder = computed<ReadonlyMap<number, number>>(() => {
  const order = new Map<number, number>();
  const coming: StoredLocation[] = [];
  const addBelow = (parent: number | null) => {
    const below = byParent.value(parent);
    for (let at = below.length - 1; at >= 0; at--) coming.push(below[at] as StoredLocation);
  };
  addBelow(null);
  for (let place = coming.pop(); place !== undefined; place = coming.pop()) {
    order.set(place.oid, order.size);
    addBelow(place.oid);
  }
  return order;
});

const byCode = computed(() => {
  const found = new Map<string, StoredLocation[]>();
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
  onTabMessage((what) => {
    if (what === "places") readPlaces().catch(reportError);
  });
  await readPlaces();
}

/** Reads the kept places. */
export async function readPlaces(): Promise<void> {
  const db = await localDb();
  // Kept before the server told of positions, they have none until the next time that it tells.
  places.value = new Map(
    (await db.getAll("locations")).map((place) => [
      place.oid,
      { ...place, position: place.position ?? null },
    ]),
  );
}

/** All locations in the walking order. */
export function inWalkingOrder(): readonly StoredLocation[] {
  const known = places.value;
  return [...walkingOrder.value.keys()].map((id) => known.get(id) as StoredLocation);
}

/** Its name; empty where it is not known here. */
export function locationName(id: number): string {
  return places.value.get(id)?.name ?? "";
}

/** `Main building / First floor / 101`. */
export function locationPath(id: number): string {
  return [...ancestors(id)].reverse().map(locationName).join(" / ");
}

/** The locations directly below one (null: the roots), in their order. */
export function childrenOf(id: number | null): readonly StoredLocation[] {
  return byParent.value(id);
}

/** The places whose label says this: written exactly so, else but for letter case. Several may share one code. */
export function placesByScan(text: string): readonly StoredLocation[] {
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

/** Brings the places where they have changed. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function followPlaces(): Promise<void> {
  const tag = (await readValue("locations"))?.tag ?? null;
  const tenantId = session.value?.tenantId;
  const answer = await withToken(terminalToken, (token) =>
    askIfChanged<OrderedLocation[]>("/api/locations?includePosition=true", tag, { token }),
  );
  const db = await localDb();
  // Another tenant's user has come meanwhile, or nobody is here any more.
  if (answer === null || session.value?.tenantId !== tenantId) return;
  const tx = db.transaction(["locations", "values"], "readwrite");
  void tx.objectStore("locations").clear();
  for (const place of answer.body) void tx.objectStore("locations").put(place);
  if (answer.tag !== null) void tx.objectStore("values").put({ tag: answer.tag }, "locations");
  await tx.done;
  places.value = new Map(answer.body.map((place) => [place.oid, place]));
  notifyTabs("places");
}

/** The path of a location, or its name, or its number where it is not known here. */
export const locationLabel = (id: number) => locationPath(id) || locationName(id) || `#${id}`;
