import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Scan } from "../../scanner/meaning.ts";

/** The last scan made while its stocktake was loading, which may be a location label; null: none. */
export const rememberedLabel = signal<Scan | null>(null);

/** Hands the remembered scan to `apply` when loading has ended; leaving the screen forgets it. */
export function useRememberedLabel(isReady: boolean, apply: (scan: Scan) => void): void {
  const latest = useRef(apply);
  latest.current = apply;
  const scan = rememberedLabel.value;
  useEffect(() => {
    if (!isReady || scan === null) return;
    rememberedLabel.value = null;
    latest.current(scan);
  }, [isReady, scan]);
  useEffect(
    () => () => {
      rememberedLabel.value = null;
    },
    [],
  );
}
