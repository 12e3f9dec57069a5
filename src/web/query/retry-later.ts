import { ApiError } from "../api/ask.ts";

/** Where the server does not say when. */
const UNTOLD_SECONDS = 30;

/** True for what the server refuses for now alone (429). */
export const isTemporary = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 429;

/** The delay that the server asks for before the next attempt, in ms. */
export function retryAfterMs(error: unknown): number {
  return ((error instanceof ApiError ? error.retryAfter : null) ?? UNTOLD_SECONDS) * 1000;
}

/** Calls `again` after the delay that a temporary error asks for; never after another error. The result cancels it. */
export function retryLater(error: unknown, again: () => void): () => void {
  if (!isTemporary(error)) return () => {};
  const timer = setTimeout(again, retryAfterMs(error));
  return () => clearTimeout(timer);
}
