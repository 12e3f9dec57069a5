import { signal } from "@preact/signals";

/** The path as it stands behind `#` in the address: the screen follows it a moment later. */
export const pathNow = () => location.hash.slice(1) || "/";

/** The path of the screen that is shown. */
export const path = signal(pathNow());

let stays: (to: string) => boolean = () => false;

/** Has something looked at each step to another address; true: it is not followed. */
export function beforeStep(isStaying: (to: string) => boolean): void {
  stays = isStaying;
}

/** The screen that the page was opened with is still shown. */
export const isOpeningScreen = signal(true);

/** How another screen came to be shown: by the program (`go`), or by a link, Back, Forward or a typed address. */
export type NavigationCause = "program" | "user";

const navigationListeners = new Set<(cause: NavigationCause) => void>();
let requested: string | null = null;

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
  requested = null;
  if (stays(to)) return;
  const from = path.peek();
  path.value = to;
  if (from !== to) isOpeningScreen.value = false;
  const isSameScreen = from.split("?")[0] === to.split("?")[0];
  if (from === to || (isSameScreen && cause === "program")) return;
  for (const listener of [...navigationListeners]) listener(cause);
});

/** Shows the screen of a path; `replace`: the one shown now is not one to come back to. */
export function go(to: string, { replace = false } = {}): void {
  requested = to;
  if (replace) location.replace(`#${to}`);
  else location.hash = to;
}

/** Done when the screen of the address is shown. */
export function screenFollows(): Promise<void> {
  if (path.peek() === pathNow()) return Promise.resolve();
  return new Promise((resolve) => {
    // The screen is drawn before the next task.
    addEventListener("hashchange", () => setTimeout(resolve), { once: true });
  });
}

/** The values of `:names` in a pattern such as `/count/:id`, or null where the path is another. */
export function match(pattern: string, given: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const parts = (given.split("?")[0] ?? "").split("/");
  if (wanted.length !== parts.length) return null;
  const found: Record<string, string> = {};
  for (let i = 0; i < wanted.length; i++) {
    const [want = "", part = ""] = [wanted[i], parts[i]];
    if (want.startsWith(":")) found[want.slice(1)] = decoded(part);
    else if (want !== part) return null;
  }
  return found;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // Somebody wrote the address by hand.
    if (error instanceof URIError) return part;
    throw error;
  }
}
