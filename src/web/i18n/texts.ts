import { signal } from "@preact/signals";
import type { Locale } from "../../i18n/locales.ts";
import { type ShortCatalogue, shortKeyOf } from "../../i18n/short-key.ts";

// The translations that the page has loaded. scripts/locale-files.ts writes two files for each page and language: `first`, of
// the texts in the scripts that the page starts with, and `later`, of its other screens.

/** A file of a page's texts. */
export type TextPart = "first" | "later";

const loaded = signal<ReadonlyMap<Locale, ShortCatalogue>>(new Map());
const parts = new Set<string>();

/** Whether the texts of the page's start are here in a language. English needs none, because it stands in the program. */
export function hasTexts(locale: Locale): boolean {
  return locale === "en" || loaded.value.has(locale);
}

/** The translation of a message by its key; undefined: there is none. */
export function translationOf(key: string, locale: Locale): string | undefined {
  return loaded.value.get(locale)?.[shortKeyOf(key)];
}

/** Adds texts of a language. */
export function addTexts(locale: Locale, texts: ShortCatalogue): void {
  loaded.value = new Map(loaded.peek()).set(locale, { ...loaded.peek().get(locale), ...texts });
}

/** Loads a file of texts, whose address is in the page, unless it is here. Throws without a network. */
export async function loadTexts(locale: Locale, part: TextPart): Promise<void> {
  const name = `${part}-texts-${locale}`;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (meta === null || parts.has(name)) return;
  const response = await fetch(meta.content);
  if (!response.ok) throw new Error(`${meta.content} could not be loaded`);
  addTexts(locale, (await response.json()) as ShortCatalogue);
  parts.add(name);
}
