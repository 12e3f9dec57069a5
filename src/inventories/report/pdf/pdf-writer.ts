import type { Locale } from "../../../domain/message.ts";
import { decimal } from "../money.ts";
import type { Report } from "../report.ts";
import { reportMessages } from "../report-messages.ts";
import { makePaper, type Paper } from "./paper.ts";
import { pdfMessages } from "./pdf-messages.ts";

/** What every part of the PDF is written with. */
export interface PdfWriter {
  readonly paper: Paper;
  readonly report: Report;
  readonly language: Locale;
  readonly messages: ReturnType<typeof pdfMessages> & ReturnType<typeof reportMessages>;
  /** Pieces, and values of ten-thousandths, as people of that language write them. */
  number(value: number): string;
  money(value: bigint): string;
  time(iso: string): string;
}

/** Begins to write; times in the zone (IANA) of the site. */
export function makePdfWriter(report: Report, language: Locale, timeZone: string): PdfWriter {
  const words = { ...reportMessages(language), ...pdfMessages(language) };
  const { oid, name } = report.inventory;
  const paper = makePaper(`${words.title}: ${name}`, report.madeDT, (page) => [
    `${words.title} ${oid}: ${name}`,
    `${words.page} ${page}`,
  ]);
  const locale = language === "cs" ? "cs-CZ" : "en-GB";
  const whole = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" });
  return {
    paper,
    report,
    language,
    messages: words,
    number: (value) => whole.format(value),
    // Text, for a number may not hold it; what `decimal` gives is one.
    money: (value) => money.format(decimal(value) as `${number}`),
    time: (iso) => moment.format(new Date(iso)),
  };
}
