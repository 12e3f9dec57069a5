import { reportError } from "../../errors/report-error.ts";

/** A look that is taken again and again. */
export interface Poll {
  /** Looks now, or as soon as the look under way has ended. */
  now(): Promise<void>;
  stop(): void;
}

/** Looks again `everyMs` after each look has ended, until it is stopped: however slow the server is, never two at once. */
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
