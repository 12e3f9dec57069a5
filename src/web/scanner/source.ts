import { effect, signal } from "@preact/signals";
import { signalFailure } from "../feedback/speech.ts";
import { afterIdle } from "./after-idle.ts";
import { layout } from "./layout.ts";
import { halfOf, meaningOf } from "./meaning.ts";
import { lostScan, take } from "./scans.ts";
import { takeTyped } from "./typed-digits.ts";
import { type Captured, newWedge, type Wedge } from "./wedge.ts";

/** The last scan that came twice at once. The second one was ignored. */
export const lastEcho = signal<Captured | null>(null);

const IS_ANDROID = /Android/.test(navigator.userAgent);

let wasDoubled = false;

/** Interprets the input of a scanner or the camera, and queues it as a scan. */
export function takeCaptured(captured: Captured): void {
  if (takeTyped(captured)) return;
  const scan = meaningOf(captured, {
    layout: layout.value,
    isScannerDoubling: wasDoubled,
    isAndroid: IS_ANDROID,
  });
  if (captured.ending !== "camera") wasDoubled = halfOf(captured.raw) !== null;
  if (scan !== null) take(scan);
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
  return newWedge({
    now: CLOCK.now,
    later: (ms, run) => afterIdle(ms, run, CLOCK),
    onScan: takeCaptured,
    onEcho(captured) {
      lastEcho.value = captured;
    },
  });
}

// A lost scan is signalled by sound, because the user may look away from the screen.
effect(() => {
  if (lostScan.value !== null) signalFailure();
});
