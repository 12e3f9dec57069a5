/** A sentence for the person at the terminal, in each language that the box speaks. */
export interface Message {
  readonly en: string;
  readonly cs: string;
}

export type Locale = keyof Message;

/** Pairs the English and the Czech form of one sentence; both stand where the rule stands. */
export function msg(en: string, cs: string): Message {
  return { en, cs };
}

/** The same thing made for each language. */
export function inEachLocale<T>(make: (language: Locale) => T): Readonly<Record<Locale, T>> {
  return { en: make("en"), cs: make("cs") };
}
