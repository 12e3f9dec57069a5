import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Scan } from "../../../scanner/meaning.ts";
import { scannedPlaces } from "./places-of.ts";

/** Scans made while their stocktake was loading, oldest first; each may be a location label. */
export const rememberedScans = signal<readonly Scan[]>([]);

/** So many are remembered. */
const MAX_SCANS = 20;

/** Remembers a scan until loading ends: it may be a label. */
export function rememberScan(scan: Scan): void {
  rememberedScans.value = [...rememberedScans.value, scan].slice(-MAX_SCANS);
}

/** The last of the remembered scans that is a location label; undefined: none is, or the locations are not here yet. */
export function rememberedLabel(): Scan | undefined {
  return [...rememberedScans.value].reverse().find((scan) => scannedPlaces(scan).length > 0);
}

/** Hands the remembered label, or undefined where nothing scanned was one, to `apply` when loading has ended. Leaving the screen forgets all. */
export function useRememberedLabel(isReady: boolean, apply: (label: Scan | undefined) => void): void {
  const latest = useRef(apply);
  latest.current = apply;
  const isAny = rememberedScans.value.length > 0;
  useEffect(() => {
    if (!isReady || !isAny) return;
    const label = rememberedLabel();
    rememberedScans.value = [];
    latest.current(label);
  }, [isReady, isAny]);
  useEffect(
    () => () => {
      rememberedScans.value = [];
    },
    [],
  );
}
