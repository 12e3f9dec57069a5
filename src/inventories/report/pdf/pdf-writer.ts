import type { Locale } from "../../../i18n/locales.ts";
import { LOCALES } from "../../../i18n/locales.ts";
import { decimal } from "../money.ts";
import type { Report } from "../report.ts";
import { reportMessages } from "../report-messages.ts";
import { makePaper, type Paper } from "./paper.ts";
import { pdfMessages } from "./pdf-messages.ts";

/** Document, data and formatters for the parts of the PDF. */
export interface PdfWriter {
  readonly paper: Paper;
  readonly report: Report;
  readonly language: Locale;
  readonly messages: ReturnType<typeof pdfMessages> & ReturnType<typeof reportMessages>;
  /** Formats pieces; `money`: ten-thousandths; `time`: ISO 8601. */
  number(value: number): string;
  money(value: bigint): string;
  time(iso: string): string;
}

/** Creates the document with its first page. `timeZone`: IANA name. */
export function makePdfWriter(report: Report, language: Locale, timeZone: string): PdfWriter {
  const messages = { ...reportMessages(language), ...pdfMessages(language) };
  const { oid, name } = report.inventory;
  const paper = makePaper(`${messages.title}: ${name}`, report.madeDT, (page) => [
    `${messages.title} ${oid}: ${name}`,
    `${messages.page} ${page}`,
  ]);
  const locale = LOCALES[language].region;
  const integer = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" });
  return {
    paper,
    report,
    language,
    messages,
    number: (value) => integer.format(value),
    // As text: a number may lose digits. `decimal` returns a decimal number.
    money: (value) => money.format(decimal(value) as `${number}`),
    time: (iso) => moment.format(new Date(iso)),
  };
}
