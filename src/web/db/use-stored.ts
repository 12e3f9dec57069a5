import { useEffect, useRef, useState } from "preact/hooks";
import { type Coalesced, coalesced } from "./coalesced.ts";
import { type TabMessage, written } from "./tab-messages.ts";

// The card of a scan is rendered before dependent data is read, and reading takes at most a third of the
// time.
const PAUSE_MS = 60;
const SHARE = 2;

/**
 * Returns the result of `read`, and reads again when one of these kinds is written or a key changes; null:
 * not read yet. Several changes at once lead to one read, so that reading does not slow a burst of scans. An
 * error of `read` is thrown on render, and the screen's boundary shows it (ui/screen-boundary.tsx).
 */
export function useStored<T>(
  read: () => Promise<T>,
  kinds: readonly TabMessage[],
  keys: readonly unknown[] = [],
): T | null {
  const [state, setState] = useState<{ readonly key: string; readonly value: T } | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const key = JSON.stringify(keys);
  const latest = useRef({ read, key });
  latest.current = { read, key };
  const last = useRef<{ readonly lastKey: string | null; readonly took: number }>({ lastKey: null, took: 0 });
  const isMounted = useRef(true);
  const reading = useRef<Coalesced | null>(null);
  reading.current ??= coalesced(async (begin) => {
    const { lastKey, took } = last.current;
    if (isMounted.current && lastKey === latest.current.key) await delay(Math.max(PAUSE_MS, took * SHARE));
    begin();
    if (!isMounted.current) return;
    const request = latest.current;
    const start = performance.now();
    const value = await request.read();
    last.current = { lastKey: request.key, took: performance.now() - start };
    if (isMounted.current) setState({ key: request.key, value });
  });
  const versions = kinds.map((what) => written.value[what]).join();

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => {
    reading.current?.run().catch((error: unknown) => {
      if (isMounted.current) setFailure({ error });
    });
  }, [versions, key]);
  if (failure !== null) throw failure.error;
  return state !== null && state.key === key ? state.value : null;
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
