/** A gloved finger taps twice within this time without wanting to. */
export const SECOND_TAP_MS = 600;
/** So near to the first tap, in CSS pixels: the finger did not move on. */
const NEAR_PX = 40;
/** What changes a count, on the screens of a count. */
const COUNTING = ".number-pad button, .deeds button, .verdict-answers button, .ways button";

interface Tap {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly control: Element | null;
}

/**
 * Ignores the second of two quick taps at one place where the first one has replaced what was there: it would press a button that
 * changes a count and that nobody has seen yet. Keys of a pad, which stay, take each tap.
 */
export function ignoreSecondTaps(): void {
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
    const first = last;
    last = tap;
    if (first === null || !isSecond(first, tap) || !/^#\/(count|unsent)/.test(location.hash)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", onClick, true);
}

function isSecond(first: Tap, { at, x, y, control }: Tap): boolean {
  if (first.control === null || first.control.isConnected || control?.matches(COUNTING) !== true)
    return false;
  return at - first.at < SECOND_TAP_MS && Math.hypot(x - first.x, y - first.y) < NEAR_PX;
}
