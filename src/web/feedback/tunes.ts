import type { Verdict } from "../db/outbox-shapes.ts";

/** All verdicts, the best first. */
export const VERDICTS: readonly Verdict[] = [
  "counted",
  "added",
  "same",
  "elsewhere",
  "unexpected",
  "surplus",
  "asked",
  "unknown",
  "failed",
];

/** One tone; times in ms from the start of the tune. */
interface Note {
  readonly at: number;
  readonly ms: number;
  readonly hz: number;
}

/** The sound of a verdict, and its vibration (on, off, on … in ms). */
export interface Tune {
  readonly wave: "triangle" | "square" | "sawtooth";
  readonly notes: readonly Note[];
  readonly vibration: readonly number[];
}

// Verdicts differ by rhythm alone (number, length, direction), so that pitch is not needed. The pitches avoid
// the range where a handheld's speaker or hearing is weak.
export const TUNES: Readonly<Record<Verdict, Tune>> = {
  // One short high tone: the usual case must not tire.
  counted: { wave: "triangle", notes: [{ at: 0, ms: 90, hz: 1568 }], vibration: [40] },
  // A tick: pieces are scanned in a row.
  added: { wave: "triangle", notes: [{ at: 0, ms: 45, hz: 1976 }], vibration: [20] },
  // The same low tone twice: nothing changed.
  same: {
    wave: "triangle",
    notes: [
      { at: 0, ms: 80, hz: 880 },
      { at: 140, ms: 80, hz: 880 },
    ],
    vibration: [40, 80, 40],
  },
  // Short, then long and higher: another location.
  elsewhere: {
    wave: "triangle",
    notes: [
      { at: 0, ms: 90, hz: 784 },
      { at: 130, ms: 280, hz: 1319 },
    ],
    vibration: [40, 60, 200],
  },
  // Long, then short and lower: not expected.
  unexpected: {
    wave: "triangle",
    notes: [
      { at: 0, ms: 280, hz: 1319 },
      { at: 330, ms: 90, hz: 784 },
    ],
    vibration: [200, 60, 40],
  },
  // A tick, then two higher ones.
  surplus: {
    wave: "triangle",
    notes: [
      { at: 0, ms: 45, hz: 1319 },
      { at: 100, ms: 45, hz: 1661 },
      { at: 200, ms: 45, hz: 1661 },
    ],
    vibration: [20, 60, 20, 60, 20],
  },
  // Up and down, twice: a question.
  asked: {
    wave: "square",
    notes: [
      { at: 0, ms: 100, hz: 587 },
      { at: 150, ms: 100, hz: 880 },
      { at: 350, ms: 100, hz: 587 },
      { at: 500, ms: 100, hz: 880 },
    ],
    vibration: [150, 60, 150, 250, 150, 60, 150],
  },
  // Three steps down.
  unknown: {
    wave: "square",
    notes: [
      { at: 0, ms: 110, hz: 988 },
      { at: 150, ms: 110, hz: 740 },
      { at: 300, ms: 110, hz: 554 },
    ],
    vibration: [90, 60, 90, 60, 90],
  },
  // Long, deep and rough.
  failed: { wave: "sawtooth", notes: [{ at: 0, ms: 600, hz: 370 }], vibration: [600] },
};

/**
 * A location is complete: three short rising tones and a long one, after the verdict of the last scan. No
 * other tune has this rhythm.
 */
export const COMPLETE: Tune = {
  wave: "triangle",
  notes: [
    { at: 300, ms: 90, hz: 1047 },
    { at: 420, ms: 90, hz: 1319 },
    { at: 540, ms: 90, hz: 1568 },
    { at: 660, ms: 380, hz: 1976 },
  ],
  vibration: [60, 60, 60, 60, 60, 60, 350],
};

/** An article came back from a person: two long tones down. No verdict has this rhythm. */
export const RETURNED: Tune = {
  wave: "triangle",
  notes: [
    { at: 0, ms: 240, hz: 1175 },
    { at: 290, ms: 240, hz: 784 },
  ],
  vibration: [240, 60, 240],
};

/** Another location was scanned: three rising tones. */
export const PLACE: Tune = {
  wave: "triangle",
  notes: [
    { at: 0, ms: 70, hz: 784 },
    { at: 90, ms: 70, hz: 988 },
    { at: 180, ms: 120, hz: 1319 },
  ],
  vibration: [120],
};
