import { computed, signal } from "@preact/signals";
import type { Message } from "../../domain/message.ts";
import { formatText, type MessageValues } from "../../domain/message-format.ts";
import type { Locale } from "../../i18n/locales.ts";
import { numberFormat, pluralRules, timeFormat } from "./formatters.ts";

/** What the user chose on this device; null: nothing yet. */
export const chosenLanguage = signal<Locale | null>(null);
/** The site's language, as the server says; null: not known yet. */
export const siteLanguage = signal<Locale | null>(null);

/** The language of everything that is shown: chosen here, else the site's, else the browser's. */
export const language = computed<Locale>(
  () => chosenLanguage.value ?? siteLanguage.value ?? (/^(cs|sk)/i.test(navigator.language) ? "cs" : "en"),
);

type Values = MessageValues;

/** The sentence in the language shown; `{name}` stands for a value, numbers as the language writes them. */
export function t(words: Message, values: Values = {}): string {
  const locale = language.value;
  return formatText(
    locale === "cs" ? words.cs : words.source,
    { ...words.values, ...values },
    { locale, textOf: t },
  );
}

const ORDER: Readonly<Record<Locale, readonly Intl.LDMLPluralRule[]>> = {
  en: ["one", "other"],
  cs: ["one", "few", "other"],
};

/**
 * The sentence for `n` things: `say("{n} count|{n} counts", "{n} počet|{n} počty|{n} počtů")`, the forms in the order one
 * (few in Czech) other.
 */
export function plural(n: number, words: Message, values: Values = {}): string {
  const forms = { en: words.source.split("|"), cs: words.cs.split("|") };
  const rule = pluralRules(language.value).select(n);
  const order = ORDER[language.value];
  const at = Math.max(order.indexOf(rule), rule === "many" ? order.length - 1 : 0);
  const pick = (of: Locale) => forms[of][at] ?? forms[of][forms[of].length - 1] ?? "";
  return t({ source: pick("en"), cs: pick("cs") }, { ...values, n });
}

/** A number as the language writes it. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return numberFormat(language.value, options).format(value);
}

/** The browser's locale with a region for the language shown (`en-GB`), so that its habits hold; null: it has none. */
const regional = computed<string | null>(
  () => navigator.languages.find((one) => one.startsWith(`${language.value}-`)) ?? null,
);

/** Formats a moment as the region of the browser writes it; 24 hours where its languages name no region of the one shown. */
function moment(date: Date, options: Intl.DateTimeFormatOptions): string {
  return timeFormat(regional.value ?? `${language.value}-u-hc-h23`, options).format(date);
}

/** A time of day, with the day where it is not today. `at`: ISO 8601 or ms since 1970. */
export function when(at: string | number, now = Date.now()): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday ? moment(date, TIME) : dayAndTime(at);
}

/** A day with its time, also today's. `at`: ISO 8601 or ms since 1970. */
export function dayAndTime(at: string | number): string {
  const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "numeric", year: "numeric" };
  return moment(new Date(at), { ...day, ...TIME });
}

const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };

/** A day. `at`: ISO 8601 or ms since 1970. */
export function day(at: string | number): string {
  return moment(new Date(at), { day: "numeric", month: "long", year: "numeric" });
}
