/** A PIN has 4 to 6 digits. */
export const SHORTEST = 4;
export const LONGEST = 6;

// Nobody presses two keys so fast; a scanner does.
const FASTEST_HAND_MS = 25;
// What comes so soon after a scan still belongs to it.
const SCAN_ENDS_MS = 150;
// The slowest pause between two characters that scanners can be set to.
const SLOWEST_SCANNER_MS = 1000;

interface KeyEventLike {
  readonly key: string;
  readonly timeStamp: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** What a key means at the PIN pad. `scan`: it came from a scanner, with all that came just before. */
export type PinKey =
  | { readonly is: "digit"; readonly digit: string }
  | { readonly is: "back" }
  | { readonly is: "enter" }
  | { readonly is: "scan"; readonly isFirst: boolean };

/**
 * Tells the keys of a person from those of a scanner, so that a code that is scanned while the pad is open does not count as
 * a wrong guess. Gives null for a key that means nothing here.
 */
export function newPinKeys(): { read(event: KeyEventLike): PinKey | null } {
  let lastAt = Number.NEGATIVE_INFINITY;
  let scanUntil = Number.NEGATIVE_INFINITY;
  let typed = 0;

  function isScan(event: KeyEventLike, at: number): boolean {
    const isNoPin = event.key.length === 1 && (typed > LONGEST || !/\d/.test(event.key));
    return at < scanUntil || at - lastAt < FASTEST_HAND_MS || isNoPin;
  }

  return {
    read(event) {
      const { key, timeStamp: at } = event;
      if (event.ctrlKey || event.altKey || event.metaKey) return null;
      const isMeant = key.length === 1 || key === "Enter" || key === "Backspace";
      if (!isMeant || key === " ") return null;
      if (at - lastAt > SLOWEST_SCANNER_MS) typed = 0;
      if (key.length === 1) typed += 1;
      const wasScan = at < scanUntil;
      const scans = isScan(event, at);
      lastAt = at;
      if (scans) {
        scanUntil = at + SCAN_ENDS_MS;
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
