import { focus, isTextField } from "./listen.ts";

// A screen that goes takes the focused thing along without a word.
const LOOK_MS = 500;

/**
 * Keeps the focus in the field where scans are waited for: after a tap, when the page comes back, when what had it has gone.
 * A field in which somebody writes keeps it, and whatever was reached by the Tab key or given it by the screen. Returns its end.
 */
export function keepFocus(own: HTMLInputElement): () => void {
  const isFree = () => document.activeElement === null || document.activeElement === document.body;

  function takeIfFree(): void {
    if (isFree() && document.hasFocus()) focus(own);
  }
  function afterTap(event: MouseEvent): void {
    // A key that presses a button makes a click too, one without a pointer: the focus stays where the keys are used.
    const held = document.activeElement;
    if (event.detail === 0 || isTextField(held) || held instanceof HTMLSelectElement || isReading()) return;
    focus(own);
  }
  const onReturn = () => {
    if (!document.hidden) takeIfFree();
  };

  document.addEventListener("click", afterTap);
  document.addEventListener("visibilitychange", onReturn);
  window.addEventListener("focus", onReturn);
  window.addEventListener("pageshow", onReturn);
  const looking = setInterval(takeIfFree, LOOK_MS);
  takeIfFree();
  return () => {
    document.removeEventListener("click", afterTap);
    document.removeEventListener("visibilitychange", onReturn);
    window.removeEventListener("focus", onReturn);
    window.removeEventListener("pageshow", onReturn);
    clearInterval(looking);
  };
}

/** Somebody has marked text, to copy it: taking the focus would unmark it. */
function isReading(): boolean {
  const marked = getSelection();
  return marked !== null && !marked.isCollapsed;
}
