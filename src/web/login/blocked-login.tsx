import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import type { ApiError } from "../api/errors.ts";
import { t } from "../i18n/translate.ts";
import { Banner } from "../ui/banner.tsx";

// After too many failed attempts the server requires a pause, per user: others can still log in.

/** A shorter `Retry-After` is a hold, which ends by itself. A locked PIN always has this value. */
const LOCKED_S = 15 * 60;

const blockedUntil = signal<ReadonlyMap<string, number>>(new Map());

/** Records that the server accepts no attempt for this subject for `seconds`. */
export function blockLogin(subject: string, seconds: number): void {
  blockedUntil.value = new Map([...blockedUntil.value, [subject, Date.now() + seconds * 1000]]);
}

/** True for a locked login: waiting does not help, and the server's message says what does. */
export function isLocked({ status, retryAfter }: Pick<ApiError, "status" | "retryAfter">): boolean {
  return status === 429 && (retryAfter ?? 0) >= LOCKED_S;
}

/** Seconds until the next attempt, counted down; 0: none. */
export function useBlockedSeconds(subject: string): number {
  const until = blockedUntil.value.get(subject) ?? 0;
  const [now, setNow] = useState(Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until <= Date.now()) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until, left === 0]);
  return left;
}

/** Formats seconds as m:ss. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Notice of too many attempts with a countdown. Screen readers announce it once, not the seconds. */
export function BlockedNote({ seconds }: { readonly seconds: number }) {
  if (seconds === 0) return null;
  return (
    <Banner tone="warning">
      <p role="alert">{t(msg("Too many attempts. Try again in"))}</p>
      <p class="countdown" role="timer" aria-live="off">
        {clockOf(seconds)}
      </p>
    </Banner>
  );
}
