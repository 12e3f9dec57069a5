import { signal } from "@preact/signals";
import { type Message, msg } from "../../domain/message.ts";
import type { Verdict } from "../db/outbox-shapes.ts";
import { readValue, writeValue } from "../db/values.ts";
import type { IconName } from "../ui/icon.tsx";

/** The settings of this device; `volume` is 0 to 1. */
export const sound = signal({ isMuted: false, volume: 0.8 });
/** Why no sound is played; null: no known problem. */
export const soundTrouble = signal<"locked" | "missing" | "broken" | null>("locked");

// A tone without a ramp clicks.
const EDGE_S = 0.008;
// Scheduled ahead of the clock, so that the first ramp is not cut off.
const LEAD_S = 0.005;

let context: AudioContext | null = null;

/** Loads the settings. The first touch or key unlocks the sound, as browsers require. */
export async function startSounds(): Promise<void> {
  for (const type of ["pointerup", "click", "keydown"]) document.addEventListener(type, unlock, true);
  sound.value = (await readValue("sound")) ?? sound.value;
}

/** Stores the settings of this device. */
export async function chooseSound(next: { isMuted: boolean; volume: number }): Promise<void> {
  // The setting applies even if the storage fails, so that the sound can always be muted.
  try {
    await writeValue("sound", next);
  } finally {
    sound.value = next;
  }
}

/** Plays the tune and vibration of a verdict. Never throws or waits. */
export const signalVerdict = (verdict: Verdict): void => signalTune(TUNES[verdict]);

/** Signals a change of the location by sound and vibration. Never throws or waits. */
export const signalLocation = (): void => signalTune(PLACE);

/** Signals that a location is complete, by sound and vibration. Never throws or waits. */
export const signalComplete = (): void => signalTune(COMPLETE);

/** Signals that an article was taken back from a person, by sound and vibration. Never throws or waits. */
export const signalReturned = (): void => signalTune(RETURNED);

/** Plays a tune with its vibration. Never throws or waits; `soundTrouble` says why it is silent. */
export function signalTune(tune: Tune): void {
  vibrate(tune);
  playTune(tune);
}

function playTune({ wave, notes }: Tune): void {
  // A suspended context would play the tones later, at another scan.
  if (sound.value.isMuted || context === null || context.state !== "running") return;
  try {
    const volume = newGain(context, sound.value.volume);
    const start = context.currentTime + LEAD_S;
    for (const { at, ms, hz } of notes) tone(context, volume, wave, hz, start + at / 1000, ms / 1000);
  } catch {
    soundTrouble.value = "broken";
  }
}

function vibrate({ vibration }: Tune): void {
  // Not available on all devices. Returns false before the first touch.
  if ("vibrate" in navigator) navigator.vibrate([...vibration]);
}

function unlock(): void {
  if (context?.state === "running") return;
  if (!("AudioContext" in window)) {
    soundTrouble.value = "missing";
    return;
  }
  try {
    context ??= new AudioContext({ latencyHint: "interactive" });
    context.resume().then(
      () => {
        soundTrouble.value = null;
      },
      () => {
        soundTrouble.value = "locked";
      },
    );
  } catch {
    soundTrouble.value = "broken";
  }
}

function newGain(at: AudioContext, volume: number): GainNode {
  const gain = at.createGain();
  gain.gain.value = volume;
  gain.connect(at.destination);
  return gain;
}

function tone(
  at: AudioContext,
  to: AudioNode,
  wave: OscillatorType,
  hz: number,
  from: number,
  s: number,
): void {
  const envelope = at.createGain();
  envelope.gain.setValueAtTime(0, from);
  envelope.gain.linearRampToValueAtTime(1, from + EDGE_S);
  envelope.gain.setValueAtTime(1, from + s - EDGE_S);
  envelope.gain.linearRampToValueAtTime(0, from + s);
  envelope.connect(to);
  const oscillator = at.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.value = hz;
  oscillator.connect(envelope);
  oscillator.start(from);
  oscillator.stop(from + s);
}

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

/** Short names of the verdicts. */
export const NAMES: Readonly<Record<Verdict, Message>> = {
  counted: msg("Counted", "scan"),
  added: msg("One more", "scan"),
  same: msg("Already counted"),
  elsewhere: msg("Belongs elsewhere"),
  unexpected: msg("Not expected here"),
  surplus: msg("More than expected"),
  asked: msg("NOT counted: answer"),
  unknown: msg("Unknown", "scan"),
  failed: msg("Failed"),
};

/** Icons of the verdicts. */
export const ICONS: Readonly<Record<Verdict, IconName>> = {
  counted: "there",
  added: "plus",
  same: "same",
  elsewhere: "elsewhere",
  unexpected: "unexpected",
  surplus: "surplus",
  asked: "hand",
  unknown: "question",
  failed: "cross",
};
