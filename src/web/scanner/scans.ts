import { signal } from "@preact/signals";
import type { Scan } from "./meaning.ts";

/** Handles a scan. The next one waits until it resolves. */
export type ScanHandler = (scan: Scan) => void | Promise<void>;

interface Subscriber {
  readonly order: number;
  readonly handler: ScanHandler;
}

/** A scan without a result: no screen accepted it, or its handler failed. */
export interface LostScan {
  readonly scan: Scan;
  /** The error; null: no screen accepts scans now. */
  readonly error: unknown;
  /** It may be a part of a code: its end did not come, it is unknown, or it consists of two parts. */
  readonly part?: "unended" | "unknown" | "joined";
  /** It may be a secret that was typed beside its field: it must not be shown. */
  readonly isPrivate?: boolean;
}

/** The last lost scan, for the notice; null: none, or dismissed. */
export const lostScan = signal<LostScan | null>(null);
/** The number of scans in the queue. */
export const waitingScans = signal(0);
/** The last scan. */
export const lastScan = signal<Scan | null>(null);

let subscribers: readonly Subscriber[] = [];
let highest = 0;
let queue: Promise<void> = Promise.resolve();

/** Order of overlays, which cover every screen. */
const COVER_ORDER = 1e9;

/**
 * Returns a position in the order of screens. Later ones lie above earlier ones, and overlays (`isCover`)
 * above all.
 */
export function nextOrder(isCover = false): number {
  highest += 1;
  return isCover ? COVER_ORDER + highest : highest;
}

/** Subscribes to the scans while no screen above does. Returns the function that unsubscribes. */
export function subscribe(handler: ScanHandler, order = nextOrder()): () => void {
  const subscriber = { order, handler };
  subscribers = [...subscribers, subscriber].sort((a, b) => a.order - b.order);
  return () => {
    subscribers = subscribers.filter((other) => other !== subscriber);
  };
}

/** Queues a scan. Scans are handled one by one, in order. */
export function take(scan: Scan): void {
  lastScan.value = scan;
  waitingScans.value += 1;
  queue = queue.then(() => handle(scan));
}

/** Removes the notice of a scan that no screen accepted. A failed one stays until it is dismissed. */
export function dropUnwanted(): void {
  if (lostScan.peek()?.error === null) lostScan.value = null;
}

/** Reports a scan as lost. */
export function loseScan(scan: Scan, isPrivate = false): void {
  lostScan.value = { scan, error: null, isPrivate };
}

/** Asks whether a scan is a whole code. */
export function losePart(scan: Scan, part: LostScan["part"] & string): void {
  lostScan.value = { scan, error: null, part };
}

/** Resolves when the screen is there; null: none is loading. */
let arrival: Promise<void> | null = null;

/** Scans wait while a screen is loading. Returns the function that passes them on. */
export function holdScans(): () => void {
  let release = () => {};
  const own = new Promise<void>((resolve) => {
    release = resolve;
  });
  arrival = own;
  return () => {
    if (arrival === own) arrival = null;
    release();
  };
}

async function handle(scan: Scan): Promise<void> {
  while (arrival !== null) await arrival;
  waitingScans.value -= 1;
  const current = subscribers[subscribers.length - 1];
  if (current === undefined) {
    loseScan(scan);
    return;
  }
  try {
    const before = lostScan.peek();
    await current.handler(scan);
    // The handler itself may have reported this scan as lost.
    if (lostScan.peek() === before) dropUnwanted();
  } catch (error) {
    lostScan.value = { scan, error };
  }
}
