/** What a language needs besides its catalogue. */
interface LocaleFacts {
  /** Its own name. */
  readonly name: string;
  /** The region whose dates and numbers stand in documents (BCP 47). */
  readonly region: string;
  /** The separator of CSV files: spreadsheets expect a semicolon where the comma is the decimal separator. */
  readonly separator: "comma" | "semicolon";
}

/**
 * The languages of texts for people, English first. Another one is a line here and its catalogue in locales/
 * (docs/develop/recipes.md). All are written from left to right.
 */
export const LOCALES = {
  en: { name: "English", region: "en-GB", separator: "comma" },
  cs: { name: "Čeština", region: "cs-CZ", separator: "semicolon" },
  de: { name: "Deutsch", region: "de-DE", separator: "semicolon" },
  sk: { name: "Slovenčina", region: "sk-SK", separator: "semicolon" },
} as const satisfies Readonly<Record<string, LocaleFacts>>;

/** A language of texts for people. */
export type Locale = keyof typeof LOCALES;

/** The codes of all languages, English first. */
// The keys are those of `LOCALES`, which is not empty.
export const LOCALE_CODES = Object.keys(LOCALES) as [Locale, ...Locale[]];

/** Creates a value for each locale, when it is first read. */
export function inEachLocale<T>(create: (locale: Locale) => T): Readonly<Record<Locale, T>> {
  const created = new Map<Locale, T>();
  const all = {};
  for (const locale of LOCALE_CODES) {
    Object.defineProperty(all, locale, {
      enumerable: true,
      get() {
        if (!created.has(locale)) created.set(locale, create(locale));
        return created.get(locale);
      },
    });
  }
  // One property was defined for each locale.
  return all as Record<Locale, T>;
}
