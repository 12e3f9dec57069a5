import type { Readable } from "node:stream";
import type { Locale } from "../../../domain/message.ts";
import type { Report } from "../report.ts";
import { writeHead, writeSummary } from "./head.ts";
import { writeDifferences, writeKept, writeSignatures } from "./lists.ts";
import { beginWriting } from "./writing.ts";

/** The report of a stocktake as a PDF, to print and to sign; times in the zone (IANA) of the site. */
export function reportPdf(report: Report, language: Locale, timeZone: string): Readable {
  const writing = beginWriting(report, language, timeZone);
  const { paper, words } = writing;
  writeHead(writing);
  writeSummary(writing);
  writeDifferences(writing);
  writeKept(writing, words.unknownCodes, report.unknownCodes());
  writeKept(writing, words.late, report.late());
  writeSignatures(writing);
  paper.doc.end();
  return paper.doc;
}
