/** A text for users in each locale. */
export interface Message {
  readonly en: string;
  readonly cs: string;
}

export type Locale = keyof Message;

/** Creates a message from its English and Czech texts. */
export function msg(en: string, cs: string): Message {
  return { en, cs };
}

/** Creates a value for each locale. */
export function inEachLocale<T>(create: (language: Locale) => T): Readonly<Record<Locale, T>> {
  return { en: create("en"), cs: create("cs") };
}
