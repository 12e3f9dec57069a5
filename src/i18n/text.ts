import { keyOf, type Message } from "../domain/message.ts";
import { formatText } from "../domain/message-format.ts";
import { catalogueOf } from "./catalogue.ts";
import { LOCALE_CODES, type Locale } from "./locales.ts";

// Texts of the server, which reads each catalogue when it first needs it. The client has its own (web/i18n).

/** The text of a message in a locale, with its values. A text without a translation stays English. */
export function textIn(message: Message, locale: Locale): string {
  const { source, values = {} } = message;
  const text = locale === "en" ? source : (catalogueOf(locale)[keyOf(message)] ?? source);
  return formatText(text, values, { locale, textOf: (inner) => textIn(inner, locale) });
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
