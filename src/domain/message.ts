/** A text for users in each locale. */
export interface Message {
  readonly en: string;
  readonly cs: string;
}

/** A language of texts for people. */
export type Locale = keyof Message;

/** Creates a message from its English and Czech texts. */
export function msg(en: string, cs: string): Message {
  return { en, cs };
}

/** The texts of a message catalogue in one locale, by name. */
export function textsIn<Name extends string>(
  messages: Readonly<Record<Name, Message>>,
  language: Locale,
): Readonly<Record<Name, string>> {
  const texts = Object.entries<Message>(messages).map(([name, message]) => [name, message[language]]);
  // The keys are those of `messages`.
  return Object.fromEntries(texts) as Record<Name, string>;
}

/** Creates a value for each locale. */
export function inEachLocale<T>(create: (language: Locale) => T): Readonly<Record<Locale, T>> {
  return { en: create("en"), cs: create("cs") };
}
