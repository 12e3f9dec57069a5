import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import type { Query } from "../../../api/call.ts";
import { connection } from "../../../api/connection.ts";
import type { StoredInventory, StoredLocation } from "../../../db/reference-shapes.ts";
import { written } from "../../../db/tab-messages.ts";
import { inventories, isStored, storeInventory } from "../../../offline/sync/inventories.ts";
import {
  allLocations,
  childrenOf,
  isWithin,
  locationsByScan,
  walkingOrder,
} from "../../../offline/sync/locations.ts";
import { type QueryResult, useQuery } from "../../../query/use-query.ts";
import type { Scan } from "../../../scanner/meaning.ts";
import { useAction } from "../../../ui/use-action.tsx";

/** Whether an inventory includes a location. */
export function includesLocation({ locationIds }: StoredInventory, placeId: number): boolean {
  return locationIds.length === 0 || isWithin(placeId, locationIds);
}

/** The roots of an inventory's tree: its chosen locations in the walking order, or all roots. */
export function rootsOf({ locationIds }: StoredInventory): readonly StoredLocation[] {
  if (locationIds.length === 0) return childrenOf(null);
  const known = allLocations.value;
  const chosen = locationIds.filter(
    (id) => !locationIds.some((other) => other !== id && isWithin(id, [other])),
  );
  const positionOf = (id: number) => walkingOrder.value.get(id) ?? Number.MAX_SAFE_INTEGER;
  return chosen
    .sort((a, b) => positionOf(a) - positionOf(b))
    .map((id) => known.get(id))
    .filter((location): location is StoredLocation => location !== undefined);
}

/** The location of an inventory that has only one. */
export function singleLocation(inventory: StoredInventory): StoredLocation | null {
  const [first, second] = rootsOf(inventory);
  if (first === undefined || second !== undefined || childrenOf(first.oid).length > 0) return null;
  return inventory.locationIds.length === 0 ? null : first;
}

/** The locations with the scanned code. */
export function scannedLocations({ candidates }: Scan): readonly StoredLocation[] {
  return candidates.map(locationsByScan).find((found) => found.length > 0) ?? [];
}

/** Whether terminals can count in the inventory. */
export const isRunning = ({ inventoryStateId }: StoredInventory) => inventoryStateId === State.InProgress;

/** An inventory with all its items. */
export interface LoadedInventory {
  /** Null: unknown, or over. */
  readonly inventory: StoredInventory | null;
  /** All its items are stored, so it can be counted. */
  readonly isLoaded: boolean;
  /** Why they could not be loaded. */
  readonly problem: string | null;
}

/** The inventory of a screen. Missing items are loaded. */
export function useInventory(oid: number): LoadedInventory {
  const inventory = inventories.value.find((one) => one.oid === oid) ?? null;
  const isLoaded = isStored(oid);
  const isKnown = inventory !== null;
  const { run, problem } = useAction();
  useEffect(() => {
    if (isKnown && !isLoaded) run(() => storeInventory(oid));
  }, [oid, isKnown, isLoaded]);
  useEffect(() => {
    // A failed load is retried when the server responds.
    if (connection.value === "there" && isKnown && !isLoaded && problem !== null)
      run(() => storeInventory(oid));
  }, [connection.value]);
  return { inventory, isLoaded, problem: isLoaded ? null : problem };
}

/** Interval to load changes that this terminal is not told about. */
const POLL_MS = 10_000;

/** The progress of a stocktake, loaded again when counts arrive, and at intervals. */
export function useFollowedProgress<T>(request: Query<T>): QueryResult<T> {
  const progress = useQuery(request);
  const reload = useRef(progress.refetch);
  reload.current = progress.refetch;
  const changes = written.value.items + written.value.inventories;
  const before = useRef(changes);
  useEffect(() => {
    if (before.current !== changes) reload.current();
    before.current = changes;
  }, [changes]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") reload.current();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return progress;
}

/** Scans made while the stocktake was loading, oldest first. Each may be a location label. */
const rememberedScans = signal<readonly Scan[]>([]);

/** The maximum number of stored scans. */
const MAX_SCANS = 20;

/** Stores a scan until loading ends. */
export function rememberScan(scan: Scan): void {
  rememberedScans.value = [...rememberedScans.value, scan].slice(-MAX_SCANS);
}

/** The last stored scan that is a location label; undefined: none, or the locations are not loaded. */
export function rememberedLabel(): Scan | undefined {
  return [...rememberedScans.value].reverse().find((scan) => scannedLocations(scan).length > 0);
}

/**
 * Passes the stored label to `apply` when loading has ended; undefined: no scan was a label. Leaving the
 * screen clears the scans.
 */
export function useRememberedLabel(isReady: boolean, apply: (label: Scan | undefined) => void): void {
  const latest = useRef(apply);
  latest.current = apply;
  const hasScans = rememberedScans.value.length > 0;
  useEffect(() => {
    if (!isReady || !hasScans) return;
    const label = rememberedLabel();
    rememberedScans.value = [];
    latest.current(label);
  }, [isReady, hasScans]);
  useEffect(
    () => () => {
      rememberedScans.value = [];
    },
    [],
  );
}
