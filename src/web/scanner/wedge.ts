import {
  type Burst,
  type Habit,
  habitAfter,
  isOver,
  isScan,
  isUnended,
  newBurst,
  silenceOf,
  stroke,
  type Typist,
  textOf,
  typistOf,
} from "./burst.ts";

/** How a scan ended; the camera needs no end. */
export type Ending = "Enter" | "Tab" | "silence" | "camera";

/** The characters of one scan. Times are those of `performance.now()`. */
export interface Captured {
  readonly raw: string;
  readonly ending: Ending;
  /** The time of the first character. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The longest pause between two characters, in ms. */
  readonly longestGap: number;
  /** Who has typed it into the scan field. */
  readonly typist?: Typist;
  /** It went into another field, and was removed from it. */
  readonly isStray: boolean;
  /** A pause ended it, in the scan field: it may be a part of a code. */
  readonly isUnended?: boolean;
  /** The scanner was not known to send no end key, so that the rest of the code may follow. */
  readonly isEndMissing?: boolean;
}

/** A field and its value when a burst started. */
export interface FieldContent {
  /** The scan field: any input in it is a scan. */
  readonly isOwn: boolean;
  /** The text added since; null: unknown. */
  added(): string | null;
  /** Restores the value. */
  restore(): void;
}

/**
 * The target of input: the identity of the field, and a function that records its value when a burst starts.
 */
export interface Target {
  readonly field: unknown;
  readonly open: () => FieldContent;
}

interface WedgeOptions {
  readonly now: () => number;
  /** Returns the function that cancels the timer. */
  readonly later: (ms: number, run: () => void) => () => void;
  readonly onScan: (captured: Captured) => void;
  /** A text without the end key of its scanner: it may be a part of a code. */
  readonly onPart: (captured: Captured) => void;
  /** What is known of the scanner, and its change by a scan. */
  readonly habit: () => Habit;
  readonly onHabit: (habit: Habit) => void;
  /** A scan that came twice at once, by two outputs of one scanner. The second is ignored. */
  readonly onEcho?: (captured: Captured) => void;
}

/** Detects scans in typed input. */
export interface Wedge {
  /** A key event; `character` null: unknown. */
  key(target: Target, character: string | null, at: number): void;
  /** Input in the field, or about to come. */
  input(target: Target, at: number): void;
  /** Enter or Tab. Returns whether it belongs to a scan and must have no other effect. */
  end(target: Target, by: "Enter" | "Tab", at: number): boolean;
  /**
   * Text with line ends that came at once. Returns the rest after the last one, which is still to be
   * inserted.
   */
  lines(target: Target, text: string, at: number): string;
  /** Input other than typing: a paste or deletion. */
  forget(field: unknown): void;
}

// Nobody scans a label twice within this time, but a scanner with two outputs does.
const ECHO_MS = 40;
// Some scanners send two ends: CR and LF, or Enter and Tab.
const SECOND_END_MS = 150;
// On a busy page, keys are handled after a timer that was due later than they were.
const BUSY_MS = 50;

/** Creates a wedge. */
export function newWedge({ now, later, onScan, onPart, habit, onHabit, onEcho }: WedgeOptions): Wedge {
  let burst: Burst | null = null;
  let last: Captured | null = null;
  let ignoreEndsUntil = -1;
  // One timer at a time, so that keys of a scan leave none behind.
  let cancelTimer = () => {};

  function finish(ended: Burst, ending: Ending, at: number): void {
    burst = null;
    cancelTimer();
    const raw = textOf(ended);
    const isPart = ending === "silence" && isUnended(ended);
    const isByKey = ending === "Enter" || ending === "Tab";
    // After a silence, an end is a key that somebody has pressed.
    ignoreEndsUntil = isByKey ? at + SECOND_END_MS : -1;
    if (ended.content.isOwn && ending !== "camera") {
      const known = habitAfter(ended, ending);
      if (known !== ended.habit) onHabit(known);
    }
    ended.content.restore();
    if (raw.trim() === "") return;
    const { startedAt, longestGap } = ended;
    const endedAt = ending === "silence" ? ended.lastAt : at;
    const isStray = !ended.content.isOwn;
    const isSilent = ending === "silence" && !isStray;
    const captured: Captured = {
      raw,
      ending,
      startedAt,
      endedAt,
      longestGap,
      isStray,
      ...(!isStray && ending !== "camera" && { typist: typistOf(ended, ending, at) }),
      ...(isSilent && { isUnended: true, isEndMissing: ended.habit.end !== "none" }),
    };
    const isEcho = last !== null && last.raw === raw && startedAt - last.endedAt <= ECHO_MS;
    last = captured;
    if (isEcho) onEcho?.(captured);
    else if (isPart) onPart(captured);
    else onScan(captured);
  }

  /** Ends the current burst if this input is for another field or too late. */
  function endStale(field: unknown, at: number): void {
    if (burst === null || (burst.field === field && !isOver(burst, at))) return;
    if (isScan(burst, "silence", at)) finish(burst, "silence", at);
    else burst = null;
  }

  function current(target: Target, at: number): Burst {
    endStale(target.field, at);
    burst ??= newBurst(target.field, target.open(), habit(), at);
    return burst;
  }

  function add(target: Target, character: string | null, at: number): void {
    const growing = current(target, at);
    stroke(growing, character, at);
    // From now on: input that is still queued belongs to the burst.
    startTimer(growing, silenceOf(growing));
  }

  /** Ends a burst after a pause without input. */
  function startTimer(watched: Burst, ms: number, isGrace = false): void {
    const { strokes } = watched;
    const due = now() + ms;
    cancelTimer();
    cancelTimer = later(ms, () => {
      if (burst !== watched || watched.strokes !== strokes) return;
      if (!isGrace && now() - due > BUSY_MS) startTimer(watched, BUSY_MS, true);
      else endStale(null, now());
    });
  }

  return {
    key(target, character, at) {
      add(target, character, at);
    },
    input(target, at) {
      add(target, null, at);
    },
    end({ field }, by, at) {
      endStale(field, at);
      if (burst === null) return at <= ignoreEndsUntil;
      if (isScan(burst, by, at)) {
        finish(burst, by, at);
        return true;
      }
      burst = null;
      return false;
    },
    lines(target, text, at) {
      const parts = text.split(/[\r\n\t]+/);
      const rest = parts.pop() ?? "";
      for (const part of parts) {
        const line = current(target, at);
        stroke(line, null, at);
        line.suffix = part;
        if (isScan(line, "Enter", at)) finish(line, "Enter", at);
        else burst = null;
      }
      return rest;
    },
    forget(field) {
      if (burst !== null && burst.field === field && !burst.content.isOwn) burst = null;
    },
  };
}
