/** The languages of texts for people: its code (BCP 47) and its own name. */
export const LOCALES = {
  en: { name: "English" },
  cs: { name: "Čeština" },
} as const;

/** A language of texts for people. */
export type Locale = keyof typeof LOCALES;

/** The codes of all languages, English first. */
export const LOCALE_CODES: readonly [Locale, ...Locale[]] = ["en", "cs"];

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
