import { useLayoutEffect, useRef } from "preact/hooks";

/** A gloved finger may tap twice within this time by accident. */
export const SECOND_TAP_MS = 600;
/** The distance to the first tap, in CSS pixels, within which the finger did not move on. */
const NEAR_PX = 40;
/** The buttons that change a count or print. */
const COUNTING =
  ".number-pad button, .actions button, .verdict-answers button, .ways button, .choices button, .action-grid button, .label-actions button";
/** Those that print, also where the first tap has turned *Cancel* into *Print again*. */
const ONCE = ".actions button, .label-actions button";
/** The counting screen of a location with its sheets, the choice of a tag's article, the questions, and labels. */
const SCREENS = /^#\/((tags\/)?count\/\d+\/\d|unsent|(article|location)\/\d+\/print)/;

interface Tap {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly control: Element | null;
}

/** The content of the counting screen; a banner above it changes no count. */
const COUNT_CONTENT = ".count-now *, .count-lists *";

/** When these elements shifted, and on which screen: the same elements of another one did not. */
const shifts = new Map<string, { readonly at: number; readonly screen: string }>();

/**
 * Ignores taps on these elements after they have shifted, until the user can have seen it or the returned function is
 * called. The buttons at the bottom of a screen never shift.
 */
export function ignoreTapsOnShifted(shifted = COUNT_CONTENT): () => void {
  shifts.set(shifted, { at: performance.now(), screen: location.hash });
  return () => shifts.delete(shifted);
}

/**
 * Ignores taps on these elements that were aimed at a row before it moved or went. `rows` are the keys of the shown
 * rows; those that come last move no other.
 */
export function useTapGuard(rows: readonly (number | string)[], shifted: string): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    if (before.current.some((key, index) => key !== rows[index])) ignoreTapsOnShifted(shifted);
    before.current = rows;
  });
}

function isOnShifted({ at, control }: Tap): boolean {
  if (control === null || control.closest(".actions") !== null) return false;
  return [...shifts].some(
    ([shifted, since]) =>
      since.screen === location.hash && at - since.at < SECOND_TAP_MS && control.matches(shifted),
  );
}

/**
 * Ignores the second of two quick taps at the same place: on a main button of a count or a label, and on a button
 * that has replaced the first one and would change a count unseen. Keys of a pad stay in place, so each tap counts.
 */
export function ignoreDoubleTaps(): void {
  let last: Tap | null = null;
  const onClick = (event: MouseEvent) => {
    // Clicks by a key or a script are not taps.
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
  // Measured by the times of the touches, because a busy page may handle the second one much later.
  if (at - first.at >= SECOND_TAP_MS || Math.hypot(x - first.x, y - first.y) >= NEAR_PX) return false;
  return !first.control.isConnected || (control === first.control && control.matches(ONCE));
}
