import { ApiError } from "../api/ask.ts";

/** Where the server does not say when. */
const UNTOLD_SECONDS = 30;

/** True for what the server refuses for now alone (429). */
export const isTemporary = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 429;

/** Asks `again` when the server has asked for it by a refusal for now; never after any other error. What it gives calls that off. */
export function retryLater(error: unknown, again: () => void): () => void {
  if (!isTemporary(error)) return () => {};
  const timer = setTimeout(again, (error.retryAfter ?? UNTOLD_SECONDS) * 1000);
  return () => clearTimeout(timer);
}
