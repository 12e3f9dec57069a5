import { signal } from "@preact/signals";
import type { Verdict } from "../db/outbox-shapes.ts";
import { readValue, writeValue } from "../db/values.ts";
import { COMPLETE, PLACE, TUNES, type Tune } from "./tunes.ts";

/** Chosen on this device: how loud (0 to 1), and whether at all. */
export const sound = signal({ isMuted: false, volume: 0.8 });
/** Why nothing is heard; null: nothing is wrong, as far as the browser says. */
export const soundTrouble = signal<"locked" | "missing" | "broken" | null>("locked");

// A tone that begins or ends at once clicks.
const EDGE_S = 0.008;
// Ahead of the clock, so that the first edge is not cut off.
const AHEAD_S = 0.005;

let context: AudioContext | null = null;

/** Reads how loud it is to be, and lets the first touch or key unlock the sound, as browsers demand. */
export async function startSounds(): Promise<void> {
  for (const type of ["pointerup", "click", "keydown"]) document.addEventListener(type, unlock, true);
  sound.value = (await readValue("sound")) ?? sound.value;
}

/** Keeps a choice of this device. */
export async function chooseSound(next: { isMuted: boolean; volume: number }): Promise<void> {
  // Shown as chosen when it is kept; a storage that fails must not keep it loud.
  try {
    await writeValue("sound", next);
  } finally {
    sound.value = next;
  }
}

/** Lets a verdict be heard, and felt where the device can. Never throws, never waits. */
export function signalVerdict(verdict: Verdict): void {
  vibrate(TUNES[verdict]);
  play(verdict);
}

/** Lets a change of the place be heard and felt. Never throws, never waits. */
export function signalPlace(): void {
  vibrate(PLACE);
  sing(PLACE);
}

/** Lets it be heard and felt that a location is complete. Never throws, never waits. */
export function signalComplete(): void {
  vibrate(COMPLETE);
  sing(COMPLETE);
}

/** Lets a verdict be heard. Never throws: what keeps it silent stands in `soundTrouble`. */
export function play(verdict: Verdict): void {
  sing(TUNES[verdict]);
}

function sing({ wave, notes }: Tune): void {
  // Tones given to a sleeping context would come out later, at somebody else's scan.
  if (sound.value.isMuted || context === null || context.state !== "running") return;
  try {
    const volume = loudness(context, sound.value.volume);
    const start = context.currentTime + AHEAD_S;
    for (const { at, ms, hz } of notes) tone(context, volume, wave, hz, start + at / 1000, ms / 1000);
  } catch {
    soundTrouble.value = "broken";
  }
}

function vibrate({ vibration }: Tune): void {
  // Absent where the device has nothing that could; refuses by its answer before the first touch.
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

function loudness(at: AudioContext, volume: number): GainNode {
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
