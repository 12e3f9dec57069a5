import { effect, signal } from "@preact/signals";
import { signalFailure } from "../feedback/speech.ts";
import { layout } from "./choice.ts";
import { halfOf, meaningOf } from "./meaning.ts";
import { afterQuiet } from "./quiet.ts";
import { lostScan, take } from "./scans.ts";
import { takeTyped } from "./typed-digits.ts";
import { type Captured, newWedge, type Wedge } from "./wedge.ts";

/** The last scan that came a second time at once and was left out. */
export const lastEcho = signal<Captured | null>(null);

const IS_ANDROID = /Android/.test(navigator.userAgent);

let doubles = false;

/** Takes what a scanner or the camera has read, as far as it says anything. */
export function takeCaptured(captured: Captured): void {
  if (takeTyped(captured)) return;
  const scan = meaningOf(captured, { layout: layout.value, doubles, isAndroid: IS_ANDROID });
  if (captured.ending !== "camera") doubles = halfOf(captured.raw) !== null;
  if (scan !== null) take(scan);
}

const TURNS = {
  now: () => performance.now(),
  wait(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The wedge of this page. */
export function pageWedge(): Wedge {
  return newWedge({
    now: TURNS.now,
    later: (ms, run) => afterQuiet(ms, run, TURNS),
    onScan: takeCaptured,
    onEcho(captured) {
      lastEcho.value = captured;
    },
  });
}

// Whoever looks at the shelf hears that nothing came of it.
effect(() => {
  if (lostScan.value !== null) signalFailure();
});
