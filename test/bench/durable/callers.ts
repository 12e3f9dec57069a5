import { percentile } from "../statistics.ts";

/** The results of a number of callers, each sending again as soon as it has its response. */
export interface Figures {
  readonly perSecond: number;
  /** Milliseconds from a write to its acknowledgement. */
  readonly p50: number;
  readonly p99: number;
  /** The longest block of the program's event loop, in milliseconds. */
  readonly stallMs: number;
}

/** How many at once, for how long. */
export interface Amount {
  readonly callers: number;
  readonly seconds: number;
}

/** Lets callers write until the time is over; `write` resolves when its write is on the disk. */
export async function measureCallers(
  { callers, seconds }: Amount,
  write: (caller: number) => Promise<void>,
): Promise<Omit<Figures, "stallMs">> {
  const times: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  async function call(caller: number): Promise<void> {
    while (performance.now() < end) {
      const asked = performance.now();
      await write(caller);
      times.push(performance.now() - asked);
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  const perSecond = times.length / ((performance.now() - began) / 1000);
  const ascending = Float64Array.from(times).sort();
  return { perSecond, p50: percentile(ascending, 0.5), p99: percentile(ascending, 0.99) };
}

const TICK_MS = 1;

/** Watches this process's event loop; returns the longest block since the last call, in milliseconds. */
export function watchStalls(): () => number {
  let last = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - TICK_MS);
    last = now;
  };
  setInterval(look, TICK_MS).unref();
  return () => {
    // One that is not over yet counts, too.
    look();
    const found = longest;
    longest = 0;
    return found;
  };
}

/** Serves the parent process: an amount is received, and the figures are sent back. */
export function serveAmounts(write: (caller: number) => Promise<void>): void {
  const longestStall = watchStalls();
  process.on("message", async (amount: Amount) => {
    longestStall();
    const figures = await measureCallers(amount, write);
    process.send?.({ ...figures, stallMs: longestStall() } satisfies Figures);
  });
  process.send?.("ready");
}
