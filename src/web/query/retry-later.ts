import { Refused } from "../api/ask.ts";

/** Where the box does not say when. */
const UNTOLD_SECONDS = 30;

/** True for what the box refuses for now alone (429). */
export const isForNow = (error: unknown): error is Refused =>
  error instanceof Refused && error.status === 429;

/** Asks `again` when the box has asked for it by a refusal for now; never after any other error. What it gives calls that off. */
export function againLater(error: unknown, again: () => void): () => void {
  if (!isForNow(error)) return () => {};
  const timer = setTimeout(again, (error.retryAfter ?? UNTOLD_SECONDS) * 1000);
  return () => clearTimeout(timer);
}
