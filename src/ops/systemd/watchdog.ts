import type { Environment } from "../../platform/config.ts";
import type { Notify } from "./notify.ts";

/** Notifications within one watchdog timeout. */
const NOTIFICATIONS_PER_TIMEOUT = 4;

/**
 * Watchdog timeout of the service manager in milliseconds (sd_watchdog_enabled(3)); null where it does not watch this
 * process.
 */
export function watchdogTimeoutMs(environment: Environment, pid: number): number | null {
  const microseconds = Number(environment["WATCHDOG_USEC"]);
  const watched = environment["WATCHDOG_PID"];
  if (!Number.isFinite(microseconds) || microseconds <= 0) return null;
  return watched === undefined || Number(watched) === pid ? microseconds / 1000 : null;
}

/**
 * Notifies the watchdog each time `check` has resolved. A blocked event loop, a hanging check and a rejected one send no
 * notification. `onError` receives the error of a rejected check.
 */
export function startWatchdog(
  timeoutMs: number,
  notify: Notify,
  check: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): void } {
  let isChecking = false;
  const runCheck = async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      await check();
      notify("WATCHDOG=1");
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => runCheck().catch(onError), timeoutMs / NOTIFICATIONS_PER_TIMEOUT).unref();
  return { stop: () => clearInterval(timer) };
}
