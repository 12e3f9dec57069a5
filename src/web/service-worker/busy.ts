import { unsent } from "../offline/outbox/unsent.ts";
import { path } from "../router/router.ts";

const HAND_OFF_MS = 5000;
const WRITTEN = "input:not([type=radio]):not([type=checkbox]):not(.scan-field), textarea";

/** A place is being counted: nothing may come between. */
export function isCounting(): boolean {
  return /^\/count\/./.test(path.value);
}

/** Why the page must not be loaded anew by itself now: something is not sent, being counted, half written, or under the hand. */
export function isBusy(sinceTouch: number): boolean {
  if (unsent.value > 0 || isCounting() || sinceTouch < HAND_OFF_MS) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(WRITTEN);
  return Array.from(fields).some(({ value }) => value !== "");
}
