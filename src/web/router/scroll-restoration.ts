import { effect, untracked } from "@preact/signals";
import { isCovered } from "../api/screen-cover.ts";
import { session } from "../api/tokens.ts";
import { onNavigation } from "./router.ts";

interface EntryState {
  readonly scrollKey?: number;
}

/** So many frames the content of a screen may take to be there again. */
const MOST_FRAMES = 120;

const positions = new Map<number, number>();
let entryKey = 0;
let restoring = 0;

/** Opens each screen at its top; one that is returned to, where it was left. */
export function startScrolling(): void {
  // Browsers restore a position before the content is there, and keep that of the screen before for a new one.
  history.scrollRestoration = "manual";
  nameEntry();
  onNavigation(() => {
    positions.set(entryKey, scrollY);
    const known = keyOf(history.state);
    if (known === undefined) {
      nameEntry();
      restore(0);
    } else {
      entryKey = known;
      restore(positions.get(known) ?? 0);
    }
  });
  let before: { readonly y: number; readonly userId: number | undefined } | null = null;
  effect(() => {
    const userId = untracked(() => session.value?.user.id);
    // The screen is hidden behind the lock, and so short.
    if (isCovered.value) {
      before = { y: scrollY, userId };
      restore(0);
    } else if (before !== null) {
      // Another user begins the screen anew.
      if (before.userId === userId) restore(before.y);
      before = null;
    }
  });
  for (const type of ["touchstart", "wheel", "keydown"])
    addEventListener(type, () => cancelAnimationFrame(restoring), { passive: true });
}

const keyOf = (state: EntryState | null) => state?.scrollKey;

/** Marks the entry of the history that is shown now. */
function nameEntry(): void {
  entryKey = keyOf(history.state) ?? performance.timeOrigin + performance.now();
  history.replaceState({ ...history.state, scrollKey: entryKey }, "");
}

/** Scrolls there as soon as the content reaches so far, unless somebody scrolls first. */
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
    if (Math.abs(scrollY - y) > 1 && frames < MOST_FRAMES) restoring = requestAnimationFrame(attempt);
  };
  restoring = requestAnimationFrame(attempt);
}
