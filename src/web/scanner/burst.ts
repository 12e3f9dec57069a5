import type { Ending, Place } from "./wedge.ts";

/** Characters that came one soon after the other into one field. */
export interface Burst {
  readonly field: unknown;
  readonly place: Place;
  /** A key will end it, as one ended the scan before. */
  readonly hasEnd: boolean;
  readonly startedAt: number;
  lastAt: number;
  longestGap: number;
  /** How often something came: a whole word at once is one stroke. */
  strokes: number;
  /** What the keys said themselves. */
  keys: string;
  /** What came last, with a line end, and was kept out of the field. */
  behind: string;
}

// A scanner's characters follow each other within this time; people need 100 ms and more for each.
const SCANNER_MS = 40;
// So many characters at that pace are no typing: with an Enter as fast behind them, and without one.
const LEAST_WITH_END = 4;
const LEAST_WITHOUT_END = 8;
// The silence that ends a scan; where characters come slowly (a scanner told to pause between them, somebody who types
// a code) it is this many times their longest pause.
const SILENCE_MS = 150;
const LONGEST_SILENCE_MS = 3000;
const SLOW_FACTOR = 3;
// A scanner that ended its last scan by a key will do so again: a device that stalls must not cut a code in two.
const SILENCE_BEFORE_END_MS = 500;
// After one character alone the pace is not known yet.
const FIRST_SILENCE_MS = 1000;

/** A burst of nothing yet. */
export function newBurst(field: unknown, place: Place, hasEnd: boolean, at: number): Burst {
  return { field, place, hasEnd, startedAt: at, lastAt: at, longestGap: 0, strokes: 0, keys: "", behind: "" };
}

/** Adds what a key said, or that something came. */
export function stroke(burst: Burst, character: string | null, at: number): void {
  burst.longestGap = Math.max(burst.longestGap, at - burst.lastAt);
  burst.lastAt = Math.max(burst.lastAt, at);
  burst.strokes += 1;
  burst.keys += character ?? "";
}

/**
 * What came. The field knows best (keys may not say their character, an accent waits for its letter), but a field may take
 * less than came: no control characters, only digits, only so many.
 */
export function textOf({ place, keys, behind }: Burst): string {
  const taken = place.taken() ?? "";
  return (keys.length > taken.length ? keys : taken) + behind;
}

/** After how long a silence, in ms, a burst is over. */
export function silenceOf(burst: Burst): number {
  if (!burst.place.isOwn) return SILENCE_MS;
  if (textOf(burst).length < 2) return FIRST_SILENCE_MS;
  const least = burst.hasEnd ? SILENCE_BEFORE_END_MS : SILENCE_MS;
  return Math.min(Math.max(least, SLOW_FACTOR * burst.longestGap), LONGEST_SILENCE_MS);
}

/** Whether what comes at this time is no more a part of it. */
export function isOver(burst: Burst, at: number): boolean {
  const gap = at - burst.lastAt;
  if (burst.place.isOwn) return gap >= silenceOf(burst);
  // A scanner may falter; a person who typed is somebody else's burst at once, so that only the scan is taken back.
  return gap >= (isScan(burst, "silence", at) ? SILENCE_MS : SCANNER_MS);
}

/** Whether this is a scanner's: always in its own field, by its pace alone in another. */
export function isScan(burst: Burst, ending: Ending, at: number): boolean {
  const { length } = textOf(burst);
  if (burst.place.isOwn) return length > 0;
  if (burst.longestGap > SCANNER_MS) return false;
  // A word that came at once is a scanner's only by the Enter behind it: keyboards insert whole words too.
  if (ending === "silence") return length >= LEAST_WITHOUT_END && burst.strokes >= LEAST_WITHOUT_END;
  return length >= LEAST_WITH_END && at - burst.lastAt <= SCANNER_MS;
}
