import { computed, signal } from "@preact/signals";
import { siblingOrder } from "../../../domain/sibling-order.ts";
import { listOrderedLocations } from "../../api/locations.ts";
import { requestIfChanged } from "../../api/send-request.ts";
import { session, terminalToken, withToken } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { StoredLocation } from "../../db/outbox-shapes.ts";
import { notifyTabs, onTabMessage } from "../../db/tab-messages.ts";
import { readValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { language } from "../../i18n/translate.ts";

/** All locations, in memory: scans, trees and paths need them synchronously. */
export const allLocations = signal<ReadonlyMap<number, StoredLocation>>(new Map());

const byParent = computed(() => {
  const children = new Map<number | null, StoredLocation[]>();
  const inOrder = siblingOrder(language.value);
  const sorted = new Set<number | null>();
  for (const location of allLocations.value.values()) {
    const known = children.get(location.parentLocationId);
    if (known === undefined) children.set(location.parentLocationId, [location]);
    else known.push(location);
  }
  return (parent: number | null): readonly StoredLocation[] => {
    const locations = children.get(parent) ?? [];
    // Sorted on demand, because sorting ten thousand takes a handheld long.
    if (!sorted.has(parent)) locations.sort(inOrder);
    sorted.add(parent);
    return locations;
  };
});

/** The position of each location in the walking order: depth first, siblings in their order. */
export const walkingOrder = computed<ReadonlyMap<number, number>>(() => {
  const order = new Map<number, number>();
  const stack: StoredLocation[] = [];
  const addBelow = (parent: number | null) => {
    const children = byParent.value(parent);
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at] as StoredLocation);
  };
  addBelow(null);
  for (let location = stack.pop(); location !== undefined; location = stack.pop()) {
    order.set(location.oid, order.size);
    addBelow(location.oid);
  }
  return order;
});

const byCode = computed(() => {
  const locations = new Map<string, StoredLocation[]>();
  for (const location of allLocations.value.values()) {
    if (location.code === null) continue;
    const key = location.code.toLowerCase();
    const known = locations.get(key);
    if (known === undefined) locations.set(key, [location]);
    else known.push(location);
  }
  return locations;
});

/** Loads the stored locations, now and after writes of other tabs. */
export async function startLocations(): Promise<void> {
  onTabMessage((what) => {
    if (what === "locations") readLocations().catch(reportError);
  });
  await readLocations();
}

/** Loads the stored locations. */
export async function readLocations(): Promise<void> {
  const db = await localDb();
  // Records of an older version have no position.
  allLocations.value = new Map(
    (await db.getAll("locations")).map((location) => [
      location.oid,
      { ...location, position: location.position ?? null },
    ]),
  );
}

/** All locations in the walking order. */
export function inWalkingOrder(): readonly StoredLocation[] {
  const known = allLocations.value;
  return [...walkingOrder.value.keys()].map((id) => known.get(id) as StoredLocation);
}

/** True where a location is another one or below it. */
export function isAtOrBelow(id: number, above: number): boolean {
  for (const one of ancestors(id)) if (one === above) return true;
  return false;
}

/** The name of a location; empty: not known here. */
export function locationName(id: number): string {
  return allLocations.value.get(id)?.name ?? "";
}

/** The path, such as `Main building / First floor / 101`. */
export function locationPath(id: number): string {
  return [...ancestors(id)].reverse().map(locationName).join(" / ");
}

/** The locations directly below one (null: the roots), in order. */
export function childrenOf(id: number | null): readonly StoredLocation[] {
  return byParent.value(id);
}

/**
 * The locations with this code: the exact ones, else those in another letter case. Several may share a code.
 */
export function locationsByScan(text: string): readonly StoredLocation[] {
  const locations = byCode.value.get(text.toLowerCase()) ?? [];
  const exact = locations.filter(({ code }) => code === text);
  return exact.length > 0 ? exact : locations;
}

/** Whether a location is one of these or below one. */
export function isWithin(id: number, ancestorIds: readonly number[]): boolean {
  for (const ancestorId of ancestors(id)) if (ancestorIds.includes(ancestorId)) return true;
  return false;
}

/** The location and its ancestors, from the bottom. */
export function* ancestors(id: number): Generator<number> {
  const seen = new Set<number>();
  for (
    let at: number | null = id;
    at !== null && !seen.has(at);
    at = allLocations.value.get(at)?.parentLocationId ?? null
  ) {
    seen.add(at);
    yield at;
  }
}

/** Loads the locations if they have changed. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function followLocations(): Promise<void> {
  const tag = (await readValue("locations"))?.tag ?? null;
  const tenantId = session.value?.tenantId;
  const response = await withToken(terminalToken, (token) =>
    requestIfChanged(listOrderedLocations(), tag, { token }),
  );
  const db = await localDb();
  // Another user has logged in, or nobody is.
  if (response === null || session.value?.tenantId !== tenantId) return;
  const tx = db.transaction(["locations", "values"], "readwrite");
  void tx.objectStore("locations").clear();
  for (const location of response.body) void tx.objectStore("locations").put(location);
  if (response.tag !== null) void tx.objectStore("values").put({ tag: response.tag }, "locations");
  await tx.done;
  allLocations.value = new Map(response.body.map((location) => [location.oid, location]));
  notifyTabs("locations");
}

/** The path of a location, or its name, or its number if not known here. */
export const locationLabel = (id: number) => locationPath(id) || locationName(id) || `#${id}`;

/** The path of a location; the name that a response has given until the locations are loaded. */
export const pathOrName = ({ oid, name }: { readonly oid: number; readonly name: string }): string =>
  locationPath(oid) || name;
