import { signal } from "@preact/signals";
import type { Scan } from "./meaning.ts";

/** What a screen does with a scan; the next one waits until it is done. */
export type ScanHandler = (scan: Scan) => void | Promise<void>;

interface Subscriber {
  readonly order: number;
  readonly handler: ScanHandler;
}

/** A scan that nothing came of: no screen wanted it, or the one that did could not take it. */
export interface LostScan {
  readonly scan: Scan;
  /** What went wrong; null: no screen takes scans now. */
  readonly error: unknown;
}

/** The last scan that nothing came of, for the shell to announce; null: none, or it has been seen. */
export const lostScan = signal<LostScan | null>(null);
/** How many scans wait for the one before them. */
export const waitingScans = signal(0);
/** The last scan, whoever took it. */
export const lastScan = signal<Scan | null>(null);

let subscribers: readonly Subscriber[] = [];
let highest = 0;
let queue: Promise<void> = Promise.resolve();

/** What covers all screens, also one that is drawn anew beneath it. */
const ABOVE_ALL = 1e9;

/** A place in the order of screens: a later one lies above an earlier one, and what covers them (`isCover`) above all. */
export function nextOrder(isCover = false): number {
  highest += 1;
  return isCover ? ABOVE_ALL + highest : highest;
}

/** Lets a screen have the scans while no screen above it wants them. The function given back ends that. */
export function subscribe(handler: ScanHandler, order = nextOrder()): () => void {
  const subscriber = { order, handler };
  subscribers = [...subscribers, subscriber].sort((a, b) => a.order - b.order);
  return () => {
    subscribers = subscribers.filter((other) => other !== subscriber);
  };
}

/** Takes a scan, from whichever source. They are handled one after the other in their order; none is left out. */
export function take(scan: Scan): void {
  lastScan.value = scan;
  waitingScans.value += 1;
  queue = queue.then(() => handle(scan));
}

/** Takes back what was said of a scan that no screen wanted; one that failed stays until somebody has seen it. */
export function dropUnwanted(): void {
  if (lostScan.peek()?.error === null) lostScan.value = null;
}

/** Lets it be announced that nothing came of a scan. */
export function loseScan(scan: Scan): void {
  lostScan.value = { scan, error: null };
}

async function handle(scan: Scan): Promise<void> {
  waitingScans.value -= 1;
  const top = subscribers[subscribers.length - 1];
  if (top === undefined) {
    loseScan(scan);
    return;
  }
  try {
    const before = lostScan.peek();
    await top.handler(scan);
    // A screen may say of this very scan that it does not want it.
    if (lostScan.peek() === before) dropUnwanted();
  } catch (error) {
    lostScan.value = { scan, error };
  }
}
