import { LOCALES, type Locale } from "../../../i18n/locales.ts";
import { decimal } from "../money.ts";

/** How the documents of a stocktake show numbers and times. */
export interface PdfFormats {
  /** Formats pieces; `money`: ten-thousandths; `time`: ISO 8601; `day`: YYYY-MM-DD. */
  number(value: number): string;
  money(value: bigint): string;
  time(iso: string): string;
  day(day: string): string;
}

/** The formats of a language; `timeZone`: IANA name. */
export function makeFormats(language: Locale, timeZone: string): PdfFormats {
  const locale = LOCALES[language].region;
  const number = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" });
  const day = new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "medium" });
  // Many items are counted in the same minute.
  const ofMinutes = new Map<string, string>();
  return {
    number: (value) => number.format(value),
    // As text: a number may lose digits. `decimal` returns a decimal number.
    money: (value) => money.format(decimal(value) as `${number}`),
    time: (iso) =>
      ofMinutes.getOrInsertComputed(iso.slice(0, "2026-11-27T12:00".length), () =>
        moment.format(new Date(iso)),
      ),
    day: (date) => day.format(new Date(date)),
  };
}
