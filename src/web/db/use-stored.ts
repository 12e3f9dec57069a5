import { useEffect, useRef, useState } from "preact/hooks";
import { Coalesced } from "./coalesced.ts";
import { type TabMessage, written } from "./tab-messages.ts";

// A verdict is shown before what follows from it is read, and however much that is, most of the time is left for scans.
const PAUSE_MS = 60;
const SHARE = 2;

/**
 * What `read` gives, read again whenever one of these has been written or a key changes; null: not read yet. Of many changes
 * at once only the last is read, so that a burst of scans is not slowed by what it shows. Where reading fails the render
 * throws, and the screen's boundary shows it (ui/screen-boundary.tsx).
 */
export function useStored<T>(
  read: () => Promise<T>,
  of: readonly TabMessage[],
  keys: readonly unknown[] = [],
): T | null {
  const [state, setState] = useState<{ readonly key: string; readonly value: T } | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const key = JSON.stringify(keys);
  const latest = useRef({ read, key });
  latest.current = { read, key };
  const last = useRef<{ readonly lastKey: string | null; readonly took: number }>({ lastKey: null, took: 0 });
  const isHere = useRef(true);
  const reading = useRef<Coalesced | null>(null);
  reading.current ??= new Coalesced(async (begin) => {
    const { lastKey, took } = last.current;
    if (isHere.current && lastKey === latest.current.key) await pause(Math.max(PAUSE_MS, took * SHARE));
    begin();
    if (!isHere.current) return;
    const asked = latest.current;
    const start = performance.now();
    const value = await asked.read();
    last.current = { lastKey: asked.key, took: performance.now() - start };
    if (isHere.current) setState({ key: asked.key, value });
  });
  const versions = of.map((what) => written.value[what]).join();

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useEffect(() => {
    reading.current?.run().catch((error: unknown) => {
      if (isHere.current) setFailure({ error });
    });
  }, [versions, key]);
  if (failure !== null) throw failure.error;
  return state !== null && state.key === key ? state.value : null;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
