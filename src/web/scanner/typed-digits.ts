import { useLayoutEffect, useRef } from "preact/hooks";
import type { Captured } from "./wedge.ts";

// A screen with a number pad takes the digits of a keyboard as well. A scanner is a keyboard too, and its code may be digits: they
// are shown at once, and taken back when their pace says that it was a scan.

/** A number that is being typed. */
interface DigitTarget {
  readonly digits: string;
  readonly onDigits: (digits: string) => void;
  readonly onEnter: () => void;
}

// People need more for each key; a scanner needs less.
const SCANNER_MS = 40;
const MOST_DIGITS = 9;

let target: (() => DigitTarget) | null = null;
/** The number before the keys that came since the last pause; null: no key came. */
let before: string | null = null;
/** The number as it was given to the screen; null: the screen has been drawn with it. */
let given: string | null = null;

/** Takes the digits of a keyboard while the screen is shown; Enter saves. */
export function useDigitKeys(digits: string, onDigits: (digits: string) => void, onEnter: () => void): void {
  const latest = useRef<DigitTarget>({ digits, onDigits, onEnter });
  latest.current = { digits, onDigits, onEnter };
  given = null;
  useLayoutEffect(() => {
    const own = () => latest.current;
    target = own;
    before = null;
    return () => {
      if (target === own) target = null;
    };
  }, []);
}

/** A key went down where scans are waited for. */
export function digitKey(key: string): void {
  if (target === null) return;
  if (key !== "Backspace" && !/^\d$/.test(key)) return;
  const { digits, onDigits } = target();
  const known = given ?? digits;
  before ??= known;
  given = key === "Backspace" ? known.slice(0, -1) : `${known}${key}`.slice(0, MOST_DIGITS);
  onDigits(given);
}

/** Enter was pressed, and nothing that came before it belongs to it any more. */
export function enterKey(): void {
  target?.().onEnter();
}

/** True when what was captured was typed as a number; a scan takes back what it has put there. */
export function takeTyped({ raw, ending, longestGap }: Captured): boolean {
  const undone = before;
  before = null;
  if (target === null || ending === "camera") return false;
  const isTyped = /^\d{1,9}$/.test(raw) && (raw.length === 1 || longestGap > SCANNER_MS);
  if (!isTyped) {
    if (undone !== null) {
      given = undone;
      target().onDigits(undone);
    }
    return false;
  }
  if (ending === "Enter") target().onEnter();
  return true;
}
