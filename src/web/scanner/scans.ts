import { effect, signal } from "@preact/signals";
import { reportError } from "../errors/report-error.ts";
import { signalFailure } from "../feedback/speech.ts";
import { afterIdle } from "./after-idle.ts";
import { NO_READER_HABIT } from "./burst.ts";
import { takeTyped } from "./digit-keys.ts";
import { FNC1 } from "./fnc1.ts";
import { habit, layout, storeHabit } from "./layouts.ts";
import { halfOf, meaningOf, type Scan } from "./meaning.ts";
import { type Captured, newWedge, type Wedge } from "./wedge.ts";

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

/** Whether an overlay takes the scans. */
export const hasCover = (): boolean => (subscribers[subscribers.length - 1]?.order ?? 0) > COVER_ORDER;

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

/** The last scan that came twice at once. The second one was ignored. */
export const lastEcho = signal<Captured | null>(null);

const IS_ANDROID = /Android/.test(navigator.userAgent);

let wasDoubled = false;

/** The parser of GS1 data, which the first screens do not need; null: not loaded yet. */
let gs1Of: ((text: string) => string | null) | null = null;

/** Loads the parser of GS1 data. */
async function loadGs1(): Promise<void> {
  gs1Of = (await import("../../domain/codes/scan-steps.ts")).gs1Text;
}

/** What only GS1 data and web addresses have: a symbology identifier, brackets, `://`. */
const MARKED = /^\]|^\(\d|:\/\//;

/** Takes RFID tags where a screen reads them; false: another code. */
let takeTags: ((captured: Captured) => boolean) | null = null;

/** The number of reports of RFID tags. */
export const tagReports = signal(0);

/** Sets what takes RFID tags; null: no screen reads them. */
export function handleTags(take: typeof takeTags): void {
  takeTags = take;
}

/** Whether a screen reads RFID tags. */
export const isReadingTags = (): boolean => takeTags !== null;

/** Interprets the input of a scanner or the camera, and queues it as a scan. */
export function takeCaptured(captured: Captured): void {
  if (takeTyped(captured) || takeTags?.(captured) === true) return;
  const { raw } = captured;
  if (gs1Of === null && (MARKED.test(raw) || raw.includes(FNC1)))
    loadGs1().then(() => interpret(captured), reportError);
  else interpret(captured);
}

function interpret(captured: Captured): void {
  const scan = read(captured);
  const joined = read(withPart(captured));
  if (captured.ending !== "camera") wasDoubled = halfOf(captured.raw) !== null;
  if (scan !== null) take(joined === null ? scan : { ...scan, joined });
}

const read = (captured: Captured | null): Scan | null =>
  captured &&
  meaningOf(captured, {
    layout: layout.value,
    isScannerDoubling: wasDoubled,
    isAndroid: IS_ANDROID,
    ...(gs1Of !== null && { gs1Of }),
  });

/** A part of a code waits so long for its rest. */
const REST_MS = 10_000;

/** The text with the part of a code before it, about which the user is asked; null: no part, or it begins the text. */
function withPart(captured: Captured): Captured | null {
  const lost = lostScan.peek();
  if (lost?.part === undefined || captured.ending === "camera") return null;
  const { raw, startedAt, endedAt } = lost.scan;
  const isRest = captured.startedAt - endedAt <= REST_MS && !captured.raw.startsWith(raw);
  return isRest ? { ...captured, raw: raw + captured.raw, startedAt } : null;
}

/** What is known of the RFID reader since the page was loaded. */
let readerHabit = NO_READER_HABIT;

/** Asks whether a text without the end key of the scanner is a whole code, unless it was typed or is a tag. */
function takePart(captured: Captured): void {
  if (takeTyped(captured) || takeTags?.(captured) === true) return;
  const scan = read(withPart(captured) ?? captured);
  if (scan !== null) losePart(scan, "unended");
}

const CLOCK = {
  now: () => performance.now(),
  wait(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Creates the wedge of this page. */
export function pageWedge(): Wedge {
  loadGs1().catch(reportError);
  return newWedge({
    now: CLOCK.now,
    later: (ms, run) => afterIdle(ms, run, CLOCK),
    onScan: takeCaptured,
    onPart: takePart,
    habit: () => (isReadingTags() ? readerHabit : habit.peek()),
    onHabit(known) {
      if (known.isReader === true) readerHabit = known;
      else storeHabit(known).catch(reportError);
    },
    onEcho(captured) {
      lastEcho.value = captured;
      // Its digits are in the number field too.
      takeTyped({ ...captured, typist: "scanner" });
    },
  });
}

// A lost scan is signalled by sound, because the user may look away from the screen.
effect(() => {
  if (lostScan.value !== null) signalFailure();
});
