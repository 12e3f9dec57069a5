import { useRef } from "preact/hooks";
import type { QueryResult } from "../../query/use-query.ts";

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
