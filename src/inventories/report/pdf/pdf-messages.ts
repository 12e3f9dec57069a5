import { type Message, msg } from "../../../domain/message.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { textsIn } from "../../../i18n/text.ts";

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
export function pdfMessages(language: Locale): Readonly<Record<keyof typeof MESSAGES, string>> {
  return textsIn(MESSAGES, language);
}
