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
  /** The digits may be those of a scan: the user must confirm them. */
  readonly onDoubt: () => void;
}

const MAX_DIGITS = 9;

let target: (() => DigitTarget) | null = null;
/** The number before the keys since the last pause; null: no keys. */
let beforeBurst: string | null = null;
/** The number as it was passed to the screen; null: the screen has rendered it. */
let entered: string | null = null;

/** Accepts typed digits while the screen is mounted; Enter saves. */
export function useDigitKeys(field: DigitTarget): void {
  const latest = useRef(field);
  latest.current = field;
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
  // Backspace belongs to no scan.
  if (key !== "Backspace") beforeBurst ??= known;
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
export function takeTyped({ raw, ending, typist }: Captured): boolean {
  if (ending === "camera") return false;
  const restored = beforeBurst;
  beforeBurst = null;
  // Null: none of its keys has reached the field.
  if (target === null || restored === null) return false;
  if (!/^\d{1,9}$/.test(raw) || typist === "scanner") {
    entered = restored;
    target().onDigits(restored);
    return false;
  }
  if (typist === "unclear") target().onDoubt();
  else if (ending === "Enter" && !isCovered.peek()) target().onEnter();
  return true;
}
