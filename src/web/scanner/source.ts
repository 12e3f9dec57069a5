import { effect, signal } from "@preact/signals";
import { reportError } from "../errors/report-error.ts";
import { signalFailure } from "../feedback/speech.ts";
import { afterIdle } from "./after-idle.ts";
import { FNC1 } from "./fnc1.ts";
import { NO_READER_HABIT } from "./habit.ts";
import { habit, layout, storeHabit } from "./layout.ts";
import { halfOf, meaningOf, type Scan } from "./meaning.ts";
import { losePart, lostScan, take } from "./scans.ts";
import { takeTyped } from "./typed-digits.ts";
import { type Captured, newWedge, type Wedge } from "./wedge.ts";

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
    },
  });
}

// A lost scan is signalled by sound, because the user may look away from the screen.
effect(() => {
  if (lostScan.value !== null) signalFailure();
});
