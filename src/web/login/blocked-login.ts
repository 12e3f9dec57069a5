import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { ApiError } from "../api/ask.ts";

// After too many wrong guesses the server asks to wait. It holds each person apart, so the others may go on.

/** A hold is shorter once its first second has passed; a locked PIN says this for as long as it is locked. */
const LOCKED_S = 15 * 60;

const holds = signal<ReadonlyMap<string, number>>(new Map());

/** Notes that the server wants `seconds` to pass before it looks at another secret of this subject. */
export function blockLogin(subject: string, seconds: number): void {
  holds.value = new Map([...holds.value, [subject, Date.now() + seconds * 1000]]);
}

/** True when the server does not say how long to wait, because waiting alone does not help: its words say what does. */
export function isLocked({ status, retryAfter }: Pick<ApiError, "status" | "retryAfter">): boolean {
  return status === 429 && (retryAfter ?? 0) >= LOCKED_S;
}

/** The seconds that are still to pass, counted down on the screen; 0: none. */
export function useBlockedSeconds(subject: string): number {
  const until = holds.value.get(subject) ?? 0;
  const [now, setNow] = useState(Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until <= Date.now()) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(ticking);
  }, [until, left === 0]);
  return left;
}

/** Minutes and seconds, as a clock shows them. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
