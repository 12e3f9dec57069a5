/** A gloved finger taps twice within this time without wanting to. */
export const SECOND_TAP_MS = 600;
/** So near to the first tap, in CSS pixels: the finger did not move on. */
const NEAR_PX = 40;
/** What changes a count. */
const COUNTING = ".number-pad button, .actions button, .verdict-answers button, .ways button";
/** The count at a location with its sheets, and what waits for an answer. */
const SCREENS = /^#\/(count\/\d+\/\d|unsent)/;

interface Tap {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly control: Element | null;
}

/** The content of the count; a banner above it changes no count. */
const COUNT_CONTENT = ".count-now *, .count-lists *";

const shiftedAt = new Map<string, number>();

/**
 * To be called when these elements have shifted under a finger: taps on them are ignored until that can have been seen, or until the
 * returned function is called. The buttons at the bottom of a screen never shift.
 */
export function ignoreTapsOnShifted(shifted = COUNT_CONTENT): () => void {
  shiftedAt.set(shifted, performance.now());
  return () => shiftedAt.delete(shifted);
}

function isOnShifted({ at, control }: Tap): boolean {
  if (control === null || control.closest(".actions") !== null) return false;
  return [...shiftedAt].some(([shifted, since]) => at - since < SECOND_TAP_MS && control.matches(shifted));
}

/**
 * Ignores the second of two quick taps at one place: on a main button of a count, and where the first one has replaced what was
 * there, for it would press a button that changes a count and that nobody has seen yet. Keys of a pad, which stay, take each tap.
 */
export function ignoreDoubleTaps(): void {
  let last: Tap | null = null;
  const onClick = (event: MouseEvent) => {
    // Presses by a key or a script are no taps.
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    const tap: Tap = {
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      control: event.target.closest("a, button, label, summary, input, select, textarea"),
    };
    const isUnseen = SCREENS.test(location.hash) && last !== null && isSecond(last, tap);
    if (!isOnShifted(tap) && !isUnseen) {
      last = tap;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", onClick, true);
}

function isSecond(first: Tap, { at, x, y, control }: Tap): boolean {
  if (first.control === null || control === null || !control.matches(COUNTING)) return false;
  // By the times of the touches: a busy page may get to the second one much later.
  if (at - first.at >= SECOND_TAP_MS || Math.hypot(x - first.x, y - first.y) >= NEAR_PX) return false;
  return !first.control.isConnected || (control === first.control && control.matches(".actions button"));
}
