import { signal, untracked } from "@preact/signals";
import { screenAddress } from "../../domain/client-errors.ts";
import { connection } from "../api/connection.ts";
import { loadLaterTexts } from "../i18n/translate.ts";
import { path } from "./router.ts";
import { type FoundScreen, type Screen, screenAt } from "./screen.ts";

/** Screens that are fetched together. */
export interface Part {
  /** The first words of its paths. */
  readonly paths: readonly string[];
  load(): Promise<{ readonly SCREENS: readonly Screen[] }>;
}

/** The screens of a page, of which some are fetched later than the page. */
export interface Parts {
  /** What a path leads to; `coming`: its part is being fetched, `missing`: it could not be. */
  screenOf(path: string): FoundScreen | "coming" | "missing" | null;
  /** Fetches the part of a path, unless it is here. */
  fetchFor(path: string): Promise<void>;
  /** Fetches all parts, the one of this path first. */
  fetchAll(path: string): Promise<void>;
}

/** The screens that are here from the start, and the parts; what could not be fetched is tried again when the server answers. */
export function lazyScreens(first: readonly Screen[], parts: readonly Part[]): Parts {
  const loaded = signal<ReadonlyMap<Part, readonly Screen[]>>(new Map());
  const missing = signal<ReadonlySet<Part>>(new Set());
  const partOf = (path: string) => {
    const word = path.split(/[/?]/)[1] ?? "";
    return parts.find(({ paths }) => paths.indexOf(word) !== -1);
  };

  connection.subscribe((state) => {
    if (state === "there") for (const part of missing.peek()) void load(part);
  });

  async function load(part: Part): Promise<void> {
    if (loaded.peek().has(part)) return;
    try {
      const [{ SCREENS }] = await Promise.all([part.load(), loadLaterTexts()]);
      loaded.value = new Map(loaded.peek()).set(part, SCREENS);
      missing.value = new Set([...missing.peek()].filter((other) => other !== part));
    } catch {
      // Whoever opens one of its screens is told.
      missing.value = new Set(missing.peek()).add(part);
    }
  }

  return {
    screenOf(path) {
      const found = screenAt(first, path);
      if (found !== null) return found;
      const part = partOf(path);
      if (part === undefined) return null;
      const screens = loaded.value.get(part);
      if (screens !== undefined) return screenAt(screens, path);
      return missing.value.has(part) ? "missing" : "coming";
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
