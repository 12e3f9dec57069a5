import { signal } from "@preact/signals";
import type { Locale } from "../../i18n/locales.ts";
import { type ShortCatalogue, shortKeyOf } from "../../i18n/short-key.ts";

const loaded = signal<ReadonlyMap<Locale, ShortCatalogue>>(new Map());

/** Whether the texts of a language are here. English needs none, because it stands in the program. */
export function hasTexts(locale: Locale): boolean {
  return locale === "en" || loaded.value.has(locale);
}

/** The translation of a message by its key; undefined: there is none. */
export function translationOf(key: string, locale: Locale): string | undefined {
  return loaded.value.get(locale)?.[shortKeyOf(key)];
}

/** Adds the texts of a language. */
export function addTexts(locale: Locale, texts: ShortCatalogue): void {
  loaded.value = new Map(loaded.peek()).set(locale, texts);
}

/** Loads the texts of a language, from the file that scripts/locale-files.ts names in the page. Throws without a network. */
export async function loadTexts(locale: Locale): Promise<void> {
  if (hasTexts(locale)) return;
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="texts-${locale}"]`);
  if (meta === null) return;
  const response = await fetch(meta.content);
  if (!response.ok) throw new Error(`the texts in ${locale} could not be loaded`);
  addTexts(locale, (await response.json()) as ShortCatalogue);
}
