import { signal } from "@preact/signals";
import { readValue, writeValue } from "../db/values.ts";
import { language, t } from "../i18n/translate.ts";
import { phraseOf, type SpokenScan } from "./phrases.ts";
import { signalVerdict, sound } from "./sounds.ts";

/** Whether verdicts are spoken on this device. */
export const isSpoken = signal(false);

/** The voices that work without the internet; the browser names them some time after the start. */
const localVoices = signal<readonly SpeechSynthesisVoice[]>([]);

/** Whether this browser can speak at all. */
export const canSpeak = "speechSynthesis" in window;

/** Reads whether verdicts are to be spoken, and learns which voices there are. */
export async function startSpeech(): Promise<void> {
  if (!canSpeak) return;
  const readVoices = () => {
    localVoices.value = speechSynthesis.getVoices().filter(({ localService }) => localService);
  };
  readVoices();
  speechSynthesis.addEventListener("voiceschanged", readVoices);
  isSpoken.value = (await readValue("speech"))?.isOn ?? false;
}

/** Keeps the choice on this device. */
export async function chooseSpeech(isOn: boolean): Promise<void> {
  if (!isOn) speechSynthesis.cancel();
  try {
    await writeValue("speech", { isOn });
  } finally {
    isSpoken.value = isOn;
  }
}

/** The voice of the language shown; undefined: this device has none that works without the internet. */
export function voice(): SpeechSynthesisVoice | undefined {
  // Some systems write en_GB.
  return localVoices.value.find(({ lang }) =>
    new RegExp(`^${language.value}\\b|^${language.value}_`, "i").test(lang),
  );
}

/** Lets it be heard and felt what a scan came to, and speaks it where that is chosen. Never throws, never waits. */
export function signalScan(scan: SpokenScan): void {
  signalVerdict(scan.verdict);
  speak(t(phraseOf(scan)));
}

/** The same where a scan or what was sent of it came to nothing. */
export function signalFailure(): void {
  signalScan({ verdict: "failed", quantity: null, expected: null });
}

/**
 * Speaks a text where that is chosen; it breaks off what is being spoken, unless it `isAddition` to it. Never throws, never waits.
 */
export function speak(text: string, { isAddition = false } = {}): void {
  const chosen = isSpoken.peek() ? voice() : undefined;
  if (chosen === undefined) return;
  // After the tones and the card: a browser may take its time to begin.
  setTimeout(() => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = chosen;
    utterance.lang = chosen.lang;
    utterance.volume = sound.peek().volume;
    if (!isAddition) speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  });
}
