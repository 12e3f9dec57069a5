import { useEffect, useState } from "preact/hooks";
import type { Query } from "../api/call.ts";
import { connection } from "../api/connection.ts";
import { requestIfChanged } from "../api/send-request.ts";
import { userToken, withToken } from "../api/tokens.ts";
import { written } from "../db/tab-messages.ts";
import { LOADING_DELAY_MS } from "../ui/use-delayed.ts";
import { isTemporary, type QueryResult, type QueryState, retryAfterMs, stateOf } from "./query-state.ts";
import { type ResponseKey, responseKey, storedResponse, storeResponse } from "./stored-responses.ts";

interface Options<Given, T> {
  /** Only the current user may see it. */
  readonly isOwn?: boolean;
  /** Commands of this device may change it: the query runs again after each command. */
  readonly follows?: boolean;
  /** Selects the part of the body to store and return, or adds further pages to it; absent: all of it. */
  readonly pick?: (body: Given) => T | Promise<T>;
}

interface Known<T> {
  readonly state: QueryState;
  readonly body: T | null;
  readonly at: number | null;
  readonly problem: string | null;
}

const NOTHING = { state: "loading", body: null, at: null, problem: null } as const;

/** Loads JSON from the server and stores it; null: no request. */
export function useQuery<Given extends T, T = Given>(
  query: Query<Given> | null,
  { isOwn = false, follows = false, pick }: Options<Given, T> = {},
): QueryResult<T> {
  const [all, setAll] = useState<{ readonly key: ResponseKey | null; readonly known: Known<T> }>({
    key: null,
    known: NOTHING,
  });
  const [attempt, setAttempt] = useState(0);
  const path = query?.path ?? null;
  const key = path === null ? null : responseKey(path, isOwn);
  const known = all.key === key ? all.known : NOTHING;
  const commandVersion = follows ? written.value.errands : 0;
  const refetch = () => setAttempt((now) => now + 1);

  useEffect(() => {
    if (query === null || key === null) return;
    const controller = new AbortController();
    const change = (update: (now: Known<T>) => Partial<Known<T>>) => {
      if (controller.signal.aborted) return;
      setAll((now) => {
        const before = now.key === key ? now.known : NOTHING;
        return { key, known: { ...before, ...update(before) } };
      });
    };
    change(() => ({ state: "loading" }));
    const timer = setTimeout(
      () => change(({ state }) => ({ state: state === "loading" ? "late" : state })),
      LOADING_DELAY_MS,
    );
    const request = { query, key, signal: controller.signal, pick: pick ?? ((body: Given): T => body) };
    let cancelRetry = () => {};
    fetchAndStore<Given, T>(request, (state) => change(() => state))
      .catch((error: unknown) => {
        change(() => stateOf(error));
        if (!controller.signal.aborted) cancelRetry = retryLater(error, refetch);
      })
      .finally(() => clearTimeout(timer));
    return () => {
      cancelRetry();
      controller.abort();
    };
  }, [path, key, attempt, commandVersion]);

  const isBack = known.state === "away" && connection.value === "there";
  useEffect(() => {
    if (isBack) refetch();
  }, [isBack]);

  return { ...known, refetch };
}

interface StoredRequest<Given, T> {
  readonly query: Query<Given>;
  readonly key: ResponseKey;
  readonly signal: AbortSignal;
  readonly pick: (body: Given) => T | Promise<T>;
}

async function fetchAndStore<Given, T>(
  { query, key, signal, pick }: StoredRequest<Given, T>,
  onState: (known: Partial<Known<T>>) => void,
): Promise<void> {
  const before = await storedResponse(key);
  if (before !== null) onState({ body: before.body as T, at: before.at });
  const result = await withToken(userToken, (token) =>
    requestIfChanged(query, before === null ? null : before.tag, { token, signal }),
  );
  const body = result === null ? (before?.body as T) : await pick(result.body);
  const at = Date.now();
  onState({ state: "fresh", body, at, problem: null });
  await storeResponse(key, { at, tag: result === null ? (before?.tag ?? null) : result.tag, body });
}

/**
 * Calls `retry` after the delay of a temporary error, and not after another error. Returns the function that
 * cancels it.
 */
export function retryLater(error: unknown, retry: () => void): () => void {
  if (!isTemporary(error)) return () => {};
  const timer = setTimeout(retry, retryAfterMs(error));
  return () => clearTimeout(timer);
}
