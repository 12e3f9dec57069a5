import { useRef } from "preact/hooks";
import type { QueryResult } from "../../query/use-query.ts";

/** A response, or the previous one until it arrives. */
export interface ResponseOrPrevious<T> {
  readonly answer: QueryResult<T>;
  readonly body: T | null;
  /** `body` belongs to the previous request, or there is none yet. */
  readonly isWaiting: boolean;
}

/**
 * Keeps the body of the previous request until the response to the next one arrives. `isReady` false: there is no
 * request yet.
 */
export function usePreviousBody<T>(answer: QueryResult<T>, isReady = true): ResponseOrPrevious<T> {
  const last = useRef<T | null>(null);
  if (answer.body !== null) last.current = answer.body;
  const isLoading = !isReady || answer.state === "asking" || answer.state === "late";
  const body = answer.body ?? (isLoading ? last.current : null);
  return { answer: { ...answer, body }, body, isWaiting: isLoading && answer.body === null };
}
