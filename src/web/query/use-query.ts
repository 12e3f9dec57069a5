import { useEffect, useState } from "preact/hooks";
import type { Query } from "../api/call.ts";
import { connection } from "../api/connection.ts";
import { ApiError, ServerUnreachable } from "../api/errors.ts";
import { requestIfChanged } from "../api/send-request.ts";
import { NotLoggedIn, userToken, withToken } from "../api/tokens.ts";
import { written } from "../db/tab-messages.ts";
import { type ResponseKey, responseKey, storedResponse, storeResponse } from "./stored-responses.ts";

/**
 * State of a query. `late`: still loading after 300 ms, or the server asks to retry later; `away`: no response.
 * `forbidden`, `absent` and `failed` come from the server's error.
 */
export type QueryState = "loading" | "late" | "fresh" | "away" | "forbidden" | "absent" | "failed";

/** The result of a query. A stored response is returned at once, the server's as soon as it comes. */
export interface QueryResult<T> {
  readonly state: QueryState;
  /** Null: nothing stored or received yet. */
  readonly body: T | null;
  /** When the server sent it, ms since 1970; null: no body. */
  readonly at: number | null;
  /** The server's error message, where there is one. */
  readonly problem: string | null;
  /** Sends the request again. */
  readonly refetch: () => void;
}

/** True until there is a body, or the reason why there is none. */
export const isLoading = ({ body, state }: QueryResult<unknown>): boolean =>
  body === null && (state === "loading" || state === "late");

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

/** Delay before a loading state is shown, to avoid a flash. */
export const LOADING_DELAY_MS = 300;
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

/** Maps an error to the state of a query. */
export function stateOf(
  error: unknown,
): Pick<QueryResult<never>, "state" | "problem"> | Record<string, never> {
  // The app shows the login screen.
  if (error instanceof NotLoggedIn) return {};
  if (error instanceof ServerUnreachable) return { state: "away", problem: null };
  if (isTemporary(error)) return { state: "late", problem: null };
  if (!(error instanceof ApiError)) return { state: "failed", problem: String(error) };
  const { message, status } = error;
  if (status === 403) return { state: "forbidden", problem: message };
  return { state: status === 404 ? "absent" : "failed", problem: message };
}

/** Used where the server gives no `Retry-After`. */
const DEFAULT_SECONDS = 30;

/** True for an error that is temporary (429). */
export const isTemporary = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 429;

/** The delay before the next attempt, in ms. */
export function retryAfterMs(error: unknown): number {
  return ((error instanceof ApiError ? error.retryAfter : null) ?? DEFAULT_SECONDS) * 1000;
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
