import { useLayoutEffect, useRef } from "preact/hooks";
import { isCovered } from "../api/screen-cover.ts";
import type { Captured } from "./wedge.ts";

// A number pad accepts digits of a keyboard too. A scanner is a keyboard as well, and its code may be digits.
// They are shown at once, and removed when their pace shows that they were a scan.

/** A number field that accepts typed digits. */
interface DigitTarget {
  readonly digits: string;
  readonly onDigits: (digits: string) => void;
  readonly onEnter: () => void;
}

// Keys of a scanner come within this time, keys of people do not.
const SCANNER_MS = 40;
const MAX_DIGITS = 9;

let target: (() => DigitTarget) | null = null;
/** The number before the keys since the last pause; null: no keys. */
let beforeBurst: string | null = null;
/** The number as it was passed to the screen; null: the screen has rendered it. */
let entered: string | null = null;

/** Accepts typed digits while the screen is mounted; Enter saves. */
export function useDigitKeys(digits: string, onDigits: (digits: string) => void, onEnter: () => void): void {
  const latest = useRef<DigitTarget>({ digits, onDigits, onEnter });
  latest.current = { digits, onDigits, onEnter };
  entered = null;
  useLayoutEffect(() => {
    const getTarget = () => latest.current;
    target = getTarget;
    beforeBurst = null;
    return () => {
      if (target === getTarget) target = null;
    };
  }, []);
}

/** Handles a key in the scan field. Under the lock screen no key reaches the number. */
export function digitKey(key: string): void {
  if (target === null || isCovered.peek()) return;
  if (key !== "Backspace" && !/^\d$/.test(key)) return;
  const { digits, onDigits } = target();
  const known = entered ?? digits;
  beforeBurst ??= known;
  entered = key === "Backspace" ? known.slice(0, -1) : `${known}${key}`.slice(0, MAX_DIGITS);
  onDigits(entered);
}

/** Handles Enter without a preceding scan. */
export function enterKey(): void {
  if (!isCovered.peek()) target?.().onEnter();
}

/**
 * Returns true if the input was typed as a number. Digits of a scan are removed from the field. Under the lock screen, only what was
 * typed before it is a number, and Enter saves nothing.
 */
export function takeTyped({ raw, ending, longestGap }: Captured): boolean {
  const restored = beforeBurst;
  beforeBurst = null;
  if (target === null || ending === "camera") return false;
  const isTyped = /^\d{1,9}$/.test(raw) && (raw.length === 1 || longestGap > SCANNER_MS);
  if (!isTyped) {
    if (restored !== null) {
      entered = restored;
      target().onDigits(restored);
    }
    return false;
  }
  if (isCovered.peek()) return restored !== null;
  if (ending === "Enter") target().onEnter();
  return true;
}
