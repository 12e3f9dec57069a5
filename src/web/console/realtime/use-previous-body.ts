import { useRef } from "preact/hooks";
import type { QueryResult } from "../../query/use-query.ts";

/** A response, and until it arrives the one before. */
export interface ResponseOrPrevious<T> {
  readonly answer: QueryResult<T>;
  readonly body: T | null;
  /** `body` belongs to the previous request, or there is none yet. */
  readonly isWaiting: boolean;
}

/** After a change of the request the body of the former one stays until the next has arrived. `isReady` false: there is no request yet. */
export function usePreviousBody<T>(answer: QueryResult<T>, isReady = true): ResponseOrPrevious<T> {
  const last = useRef<T | null>(null);
  if (answer.body !== null) last.current = answer.body;
  const isLoading = !isReady || answer.state === "asking" || answer.state === "late";
  const body = answer.body ?? (isLoading ? last.current : null);
  return { answer: { ...answer, body }, body, isWaiting: isLoading && answer.body === null };
}
