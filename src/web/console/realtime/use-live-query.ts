import { skipToken, useQuery as useTanStackQuery } from "@tanstack/preact-query";
import { useRef } from "preact/hooks";
import type { Query } from "../../api/call.ts";
import { connection } from "../../api/connection.ts";
import { requestIfChanged } from "../../api/send-request.ts";
import { userToken, withToken } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { type QueryResult, type QueryState, stateOf } from "../../query/query-state.ts";
import { useDelayed } from "../../ui/use-delayed.ts";
import { follow, type Kind, queryClient, queryKeyOf } from "./query-client.ts";

interface Options {
  /** Kinds of records in the response. After a change of one the request is sent again. */
  readonly follows?: readonly Kind[];
  /** The shortest interval of requests after changes, in seconds; absent: after each change. */
  readonly atMostEverySeconds?: number;
  /** For data without events: the interval of requests while the page is visible. */
  readonly everySeconds?: number;
}

/** A response of the server, with its tag for `If-Match`. */
export interface LiveQuery<T> extends QueryResult<T> {
  readonly tag: string | null;
  /** Sends the request again. Resolves once it was answered, or has failed. */
  readonly refetched: () => Promise<void>;
  /** Shows the response to a change of the record, and requests the record again: others may have changed it since. */
  readonly setResponse: (body: T, tag: string | null) => void;
}

interface CachedResponse {
  readonly body: unknown;
  readonly tag: string | null;
}

/** The response to a request, updated by the server's events; null: no request. */
export function useLiveQuery<T>(
  request: Query<T> | null,
  { follows, atMostEverySeconds = 0, everySeconds }: Options = {},
): LiveQuery<T> {
  const path = request?.path ?? null;
  const queryKey = queryKeyOf(path);
  if (path !== null && follows !== undefined) follow(path, follows, atMostEverySeconds * 1000);
  const query = useTanStackQuery<CachedResponse>(
    {
      queryKey,
      queryFn: request === null ? skipToken : ({ signal }) => fetchIfChanged(request, signal),
      refetchInterval: everySeconds === undefined ? false : everySeconds * 1000,
    },
    queryClient,
  );
  const isWaiting = path !== null && query.isFetching && !(query.isSuccess && query.isFetchedAfterMount);
  const isLate = useDelayed(isWaiting);
  const setResponse = (body: T, tag: string | null) => {
    queryClient.setQueryData<CachedResponse>(queryKey, { body, tag });
    // This also cancels a request from before the change, whose response must not replace the new one.
    queryClient.invalidateQueries({ queryKey }).catch(reportError);
  };
  const known = query.data ?? null;
  const now = isWaiting
    ? ({ state: isLate && known === null ? "late" : "loading", problem: null } as const)
    : endOf(query.error);
  // An old response must not look like the current state.
  const isAway = connection.value === "away" && now.state !== "absent" && now.state !== "forbidden";
  return {
    ...now,
    state: isAway ? "away" : now.state,
    // The request has the type of its response.
    body: known === null ? null : (known.body as T),
    at: known === null ? null : query.dataUpdatedAt,
    tag: known?.tag ?? null,
    refetch: () => query.refetch().catch(reportError),
    refetched: async () => {
      await query.refetch();
    },
    setResponse,
  };
}

/** Sends a request; a response that has not changed comes from memory. Throws the errors of `withToken`. */
async function fetchIfChanged(request: Query<unknown>, signal: AbortSignal): Promise<CachedResponse> {
  const cached = queryClient.getQueryData<CachedResponse>(queryKeyOf(request.path));
  const response = await withToken(userToken, (token) =>
    requestIfChanged(request, cached?.tag ?? null, { token, signal }),
  );
  if (response !== null) return { body: response.body, tag: response.tag };
  if (cached === undefined) throw new Error("The server sent 304 to a request without a tag.");
  return cached;
}

function endOf(error: unknown): { readonly state: QueryState; readonly problem: string | null } {
  if (error === null) return { state: "fresh", problem: null };
  return { state: "loading", problem: null, ...stateOf(error) };
}

/** A response, or the previous one until it arrives. */
export interface ResponseOrPrevious<T> {
  readonly query: QueryResult<T>;
  readonly body: T | null;
  /** `body` belongs to the previous request, or there is none yet. */
  readonly isWaiting: boolean;
}

/**
 * Keeps the body of the previous request until the response to the next one arrives. `isReady` false: there is no
 * request yet.
 */
export function usePreviousBody<T>(query: QueryResult<T>, isReady = true): ResponseOrPrevious<T> {
  const last = useRef<T | null>(null);
  if (query.body !== null) last.current = query.body;
  const isLoading = !isReady || query.state === "loading" || query.state === "late";
  const body = query.body ?? (isLoading ? last.current : null);
  return { query: { ...query, body }, body, isWaiting: isLoading && query.body === null };
}
