import type { Environment } from "../../platform/config.ts";
import type { Notify } from "./notify.ts";

/** So many chances to be fed within the manager's patience. */
const CHANCES = 4;

/**
 * How long the manager waits for a sign of life before it kills the process, in ms (sd_watchdog_enabled(3)); null where it
 * does not watch this process.
 */
export function watchdogTimeoutMs(environment: Environment, pid: number): number | null {
  const microseconds = Number(environment["WATCHDOG_USEC"]);
  const watched = environment["WATCHDOG_PID"];
  if (!Number.isFinite(microseconds) || microseconds <= 0) return null;
  return watched === undefined || Number(watched) === pid ? microseconds / 1000 : null;
}

/**
 * Feeds the watchdog each time that `answers` has resolved, so never from a process whose event loop is held, nor while
 * an answer hangs. One that rejects is no sign of life; `unwell` gets the error.
 */
export function startWatchdog(
  patience: number,
  notify: Notify,
  answers: () => Promise<void>,
  unwell: (error: unknown) => void,
): { stop(): void } {
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      await answers();
      notify("WATCHDOG=1");
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => ask().catch(unwell), patience / CHANCES).unref();
  return { stop: () => clearInterval(timer) };
}
