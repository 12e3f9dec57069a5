import { useEffect, useRef, useState } from "preact/hooks";
import { type Ended, type Progress, runBatch } from "./run-all.ts";

interface Long<Item> {
  /** Null: nothing is being done. */
  readonly progress: Progress | null;
  /** `atOnce`: 1 where their order counts. */
  run(items: readonly Item[], work: (item: Item) => Promise<void>, atOnce?: number): Promise<Ended<Item>>;
  cancel(): void;
}

/** A long work of a screen; leaving the screen calls it off. */
export function useBatch<Item>(): Long<Item> {
  const [progress, setProgress] = useState<Progress | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  return {
    progress,
    async run(items, work, atOnce = 4) {
      stop.current = new AbortController();
      try {
        const { signal } = stop.current;
        return await runBatch(items, work, { atOnce, stop: signal, onProgress: setProgress });
      } finally {
        setProgress(null);
      }
    },
    cancel: () => stop.current.abort(),
  };
}
