import { type Message, msg } from "../../../domain/message.ts";
import { byUnit } from "../../../domain/units.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { textIn, textsIn } from "../../../i18n/text.ts";
import type { StoredSeal } from "../../seal/sealed-file.ts";
import type { AsOfReport } from "../as-of.ts";
import type { Report } from "../report.ts";
import type { Made } from "../report-facts.ts";
import { reportMessages } from "../report-messages.ts";
import { makeFormats, type PdfFormats } from "./formats.ts";
import type { GridCell } from "./grid.ts";
import { makePaper, type Paper } from "./paper.ts";

/** What a PDF has: every item as a line of the inventory list, the differences alone, or the minutes with the result. */
export type PdfContent = "all" | "differences" | "minutes";

/** Document, data and formatters for the parts of the PDF. */
export interface PdfWriter extends PdfFormats {
  readonly paper: Paper;
  readonly report: Report;
  readonly language: Locale;
  /** The name of the figures as of the decisive day; empty: there is none. */
  readonly asOfTitle: string;
  /** Of minutes; null: others. */
  readonly made: Made | null;
  /** The seal that the PDF shows; null: none. */
  readonly seal: StoredSeal | null;
  readonly messages: ReturnType<typeof pdfMessages> & ReturnType<typeof reportMessages>;
}

/** Creates the document with its first page. `seal`: it is shown. */
export function makePdfWriter(
  report: Report,
  language: Locale,
  { content, seal, made }: Pick<PdfWriter, "seal" | "made"> & { readonly content: PdfContent },
): PdfWriter {
  const texts = { ...reportMessages(language), ...pdfMessages(language) };
  const titles = { all: texts.inventoryList, differences: texts.title, minutes: texts.minutes };
  const messages = { ...texts, title: titles[content] };
  const { oid, name } = report.inventory;
  const company = report.company.legalName ?? report.tenant.name;
  const paper = makePaper(
    `${messages.title}: ${name}`,
    made?.at ?? report.madeDT,
    (page) => [
      `${messages.title} ${oid}: ${name} · ${company}`,
      `${messages.page} ${page}`,
      seal === null ? "" : `${messages.recordHash}: ${seal.sha256}`,
    ],
    "landscape",
  );
  const formats = makeFormats(language, report.timeZone);
  const day = report.asOf && asOfMoment(report.madeDT, report.asOf, formats);
  const asOfTitle = day === null ? "" : textIn(msg("As of {day}", { day }), language);
  return { paper, report, language, asOfTitle, made, seal, messages, ...formats };
}

/** The decisive day; the moment of the report where the day had not ended by then. */
const asOfMoment = (madeDT: string, asOf: AsOfReport, { day, time }: PdfFormats): string =>
  asOf.until === madeDT ? time(asOf.until) : day(asOf.day);

/** Pieces in a unit; null: pieces. */
interface InUnit {
  readonly unit: string | null;
  readonly pieces: number;
}

/** A quantity; of several units a line for each, with the unit: they have no sum. */
export function quantityCell({ messages, number }: PdfWriter, rows: readonly InUnit[]): GridCell {
  if (rows.length < 2) return number(rows[0]?.pieces ?? 0);
  return rows.toSorted(byUnit).map(({ unit, pieces }) => `${number(pieces)} ${unit ?? messages.pieceUnit}`);
}

/** The unit of a quantity whose cell does not name it. */
export function unitCell({ messages }: PdfWriter, rows: readonly Pick<InUnit, "unit">[]): string {
  const [first, second] = rows;
  return first === undefined || second !== undefined ? "" : (first.unit ?? messages.pieceUnit);
}

// The texts of the PDF only. Texts of all formats are in report-messages.ts.

const MESSAGES = {
  title: msg("Differences of the stocktake"),
  mode: msg("Mode"),
  blind: msg("Blind count: expected quantities were hidden"),
  summary: msg("Quantities"),
  differences: msg("Differences"),
  none: msg("No differences."),
  location: msg("Location"),
  foundAt: msg("found at"),
  inventoryList: msg("Inventory list"),
  number: msg("No.", "line"),
  sum: msg("Sum"),
  foundElsewhere: msg("of these found elsewhere"),
  foundHere: msg("listed elsewhere, found here"),
  recordedWhereFound: msg("Recorded where it was found"),
  nothingExpected: msg("nothing was expected here"),
  sumOfLocation: msg(
    "A sum of a location adds up its lines. Of the found pieces, those found elsewhere are no part of what was found there; those listed elsewhere are.",
  ),
  sameAsOf: msg(
    "The figures of a line as of the decisive day are those of its count, unless a row below it has others.",
  ),
  byCategory: msg("By category"),
  method: msg("Counting method"),
  minutes: msg("Minutes of the stocktake"),
  settlements: msg("Settlement of the differences"),
  notSettled: msg("Not settled"),
  shortages: msg("All shortages"),
  surpluses: msg("All surpluses"),
  taken: msg("Of the found pieces, moved from locations outside the stocktake by the close (no surplus)"),
  transfer: msg("Moved from locations outside the stocktake"),
  wholeStocktake: msg("Whole stocktake"),
  declaration: msg(
    "The persons below confirm that what was found was compared with the records. The inventory list has the differences, how each is settled, and the causes that were noted; the settlement is summed up above.",
  ),
  total: msg("Total"),
  forDisposal: msg("Marked for disposal"),
  unexpected: msg("Unexpected articles"),
  unknownCounts: msg("Counts of unknown codes, not in the totals"),
  undecided: msg("Items whose stock changed during the count, undecided"),
  closedUndecided: msg(
    "Items whose stock changed during the count, closed without a decision (what moved before the count changed the expected quantity, what moved after it the stock after the close)",
  ),
  stillToRecount: msg("Items to recount"),
  notRecounted: msg("Items to recount, closed without it"),
  notCountedAgain: msg("Recount; closed without it"),
  asOf: msg("Unit or currency"),
  lines: msg("lines", "inventory list"),
  signatures: msg("Signatures"),
  countedBy: msg("Counted by"),
  checkedBy: msg("Checked by"),
  signedBy: msg("Approved by"),
  corrections: msg("Corrections"),
  addendum: msg("Addendum"),
  signedOnScreen: msg("Signed on a screen:"),
  alsoSigned: msg("Also signed on a screen:"),
  nameAndDate: msg("name, date, signature"),
  page: msg("Page"),
  sealed: msg("Sealed record"),
  recordHash: msg("SHA-256 (JSON, before its seal)"),
  publicKey: msg("Public key (Ed25519)"),
  sealedDT: msg("Sealed"),
  check: msg(
    "The record is kept as JSON and as a PDF. The console and the program verify-record say whether a file is one of them, byte for byte.",
  ),
} as const satisfies Record<string, Message>;

/** The messages of the PDF in one locale, by name. */
function pdfMessages(language: Locale): Readonly<Record<keyof typeof MESSAGES, string>> {
  return textsIn(MESSAGES, language);
}
