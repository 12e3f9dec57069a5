import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Scan } from "../../../scanner/meaning.ts";
import { scannedLocations } from "./stocktake-locations.ts";

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
