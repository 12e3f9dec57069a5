import { type Message, msg } from "../../../domain/message.ts";
import { LOCALES, type Locale } from "../../../i18n/locales.ts";
import { textsIn } from "../../../i18n/text.ts";
import { decimal } from "../money.ts";
import type { Report } from "../report.ts";
import { reportMessages } from "../report-messages.ts";
import { makePaper, type Paper } from "./paper.ts";

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

// The texts of the PDF only. Texts of all formats are in report-messages.ts.

const MESSAGES = {
  title: msg("Stocktake report"),
  mode: msg("Mode"),
  blind: msg("Blind count: expected quantities were hidden"),
  summary: msg("Results in pieces"),
  differences: msg("Differences"),
  none: msg("No differences."),
  location: msg("Location"),
  foundAt: msg("found at"),
  unexpected: msg("Unexpected articles"),
  undecided: msg("Items whose stock changed during the count, undecided"),
  stillToRecount: msg("Items to recount"),
  signatures: msg("Signatures"),
  countedBy: msg("Counted by"),
  checkedBy: msg("Checked by"),
  signedBy: msg("Approved by"),
  nameAndDate: msg("name, date, signature"),
  page: msg("Page"),
  pages: msg("Number of pages"),
} as const satisfies Record<string, Message>;

/** The messages of the PDF in one locale, by name. */
function pdfMessages(language: Locale): Readonly<Record<keyof typeof MESSAGES, string>> {
  return textsIn(MESSAGES, language);
}
