import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "./devtools.ts";

/** How characters arrive: as keys of a keyboard, or from Android's input method (key 229 and a text). */
export type InputMethod = "keys" | "android";

export interface ScanOptions {
  /** The key after the code. */
  readonly ending?: "Enter" | "Tab" | "none";
  /** Minimum time between two characters; 0: as fast as the browser accepts them. */
  readonly everyMs?: number;
  /** Text before the code, such as an AIM identifier. */
  readonly prefix?: string;
  /** Converts the scanner's keys by the device's keyboard layout. */
  readonly layout?: (text: string) => string;
  readonly as?: InputMethod;
  /** The key that stands for FNC1 (GS, ASCII 29); default: Ctrl+]. */
  readonly fnc1?: "F8";
}

interface Key {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly modifiers?: number;
  readonly text?: string;
}

const CTRL = 2;
const SHIFT = 8;
const NAMED: Readonly<Record<string, Key>> = {
  Enter: { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  Tab: { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 },
  F8: { key: "F8", code: "F8", windowsVirtualKeyCode: 119 },
  Backspace: { key: "Backspace", code: "Backspace", windowsVirtualKeyCode: 8 },
  Escape: { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 },
  Shift: { key: "Shift", code: "ShiftLeft", windowsVirtualKeyCode: 16, modifiers: SHIFT },
};
const IME: Key = { key: "Unidentified", code: "", windowsVirtualKeyCode: 229 };

/**
 * Script: the page's timers that end while a code is scanned run after it. Each character is sent from another process: on a busy
 * machine they arrive so late that the page would treat the pause as the end of the scan.
 */
export const HOLD_TIMERS = `(() => {
  const [start, stop] = [window.setTimeout, window.clearTimeout];
  const ended = new Map();
  let scans = 0;
  window.setTimeout = (run, ms, ...given) => {
    const id = start(() => (scans > 0 ? void ended.set(id, () => run(...given)) : run(...given)), ms);
    return id;
  };
  window.clearTimeout = (id) => {
    ended.delete(id);
    stop(id);
  };
  window.holdTimers = (by) => {
    scans = Math.max(0, scans + by);
    if (scans > 0) return;
    for (const [id, run] of ended) {
      ended.delete(id);
      try {
        run();
      } catch (error) {
        start(() => { throw error; });
      }
    }
  };
})()`;

/** Minimum time between two scans by a person. A repetition within it is a scanner's second output. */
export const BETWEEN_SCANS_MS = 60;

/** Sends the keys of a scanner or a person to the focused element. */
export class Keyboard {
  readonly #page: Session;
  /** Time of the last key press. A device reports it even if a busy page handles the key later. */
  #pressedAt = 0;
  constructor(page: Session) {
    this.#page = page;
  }

  /** Presses one key by its name. */
  async press(name: keyof typeof NAMED): Promise<void> {
    this.#pressedAt = Math.max(Date.now(), this.#pressedAt);
    await this.#stroke(keyOf(name));
  }

  /** Types key after key, as a person does. */
  async type(text: string, everyMs: number, as: InputMethod): Promise<void> {
    for (const character of text) {
      this.#pressedAt = Math.max(Date.now(), this.#pressedAt);
      await this.#burst([character], everyMs, as);
    }
  }

  /** Inserts a whole text at once, as pasting, swipe typing and autofill do. */
  async insert(text: string): Promise<void> {
    await this.#page.send("Input.insertText", { text });
  }

  /** Types a code as a keyboard wedge does. */
  async scan(code: string, options: ScanOptions = {}): Promise<void> {
    const { ending = "Enter", everyMs = 0, prefix = "", layout = (text) => text } = options;
    const { as = "keys", fnc1 = "\u001d" } = options;
    this.#pressedAt = Math.max(Date.now(), this.#pressedAt + BETWEEN_SCANS_MS);
    const characters = Array.from(layout(prefix + code), (one) => (one === "\u001d" ? fnc1 : one));
    // Sent without waiting, as the characters are.
    const holding = this.#holdTimers(1);
    await this.#burst(characters, everyMs, as, ending);
    await holding;
    await this.#holdTimers(-1);
  }

  /** Does nothing in a page without the script, and in one that is being left. */
  async #holdTimers(by: 1 | -1): Promise<void> {
    const expression = `window.holdTimers && window.holdTimers(${by})`;
    await this.#page.send("Runtime.evaluate", { expression }).catch(() => {});
  }

  async #burst(characters: string[], everyMs: number, as: InputMethod, ending = "none"): Promise<void> {
    const sent: Promise<void>[] = [];
    for (const character of characters) {
      const stroke = as === "android" ? this.#composed(character) : this.#stroke(keyOf(character));
      sent.push(stroke);
      this.#pressedAt += Math.max(everyMs, 1);
      // The browser handles texts and keys separately; waiting keeps their order.
      if (as === "android") await stroke;
      // allow pause: the keys of a slow scanner or a person arrive one after the other
      if (everyMs > 0) await pause(everyMs);
    }
    if (ending !== "none") sent.push(this.#stroke(keyOf(ending)));
    await Promise.all(sent);
  }

  async #stroke(key: Key): Promise<void> {
    const isShifted = key.modifiers === SHIFT && key.key !== "Shift";
    // Sent together: the browser keeps the order.
    await Promise.all([
      ...(isShifted ? [this.#event("rawKeyDown", NAMED["Shift"])] : []),
      this.#event(key.text === undefined ? "rawKeyDown" : "keyDown", key),
      this.#event("keyUp", key),
      ...(isShifted ? [this.#event("keyUp", NAMED["Shift"])] : []),
    ]);
  }

  async #composed(character: string): Promise<void> {
    await this.#event("rawKeyDown", IME);
    await this.insert(character);
    await this.#event("keyUp", IME);
  }

  async #event(type: "rawKeyDown" | "keyDown" | "keyUp", key: Key = IME): Promise<void> {
    const { text, ...rest } = key;
    await this.#page.send("Input.dispatchKeyEvent", {
      type,
      timestamp: this.#pressedAt / 1000,
      ...rest,
      ...(type === "keyDown" && text && { text }),
    });
  }
}

function keyOf(name: string): Key {
  const named = NAMED[name] ?? (name === "\r" || name === "\n" ? NAMED["Enter"] : undefined);
  if (named) return named;
  if (name === "\t") return keyOf("Tab");
  if (name < " ") {
    // Control characters, GS among them, come as Ctrl and the key 64 above.
    const key = String.fromCharCode(name.charCodeAt(0) + 64);
    return { key, code: "", windowsVirtualKeyCode: key.charCodeAt(0), modifiers: CTRL };
  }
  const upper = name.toUpperCase();
  const isLetter = /^[A-Z]$/.test(upper);
  const isDigit = /^\d$/.test(name);
  return {
    key: name,
    code: isLetter ? `Key${upper}` : isDigit ? `Digit${name}` : "",
    windowsVirtualKeyCode: isLetter || isDigit ? upper.charCodeAt(0) : 0,
    text: name,
    ...(isLetter && name === upper && { modifiers: SHIFT }),
  };
}
