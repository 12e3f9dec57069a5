import { skipToken, useQuery as useTanStackQuery } from "@tanstack/preact-query";
import { useEffect, useState } from "preact/hooks";
import type { Query } from "../../api/call.ts";
import { connection } from "../../api/connection.ts";
import { requestIfChanged } from "../../api/send-request.ts";
import { userToken, withToken } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { QUIET_MS, type QueryResult, type QueryState, stateOf } from "../../query/use-query.ts";
import { follow, type Kind, queryClient, queryKeyOf } from "./query-client.ts";

interface Options {
  /** Kinds of records that the response is made of. */
  readonly follows?: readonly Kind[];
  /** For what no event announces: asked again after so many seconds while the page is visible. */
  readonly everySeconds?: number;
}

/** A response of the server, and the tag that a change of it names (`If-Match`). */
export interface LiveQuery<T> extends QueryResult<T> {
  readonly tag: string | null;
  /** Shows the response to a change of the record, and asks once more: others may have changed it since. */
  readonly took: (body: T, tag: string | null) => void;
}

interface Held {
  readonly body: unknown;
  readonly tag: string | null;
}

/** The response to a request, kept up to date by the server's events. With null nothing is asked. */
export function useLiveQuery<T>(
  request: Query<T> | null,
  { follows, everySeconds }: Options = {},
): LiveQuery<T> {
  const path = request?.path ?? null;
  const queryKey = queryKeyOf(path);
  if (path !== null && follows !== undefined) follow(path, follows);
  const query = useTanStackQuery<Held>(
    {
      queryKey,
      queryFn: request === null ? skipToken : ({ signal }) => fetchIfChanged(request, signal),
      refetchInterval: everySeconds === undefined ? false : everySeconds * 1000,
    },
    queryClient,
  );
  const isWaiting = path !== null && query.isFetching && !(query.isSuccess && query.isFetchedAfterMount);
  const isLate = useDelayed(isWaiting);
  const took = (body: T, tag: string | null) => {
    queryClient.setQueryData<Held>(queryKey, { body, tag });
    // This also cancels a request from before the change, whose response must not replace the new one.
    queryClient.invalidateQueries({ queryKey }).catch(reportError);
  };
  const known = query.data ?? null;
  const now = isWaiting
    ? ({ state: isLate && known === null ? "late" : "asking", problem: null } as const)
    : endOf(query.error);
  // A response from before is never shown as the present state.
  const isAway = connection.value === "away" && now.state !== "absent" && now.state !== "forbidden";
  return {
    ...now,
    state: isAway ? "away" : now.state,
    // The server's description says so of the path.
    body: known === null ? null : (known.body as T),
    at: known === null ? null : query.dataUpdatedAt,
    tag: known?.tag ?? null,
    again: () => query.refetch().catch(reportError),
    took,
  };
}

/** Asks for a response, and reads it from memory where it has not changed since. Throws what `withToken` throws. */
async function fetchIfChanged(request: Query<unknown>, signal: AbortSignal): Promise<Held> {
  const held = queryClient.getQueryData<Held>(queryKeyOf(request.path));
  const response = await withToken(userToken, (token) =>
    requestIfChanged(request, held?.tag ?? null, { token, signal }),
  );
  if (response !== null) return { body: response.body, tag: response.tag };
  if (held === undefined) throw new Error("The server sent 304 to a request without a tag.");
  return held;
}

function endOf(error: unknown): { readonly state: QueryState; readonly problem: string | null } {
  if (error === null) return { state: "fresh", problem: null };
  return { state: "asking", problem: null, ...stateOf(error) };
}

/** True when `isWaiting` has been true for 300 ms. */
function useDelayed(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
