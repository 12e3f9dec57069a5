import { useEffect, useRef, useState } from "preact/hooks";
import { connection } from "../../api/connection.ts";
import { session } from "../../api/tokens.ts";
import { retryLater } from "../../query/retry-later.ts";
import { type Answer, QUIET_MS, stateOf } from "../../query/use-query.ts";
import { type CachedResponse, cachedResponse, cacheResponse, requestCached } from "./cached-responses.ts";
import { eventCounts, eventData, reconnects } from "./live.ts";
import type { ChangeCounts, Topic } from "./server-events.ts";

/** What an answer is made of, so that it is asked for again when the server says that it has changed. */
export type Kind = Exclude<Topic, "changes"> | keyof ChangeCounts;

interface Options {
  /** What it is made of. */
  readonly follows?: readonly Kind[];
  /** For what the server tells nobody of: asked for again after so many seconds while the page is seen. */
  readonly everySeconds?: number;
}

/** An answer of the server, and the tag that a change of it names (`If-Match`). */
export interface LiveQuery<T> extends Answer<T> {
  readonly tag: string | null;
  /** Shows what the server has answered to a change of it, and asks once more: others may have changed it since. */
  readonly took: (body: T, tag: string | null) => void;
}

interface Asking<T> {
  readonly key: string | null;
  readonly state: Answer<T>["state"];
  readonly problem: string | null;
  readonly known: CachedResponse | null;
}

/** What the server says at a path, kept as new as the server tells of changes; a path of null: nothing is asked for. */
export function useLiveQuery<T>(path: string | null, options: Options = {}): LiveQuery<T> {
  const key = path === null ? null : `${session.value?.user.id} ${path}`;
  const [all, setAll] = useState<Asking<T>>({ key: null, state: "asking", problem: null, known: null });
  const [round, setRound] = useState(0);
  const again = () => setRound((now) => now + 1);
  const version = versionOf(options.follows ?? []);
  const isAsking = useRef(false);
  const beat = useBeat(options.everySeconds ?? null, isAsking);

  useEffect(() => {
    if (path === null || key === null) return undefined;
    const leaving = new AbortController();
    const change = (make: (now: Asking<T>) => Partial<Asking<T>>) => {
      if (leaving.signal.aborted) return;
      setAll((now) => {
        const before = now.key === key ? now : beginning<T>(key);
        return { ...before, ...make(before) };
      });
    };
    change(({ state }) => ({ state: state === "fresh" ? "fresh" : "asking" }));
    const late = () => change(({ state, known }) => (state === "asking" && !known ? { state: "late" } : {}));
    const timer = setTimeout(late, QUIET_MS);
    let callOff = () => {};
    isAsking.current = true;
    requestCached(key, path, leaving.signal)
      .then((known) => change(() => ({ state: "fresh", problem: null, known })))
      .catch((error: unknown) => {
        change(() => stateOf(error));
        if (!leaving.signal.aborted) callOff = retryLater(error, again);
      })
      .finally(() => {
        clearTimeout(timer);
        if (!leaving.signal.aborted) isAsking.current = false;
      });
    return () => {
      clearTimeout(timer);
      callOff();
      leaving.abort();
    };
  }, [path, key, round, version, reconnects.value, beat]);

  const took = (body: T, tag: string | null) => {
    if (key === null) return;
    const known = cacheResponse(key, body, tag);
    setAll((now) => (now.key === key ? { key, state: "fresh", problem: null, known } : now));
    // What was asked for before the change is given up by it: it would come over what is so now.
    again();
  };

  const now = all.key === key ? all : beginning<T>(key);
  const isBack = now.state === "away" && connection.value === "there";
  useEffect(() => {
    if (isBack) again();
  }, [isBack]);

  // What is known from before is never shown as what is now.
  const isAway = connection.value === "away" && now.state !== "absent" && now.state !== "forbidden";
  const { known } = now;
  return {
    state: isAway ? "away" : now.state,
    body: known === null ? null : (known.body as T),
    at: known?.at ?? null,
    tag: known?.tag ?? null,
    problem: now.problem,
    again,
    took,
  };
}

function beginning<T>(key: string | null): Asking<T> {
  const known = key === null ? null : cachedResponse(key);
  return { key, state: "asking", problem: null, known };
}

/** A number that grows with each change of what is followed. */
function versionOf(follows: readonly Kind[]): string {
  return follows
    .map((kind) => {
      if (kind === "inventories" || kind === "printers" || kind === "devices" || kind === "approvals")
        return eventCounts[kind].value;
      // Its progress is told, its end changes the answers.
      if (kind === "jobs") return eventData.jobs.value?.ended ?? 0;
      return eventData.changes.value?.[kind] ?? 0;
    })
    .join(" ");
}

/** Counts up every so many seconds while the page is seen, but not while an answer is waited for: a slow box would never be heard. */
function useBeat(everySeconds: number | null, isAsking: { readonly current: boolean }): number {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    if (everySeconds === null) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden && !isAsking.current) setBeat((now) => now + 1);
    }, everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return beat;
}
