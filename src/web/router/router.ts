import { signal } from "@preact/signals";

/** The path in the address. `path` follows it after the `hashchange` event. */
export const pathNow = () => location.hash.slice(1) || "/";

/** The path of the current screen. */
export const path = signal(pathNow());

type Guard = (to: string, cause: NavigationCause) => boolean;
let isBlocked: Guard = () => false;

/** Sets the guard that is called before each navigation. It returns true to cancel the navigation. */
export function beforeStep(guard: Guard): void {
  isBlocked = guard;
}

/** True until the first navigation. */
export const isOpeningScreen = signal(true);

/** How the navigation was made: by `go`, or by a link, Back, Forward or a typed address. */
type NavigationCause = "program" | "user";

const navigationListeners = new Set<(cause: NavigationCause) => void>();
let requested: string | null = null;
/** The screen of the action that is being followed up; null: none is. */
let origin: string | null = null;
let isReplacing = false;

/**
 * Calls the listener after each navigation. A change of the query alone counts only where a link, Back or Forward made it:
 * screens write their filters there. Returns the function that removes the listener.
 */
export function onNavigation(listener: (cause: NavigationCause) => void): () => void {
  navigationListeners.add(listener);
  return () => {
    navigationListeners.delete(listener);
  };
}

addEventListener("hashchange", () => {
  const to = pathNow();
  const cause = requested === to ? "program" : "user";
  const isReplaced = cause === "program" && isReplacing;
  requested = null;
  if (isBlocked(to, cause)) return;
  countEntry(isReplaced);
  const from = path.peek();
  path.value = to;
  if (from !== to) isOpeningScreen.value = false;
  if (from === to || (screenOf(from) === screenOf(to) && cause === "program")) return;
  for (const listener of [...navigationListeners]) listener(cause);
});

/** The path without the query. */
export const screenOf = (path: string) => path.replace(/\?.*/, "");

/**
 * Of an action that starts now, on the current screen: runs what follows when it has ended. It navigates only if that screen is still
 * shown.
 */
export function startAction(): (followUp: () => void) => void {
  const screen = screenOf(pathNow());
  return (followUp) => {
    origin = screen;
    try {
      followUp();
    } finally {
      origin = null;
    }
  };
}

/** Whether the screen of the action that is being followed up was left: it does not navigate any more. */
export const isScreenLeft = () => origin !== null && origin !== screenOf(pathNow());

/** Navigates to a path. `replace`: without a history entry. */
export function go(to: string, { replace = false } = {}): void {
  if (isScreenLeft()) return;
  requested = to;
  isReplacing = replace;
  if (replace) location.replace(`#${to}`);
  else location.hash = to;
}

/** The state of a history entry: the number of entries of this page before it. It survives a reload. */
interface EntryState {
  readonly depth?: number;
}

const depthOf = (state: EntryState | null) => state?.depth;
let depth = depthOf(history.state) ?? 0;
history.replaceState({ ...history.state, depth }, "");

/** Records the current entry: a new one, a replaced one, or an earlier one. */
function countEntry(isReplaced: boolean): void {
  const known = depthOf(history.state);
  depth = known ?? (isReplaced ? depth : depth + 1);
  if (known === undefined) history.replaceState({ ...history.state, depth }, "");
}

let parentOf: (path: string) => string = () => "/";

/** Sets the destination of Back on a screen that the page was opened with. */
export function setParents(find: (path: string) => string): void {
  parentOf = find;
}

/** The step back under way; null: none. */
let returning: Promise<void> | null = null;

/**
 * Returns to the previous screen, unless the screen of the path `from` has been left. On the screen that the page was opened with, shows
 * its parent; never leaves the page. Resolves when that screen is rendered. A second call before then makes no second step.
 */
export function goBack(from = pathNow()): Promise<void> {
  if (returning !== null) return returning;
  if (pathNow() !== from) return screenFollows();
  returning = stepBack().finally(() => {
    returning = null;
  });
  return returning;
}

/** Of the screen that renders it: returns from that screen, once, however long the work before it takes. */
export function useGoBack(): () => Promise<void> {
  const from = path.value;
  return () => goBack(from);
}

function stepBack(): Promise<void> {
  if (depth === 0) {
    go(parentOf(path.peek()), { replace: true });
    return screenFollows();
  }
  return new Promise((resolve) => {
    const from = pathNow();
    const arrive = () => {
      if (pathNow() !== from) return resolve(screenFollows());
      // Another entry of this screen, such as that of the user choice.
      depth = depthOf(history.state) ?? depth;
      return resolve(stepBack());
    };
    addEventListener("popstate", arrive, { once: true });
    history.back();
  });
}

/** Resolves when the screen of the address is rendered. */
export function screenFollows(): Promise<void> {
  if (path.peek() === pathNow()) return Promise.resolve();
  return new Promise((resolve) => {
    // The screen is rendered before the next task.
    addEventListener("hashchange", () => setTimeout(resolve), { once: true });
  });
}

/** The values of `:names` in a pattern such as `/count/:id`; null: the path does not match. */
export function match(pattern: string, actual: string): Record<string, string> | null {
  const expectedParts = pattern.split("/");
  const parts = (actual.split("?")[0] ?? "").split("/");
  if (expectedParts.length !== parts.length) return null;
  const found: Record<string, string> = {};
  for (let i = 0; i < expectedParts.length; i++) {
    const [expected = "", part = ""] = [expectedParts[i], parts[i]];
    if (expected.startsWith(":")) found[expected.slice(1)] = decode(part);
    else if (expected !== part) return null;
  }
  return found;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // The address was typed by hand.
    if (error instanceof URIError) return part;
    throw error;
  }
}
