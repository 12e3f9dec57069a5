import { ApiError } from "../api/errors.ts";

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
