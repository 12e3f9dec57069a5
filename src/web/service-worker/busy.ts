import { unsent } from "../offline/outbox/unsent.ts";
import { path } from "../router/router.ts";

const IDLE_MS = 5000;
const TEXT_FIELDS = "input:not([type=radio]):not([type=checkbox]):not(.scan-field), textarea";

/** True while a location is being counted. */
export function isCounting(): boolean {
  return /^\/count\/./.test(path.value);
}

/** True while a reload would disturb: unsent data, counting, text in a field, or a touch within 5 s. */
export function isBusy(sinceTouch: number): boolean {
  if (unsent.value > 0 || isCounting() || sinceTouch < IDLE_MS) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS);
  return Array.from(fields).some(({ value }) => value !== "");
}
