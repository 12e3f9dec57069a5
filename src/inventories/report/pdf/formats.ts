import { LOCALES, type Locale } from "../../../i18n/locales.ts";
import { decimal } from "../money.ts";

/** How the documents of a stocktake show numbers and times. */
export type PdfFormats = ReturnType<typeof makeFormats>;

/** Digits. */
const THOUSAND = 3;
/** Numbers repeat, and many items are counted in the same minute. What repeats has come by then. */
const MAX_CACHED = 1000;

/** The formats of a language; `timeZone`: IANA name. */
export function makeFormats(language: Locale, timeZone: string) {
  const locale = LOCALES[language].region;
  const number = new Intl.NumberFormat(locale);
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" });
  const day = new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "medium" });
  const minute = cached((start: string) => inOneLine(moment.format(new Date(`${start}Z`))));
  return {
    /** Formats pieces; `money`: ten-thousandths; `time`: ISO 8601; `day`: YYYY-MM-DD. */
    number: cached((value: number) => number.format(value)),
    money: cached(moneyFormat(locale)),
    time: (iso: string) => minute(iso.slice(0, "2026-11-27T12:00".length)),
    day: (date: string) => inOneLine(day.format(new Date(date))),
  };
}

/** Formats ten-thousandths with two to four decimals, as Intl.NumberFormat does in ten times the time. */
export function moneyFormat(locale: string): (value: bigint) => string {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1234.5);
  const sign = (type: "group" | "decimal" | "minusSign") =>
    parts.find((part) => part.type === type)?.value ?? "";
  const [group, point, minus] = [sign("group"), sign("decimal"), sign("minusSign")];
  return (value) => {
    const [whole = "", fraction = ""] = decimal(value < 0n ? -value : value).split(".");
    return `${value < 0n ? minus : ""}${grouped(whole, group)}${point}${fraction.padEnd(2, "0")}`;
  };
}

function grouped(digits: string, group: string): string {
  const first = digits.length % THOUSAND || THOUSAND;
  let text = digits.slice(0, first);
  for (let at = first; at < digits.length; at += THOUSAND) text += group + digits.slice(at, at + THOUSAND);
  return text;
}

/** A text that no line break divides. */
const inOneLine = (text: string) => text.replaceAll(" ", "\u00a0");

/** Keeps the first texts of a format. */
function cached<T>(format: (value: T) => string): (value: T) => string {
  const texts = new Map<T, string>();
  return (value) => {
    const known = texts.get(value);
    if (known !== undefined) return known;
    const text = format(value);
    if (texts.size < MAX_CACHED) texts.set(value, text);
    return text;
  };
}
