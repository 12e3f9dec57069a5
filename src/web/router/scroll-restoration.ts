import { effect, untracked } from "@preact/signals";
import { isCovered } from "../api/screen-cover.ts";
import { session } from "../api/tokens.ts";
import { onNavigation } from "./router.ts";

interface EntryState {
  readonly scrollKey?: number;
}

/** Limit of frames to wait for the content of a screen. */
const MAX_FRAMES = 120;

const positions = new Map<number, number>();
let entryKey = 0;
let restoring = 0;

/** Scrolls a new screen to its top, and restores the position after Back or Forward. */
export function startScrolling(): void {
  // Browsers restore a position before the content is rendered, and keep the old position for a new screen.
  history.scrollRestoration = "manual";
  markEntry();
  onNavigation(() => {
    positions.set(entryKey, scrollY);
    const known = keyOf(history.state);
    if (known === undefined) {
      markEntry();
      restore(0);
    } else {
      entryKey = known;
      restore(positions.get(known) ?? 0);
    }
  });
  let saved: { readonly y: number; readonly userId: number | undefined } | null = null;
  effect(() => {
    const userId = untracked(() => session.value?.user.id);
    // Under the lock screen the content is hidden, so the page is short.
    if (isCovered.value) {
      saved = { y: scrollY, userId };
      restore(0);
    } else if (saved !== null) {
      // Another user starts at the top.
      if (saved.userId === userId) restore(saved.y);
      saved = null;
    }
  });
  for (const type of ["touchstart", "wheel", "keydown"])
    addEventListener(type, () => cancelAnimationFrame(restoring), { passive: true });
}

const keyOf = (state: EntryState | null) => state?.scrollKey;

/** Gives the current history entry a key. */
function markEntry(): void {
  entryKey = keyOf(history.state) ?? performance.timeOrigin + performance.now();
  history.replaceState({ ...history.state, scrollKey: entryKey }, "");
}

/** Scrolls to the position as soon as the content is high enough. Any scroll by the user cancels it. */
function restore(y: number): void {
  cancelAnimationFrame(restoring);
  if (y === 0) {
    scrollTo(0, 0);
    return;
  }
  let frames = 0;
  const attempt = () => {
    scrollTo(0, y);
    frames += 1;
    if (Math.abs(scrollY - y) > 1 && frames < MAX_FRAMES) restoring = requestAnimationFrame(attempt);
  };
  restoring = requestAnimationFrame(attempt);
}
