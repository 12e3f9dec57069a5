import { signal } from "@preact/signals";
import { type Message, msg } from "../../domain/message.ts";
import type { Verdict } from "../db/outbox-shapes.ts";
import { readValue, writeValue } from "../db/values.ts";
import { language, t } from "../i18n/translate.ts";
import { NAMES, signalVerdict, sound } from "./sounds.ts";

/** Whether verdicts are spoken on this device. */
export const isSpoken = signal(false);

/** Voices that work offline. The browser reports them some time after the start. */
const localVoices = signal<readonly SpeechSynthesisVoice[]>([]);

/** Whether the browser supports speech. */
export const canSpeak = "speechSynthesis" in globalThis;

/** Loads the setting and the voices. */
export async function startSpeech(): Promise<void> {
  if (!canSpeak) return;
  const readVoices = () => {
    localVoices.value = speechSynthesis.getVoices().filter(({ localService }) => localService);
  };
  readVoices();
  speechSynthesis.addEventListener("voiceschanged", readVoices);
  isSpoken.value = (await readValue("speech"))?.isOn ?? false;
}

/** Stores the setting on this device. */
export async function chooseSpeech(isOn: boolean): Promise<void> {
  if (!isOn) speechSynthesis.cancel();
  try {
    await writeValue("speech", { isOn });
  } finally {
    isSpoken.value = isOn;
  }
}

/** The voice of the current language; undefined: none works offline. */
export function voice(): SpeechSynthesisVoice | undefined {
  // Some systems use en_GB.
  return localVoices.value.find(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language.value);
}

/** Signals the verdict of a scan by sound and vibration, and speaks it if enabled. Never throws or waits. */
export function signalScan(scan: SpokenScan): void {
  signalVerdict(scan.verdict);
  speak(t(phraseOf(scan)));
}

/** Signals that a scan or its operation failed. */
export function signalFailure(): void {
  signalScan({ verdict: "failed", quantity: null, expected: null });
}

/** Speaks a text if enabled. Interrupts the current text unless `isAddition`. Never throws or waits. */
export function speak(text: string, { isAddition = false } = {}): void {
  const chosen = isSpoken.peek() ? voice() : undefined;
  if (chosen === undefined) return;
  // After the tones and the card: a browser may be slow to start.
  setTimeout(() => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = chosen;
    utterance.lang = chosen.lang;
    utterance.volume = sound.peek().volume;
    if (!isAddition) speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  });
}

/** The facts of a scan from which its phrase is made. */
export interface SpokenScan {
  readonly verdict: Verdict;
  /** The quantity with this scan; null: not counted. */
  readonly quantity: number | null;
  /** The expected quantity; null: hidden (a blind count) or none. */
  readonly expected: number | null;
  /** The number of pieces of the scan; absent: one. */
  readonly pieces?: number;
}

/** The phrase of a scan, as short as possible. */
export function phraseOf({ verdict, quantity, expected, pieces = 1 }: SpokenScan): Message {
  const first = verdict === "added" && pieces > 1 ? msg("Plus {pieces}", { pieces }) : ALONE[verdict];
  if (quantity === null || !COUNTED.includes(verdict)) return first;
  const count = expected === null ? quantity : msg("{quantity} of {expected}", { quantity, expected });
  return msg("{verdict}, {count}", { verdict: first, count });
}

const COUNTED: readonly Verdict[] = ["counted", "added", "same", "elsewhere", "surplus"];

// The names on the card, except those that sound unclear.
const ALONE: Readonly<Record<Verdict, Message>> = {
  ...NAMES,
  added: msg("Plus one"),
  asked: msg("Not counted. Answer."),
  unknown: msg("Unknown code"),
  failed: msg("Failed. Not counted."),
};
