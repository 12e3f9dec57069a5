/** A sentence for the person at the terminal, in each language that the box speaks. */
export interface Words {
  readonly en: string;
  readonly cs: string;
}

export type Language = keyof Words;

/** Pairs the English and the Czech form of one sentence; both stand where the rule stands. */
export function say(en: string, cs: string): Words {
  return { en, cs };
}

/** The same thing made for each language. */
export function inEachLanguage<T>(make: (language: Language) => T): Readonly<Record<Language, T>> {
  return { en: make("en"), cs: make("cs") };
}
