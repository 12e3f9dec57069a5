import type { Burst } from "./burst.ts";
import { textOf } from "./burst.ts";

/** What this terminal knows of its scanner. */
export interface Habit {
  /** The key that ends its scans; `none`: none; null: not known yet. */
  readonly end: "Enter" | "Tab" | "none" | null;
  /** The usual time between two characters, in ms. */
  readonly gap: number;
  /** It is an RFID reader. Without an end key, its texts follow each other after a short silence. */
  readonly isReader?: boolean;
}

export const NO_HABIT: Habit = { end: null, gap: 0 };
export const NO_READER_HABIT: Habit = { ...NO_HABIT, isReader: true };

// A scanner's characters follow each other within this time. People need at least 100 ms for each.
const SCANNER_MS = 40;
const MAX_SCANNER_MS = 90;
/** Shorter texts say nothing about the scanner. */
const FEWEST_CHARACTERS = 4;

/** Whether a burst has the pace of the scanner, its longest pause aside: that one may be a stall. */
export function isPaced(burst: Burst): boolean {
  const { length } = textOf(burst);
  return length >= 2 && paceOf(burst, length) <= limitOf(burst.habit);
}

/** Whether a burst has no pause. */
export const isSteady = ({ longestGap, habit }: Burst): boolean => longestGap <= limitOf(habit);

const limitOf = ({ gap }: Habit) => Math.min(Math.max(SCANNER_MS, 1.5 * gap), MAX_SCANNER_MS);

function paceOf({ startedAt, lastAt, longestGap }: Burst, length: number): number {
  return length < 3 ? longestGap : (lastAt - startedAt - longestGap) / (length - 2);
}

/** Whether the scanner ends its scans by a key. */
export const hasEndKey = ({ end }: Habit): boolean => end === "Enter" || end === "Tab";

/**
 * The habit after a scan. A scan that ended with a pause may be a part of one: that a scanner sends no key is known of an RFID reader,
 * otherwise the user says so.
 */
export function habitAfter(burst: Burst, ending: "Enter" | "Tab" | "silence"): Habit {
  const { habit } = burst;
  const { length } = textOf(burst);
  if (length < FEWEST_CHARACTERS || !isPaced(burst)) return habit;
  if (ending === "silence" && habit.end !== null) return habit;
  const gap = Math.round(paceOf(burst, length));
  const silent = habit.isReader === true ? "none" : null;
  const end = ending === "silence" ? silent : ending;
  return end === habit.end && gap <= habit.gap ? habit : { ...habit, end, gap: Math.max(gap, habit.gap) };
}
