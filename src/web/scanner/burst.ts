import type { Ending, FieldContent } from "./wedge.ts";

/** Characters that came in quick succession into one field. */
export interface Burst {
  readonly field: unknown;
  readonly content: FieldContent;
  readonly habit: Habit;
  readonly startedAt: number;
  lastAt: number;
  longestGap: number;
  /** The number of inputs; a whole word at once is one. */
  strokes: number;
  /** The characters of the key events. */
  keys: string;
  /** The last characters, which came with a line end and were kept out of the field. */
  suffix: string;
}

// A scanner's characters follow each other within this time. People need at least 100 ms for each.
const SCANNER_MS = 40;
// The minimum number of characters of a scan at that pace, with and without an Enter at the same pace.
const MIN_WITH_END = 4;
const MIN_WITHOUT_END = 8;
// The pause that ends the input of an RFID reader, or of a scanner into another field.
const SILENCE_MS = 150;
// The pause that ends a scan. Where characters come slowly (a scanner with inter-character delay, or typing),
// it is this multiple of the longest gap.
const SCAN_SILENCE_MS = 500;
const MAX_SILENCE_MS = 3000;
const SLOW_FACTOR = 3;
// While nothing is known of the scanner.
const NEW_SCANNER_SILENCE_MS = 1000;
// Where the scanner ends its scans by a key, what has no end yet is a part of a scan.
const UNENDED_MS = 3000;
// After one character the pace is not known yet.
const FIRST_SILENCE_MS = 1000;

/** Starts a burst. */
export function newBurst(field: unknown, content: FieldContent, habit: Habit, at: number): Burst {
  return {
    field,
    content,
    habit,
    startedAt: at,
    lastAt: at,
    longestGap: 0,
    strokes: 0,
    keys: "",
    suffix: "",
  };
}

/** Adds a character, or an input without one. */
export function stroke(burst: Burst, character: string | null, at: number): void {
  burst.longestGap = Math.max(burst.longestGap, at - burst.lastAt);
  burst.lastAt = Math.max(burst.lastAt, at);
  burst.strokes += 1;
  burst.keys += character ?? "";
}

/**
 * The text of a burst. The field is the best source: key events may lack their character, and dead keys
 * combine. But a field may accept less: no control characters, only digits, or a maximum length.
 */
export function textOf({ content, keys, suffix }: Burst): string {
  const added = content.added() ?? "";
  return (keys.length > added.length ? keys : added) + suffix;
}

/** The pause, in ms, after which a burst is over. */
export function silenceOf(burst: Burst): number {
  const { content, habit } = burst;
  if (!content.isOwn) return SILENCE_MS;
  if (textOf(burst).length < 2) return FIRST_SILENCE_MS;
  if (isUnended(burst)) return UNENDED_MS;
  const ofScanner = habit.isReader === true ? SILENCE_MS : SCAN_SILENCE_MS;
  const isNew = habit.end === null && habit.isReader !== true;
  const minimum = isNew && isPaced(burst) ? NEW_SCANNER_SILENCE_MS : ofScanner;
  return Math.min(Math.max(minimum, SLOW_FACTOR * burst.longestGap), MAX_SILENCE_MS);
}

/** Whether a burst lacks the end key of its scanner. Digits with a pause may be a typed number, which a scan follows. */
export const isUnended = (burst: Burst): boolean =>
  burst.content.isOwn &&
  hasEndKey(burst.habit) &&
  isPaced(burst) &&
  (isSteady(burst) || /\D/.test(textOf(burst)));

/** Whether input at this time starts another burst. */
export function isOver(burst: Burst, at: number): boolean {
  const gap = at - burst.lastAt;
  if (burst.content.isOwn) return gap >= silenceOf(burst);
  // A scanner may stall. Typing before a scan is another burst, so that only the scan is removed from the
  // field.
  return gap >= (isScan(burst, "silence", at) ? SILENCE_MS : SCANNER_MS);
}

/** Whether a burst is a scan: always in the scan field, by its pace in others. */
export function isScan(burst: Burst, ending: Ending, at: number): boolean {
  const { length } = textOf(burst);
  if (burst.content.isOwn) return length > 0;
  if (burst.longestGap > SCANNER_MS) return false;
  // A word that came at once is a scan only with an Enter: on-screen keyboards insert whole words too.
  if (ending === "silence") return length >= MIN_WITHOUT_END && burst.strokes >= MIN_WITHOUT_END;
  return length >= MIN_WITH_END && at - burst.lastAt <= SCANNER_MS;
}

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

const MAX_SCANNER_MS = 90;
/** Shorter texts say nothing about the scanner. */
const FEWEST_CHARACTERS = 4;

/** Whether a burst has the pace of the scanner, its longest pause aside: that one may be a stall. */
function isPaced(burst: Burst): boolean {
  const { length } = textOf(burst);
  return length >= 2 && paceOf(burst, length) <= limitOf(burst.habit);
}

/** Whether a burst has no pause. */
const isSteady = ({ longestGap, habit }: Burst): boolean => longestGap <= limitOf(habit);

const limitOf = ({ gap }: Habit) => Math.min(Math.max(SCANNER_MS, 1.5 * gap), MAX_SCANNER_MS);

function paceOf({ startedAt, lastAt, longestGap }: Burst, length: number): number {
  return length < 3 ? longestGap : (lastAt - startedAt - longestGap) / (length - 2);
}

/** Who has typed a text: a scanner, a person, or (unclear) either. */
export type Typist = "scanner" | "person" | "unclear";

/**
 * Who has typed a text that ended at this time. The longest pause tells nothing: it may be a stall of the scanner. A person types a few
 * keys as fast as a scanner, and some scanners are as slow as a person.
 */
export function typistOf(burst: Burst, ending: Ending, at: number): Typist {
  const { habit, startedAt, lastAt, longestGap } = burst;
  const { length } = textOf(burst);
  const isByKey = ending !== "silence";
  const gaps = isByKey ? length : length - 1;
  const longest = isByKey ? Math.max(longestGap, at - lastAt) : longestGap;
  const pace = gaps < 2 ? longest : ((isByKey ? at : lastAt) - startedAt - longest) / (gaps - 1);
  if (length < 2) return isByKey && pace <= SCANNER_MS ? "unclear" : "person";
  if (longest <= SCANNER_MS) return "scanner";
  if (length >= FEWEST_CHARACTERS && pace <= limitOf(habit)) return "scanner";
  return pace <= (habit.end === null ? MAX_SCANNER_MS : limitOf(habit)) ? "unclear" : "person";
}

/** Whether the scanner ends its scans by a key. */
const hasEndKey = ({ end }: Habit): boolean => end === "Enter" || end === "Tab";

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
