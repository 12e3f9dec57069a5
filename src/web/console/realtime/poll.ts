import { reportError } from "../../errors/report-error.ts";

/** A repeated call. */
export interface Poll {
  /** Calls now, or as soon as the running call has ended. */
  now(): Promise<void>;
  stop(): void;
}

/**
 * Calls `everyMs` after the end of each call, until it is stopped. So two calls never run at the same time, however
 * slow the server is.
 */
export function poll(look: () => Promise<void>, everyMs: number): Poll {
  let last = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const now = () => {
    last = last.then(look, look);
    return last;
  };
  const later = () => {
    if (!isStopped) timer = setTimeout(() => now().catch(reportError).finally(later), everyMs);
  };
  later();
  return {
    now,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
