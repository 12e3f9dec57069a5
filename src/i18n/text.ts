import type { Message } from "../domain/message.ts";
import { formatText } from "../domain/message-format.ts";
import { LOCALE_CODES, type Locale } from "./locales.ts";

/** The text of a message in a locale, with its values. */
export function textIn(message: Message, locale: Locale): string {
  const { source, cs, values } = message;
  return formatText(locale === "cs" ? cs : source, values ?? {}, {
    locale,
    textOf: (inner) => textIn(inner, locale),
  });
}

/** The texts of a table of messages in one locale, by name. */
export function textsIn<Name extends string>(
  messages: Readonly<Record<Name, Message>>,
  locale: Locale,
): Readonly<Record<Name, string>> {
  const texts = Object.entries<Message>(messages).map(([name, message]) => [name, textIn(message, locale)]);
  // The keys are those of `messages`.
  return Object.fromEntries(texts) as Record<Name, string>;
}

/** The texts of a message in all locales. */
export function textInEachLocale(message: Message): Readonly<Record<Locale, string>> {
  const texts = LOCALE_CODES.map((locale) => [locale, textIn(message, locale)]);
  // One text for each locale.
  return Object.fromEntries(texts) as Record<Locale, string>;
}
