import { PIN_LENGTH } from "../../../domain/login.ts";

// People don't press two keys that fast; scanners do.
const MIN_TYPING_MS = 25;
// Keys within this time after a scan belong to it.
const SCAN_TAIL_MS = 150;
// The longest inter-character delay of scanners.
const MAX_SCANNER_GAP_MS = 1000;

interface KeyEventLike {
  readonly key: string;
  readonly timeStamp: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** The meaning of a key on the PIN pad. `scan`: the key, and those just before it, came from a scanner. */
type PinKey =
  | { readonly is: "digit"; readonly digit: string }
  | { readonly is: "back" }
  | { readonly is: "enter" }
  | { readonly is: "scan"; readonly isFirst: boolean };

/**
 * Separates typed keys from those of a scanner, so that a scanned code does not count as a failed attempt.
 * `read` returns null for irrelevant keys.
 */
export function newPinKeys(): { read(event: KeyEventLike): PinKey | null } {
  let lastAt = Number.NEGATIVE_INFINITY;
  let scanUntil = Number.NEGATIVE_INFINITY;
  let typed = 0;

  function isScan(event: KeyEventLike, at: number): boolean {
    const isNotPin = event.key.length === 1 && (typed > PIN_LENGTH.max || !/\d/.test(event.key));
    return at < scanUntil || at - lastAt < MIN_TYPING_MS || isNotPin;
  }

  return {
    read(event) {
      const { key, timeStamp: at } = event;
      if (event.ctrlKey || event.altKey || event.metaKey) return null;
      const isRelevant = key.length === 1 || key === "Enter" || key === "Backspace";
      if (!isRelevant || key === " ") return null;
      if (at - lastAt > MAX_SCANNER_GAP_MS) typed = 0;
      if (key.length === 1) typed += 1;
      const wasScan = at < scanUntil;
      const isPartOfScan = isScan(event, at);
      lastAt = at;
      if (isPartOfScan) {
        scanUntil = at + SCAN_TAIL_MS;
        if (key === "Enter") typed = 0;
        return { is: "scan", isFirst: !wasScan };
      }
      if (key === "Backspace") {
        typed = Math.max(0, typed - 1);
        return { is: "back" };
      }
      if (key === "Enter") {
        typed = 0;
        return { is: "enter" };
      }
      return { is: "digit", digit: key };
    },
  };
}
