import { signal } from "@preact/signals";
import type { Verdict } from "../db/outbox-shapes.ts";
import { readValue, writeValue } from "../db/values.ts";
import { COMPLETE, PLACE, RETURNED, TUNES, type Tune } from "./tunes.ts";

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
