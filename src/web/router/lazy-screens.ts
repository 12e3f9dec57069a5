import { signal, untracked } from "@preact/signals";
import type { ComponentType } from "preact";
import { screenAddress } from "../../domain/client-errors.ts";
import type { Permission } from "../../domain/roles.ts";
import { connection } from "../api/connection.ts";
import { loadTextsTo, type TextPart } from "../i18n/translate.ts";
import { match, path } from "./router.ts";

/** Screens that are loaded together. */
interface Part {
  /** The first segments of its paths. */
  readonly paths: readonly string[];
  /** The texts without which its screens are not shown. Default: all of the page. */
  readonly texts?: TextPart;
  load(): Promise<{ readonly SCREENS: readonly Screen[] }>;
}

/** The screens of a page, partly loaded on demand. */
interface Parts {
  /** The screen of a path; `coming`: its part is loading, `missing`: loading failed. */
  screenOf(path: string): FoundScreen | "coming" | "missing" | null;
  /** Loads the part of a path. */
  fetchFor(path: string): Promise<void>;
  /** Loads all parts, the one of this path first. */
  fetchAll(path: string): Promise<void>;
}

/**
 * Combines the initial screens with the parts. A part that failed to load is loaded again when the server
 * responds.
 */
export function lazyScreens(initial: readonly Screen[], parts: readonly Part[]): Parts {
  const loaded = signal<ReadonlyMap<Part, readonly Screen[]>>(new Map());
  const failed = signal<ReadonlySet<Part>>(new Set());
  const partOf = (path: string) => {
    const word = path.split(/[/?]/)[1] ?? "";
    return parts.find(({ paths }) => paths.indexOf(word) !== -1);
  };

  connection.subscribe((state) => {
    if (state === "there") for (const part of failed.peek()) void load(part);
  });

  async function load(part: Part): Promise<void> {
    if (loaded.peek().has(part)) return;
    try {
      const [{ SCREENS }] = await Promise.all([part.load(), loadTextsTo(part.texts ?? "later")]);
      loaded.value = new Map(loaded.peek()).set(part, SCREENS);
      failed.value = new Set([...failed.peek()].filter((other) => other !== part));
      // What a screen loads by itself, such as a panel, has texts of all parts.
      void loadTextsTo("later");
    } catch {
      // The failed state is shown when one of its screens is opened.
      failed.value = new Set(failed.peek()).add(part);
    }
  }

  return {
    screenOf(path) {
      const found = screenAt(initial, path);
      if (found !== null) return found;
      const part = partOf(path);
      if (part === undefined) return null;
      const screens = loaded.value.get(part);
      if (screens !== undefined) return screenAt(screens, path);
      return failed.value.has(part) ? "missing" : "coming";
    },
    async fetchFor(path) {
      const part = partOf(path);
      if (part !== undefined) await load(part);
    },
    async fetchAll(path) {
      const wanted = partOf(path);
      for (const part of parts.slice().sort((a, b) => Number(b === wanted) - Number(a === wanted))) {
        await load(part);
      }
    },
  };
}

/** The address of the shown screen, without texts that users write in it; null: none is shown. */
export function shownAddress(parts: Parts): string | null {
  const found = untracked(() => parts.screenOf(path.value));
  return found === null || typeof found === "string" ? null : screenAddress(found.screen.path, path.peek());
}

/** The screen above one: at the nearest shorter path, else the first screen of its tab. */
export function parentPath(parts: Parts, path: string): string {
  const segments = (path.split("?")[0] ?? "").split("/");
  while (segments.length > 2) {
    segments.pop();
    if (typeof found(segments.join("/")) === "object") return segments.join("/");
  }
  const tab = found(path)?.screen.tab;
  return tab === undefined || path === `/${tab}` ? "/" : `/${tab}`;

  function found(at: string): FoundScreen | undefined {
    const screen = untracked(() => parts.screenOf(at));
    return screen === null || typeof screen === "string" ? undefined : screen;
  }
}

/** A screen: its path and who may see it. */
export interface Screen {
  /** Such as `/count/:id`. A segment with a colon is passed as a prop. */
  readonly path: string;
  /** It is shown without a login. */
  readonly isOpen?: true;
  /** The required permission; absent: none. */
  readonly may?: Permission;
  readonly show: ComponentType<Readonly<Record<string, string>>>;
  /** The tab that is highlighted. */
  readonly tab?: "count" | "find" | "mine" | "more";
}

/** The screen of a path, with the values of its segments. */
export interface FoundScreen {
  readonly screen: Screen;
  readonly values: Readonly<Record<string, string>>;
}

/** Finds the screen of a path; null: none matches. */
function screenAt(screens: readonly Screen[], path: string): FoundScreen | null {
  for (const screen of screens) {
    const values = match(screen.path, path);
    if (values !== null) return { screen, values };
  }
  return null;
}
