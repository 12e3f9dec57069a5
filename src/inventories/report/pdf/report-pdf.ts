import type { Readable } from "node:stream";
import type { Locale } from "../../../domain/message.ts";
import type { Report } from "../report.ts";
import { writeHead, writeSummary } from "./head.ts";
import { writeDifferences, writeOperations, writeSignatures } from "./lists.ts";
import { makePdfWriter } from "./pdf-writer.ts";

/** The report of a stocktake as a PDF, to print and to sign; times in the zone (IANA) of the site. */
export function reportPdf(report: Report, language: Locale, timeZone: string): Readable {
  const writing = makePdfWriter(report, language, timeZone);
  const { paper, messages: words } = writing;
  writeHead(writing);
  writeSummary(writing);
  writeDifferences(writing);
  writeOperations(writing, words.unknownCodes, report.unknownCodes());
  writeOperations(writing, words.late, report.late());
  writeSignatures(writing);
  paper.doc.end();
  return paper.doc;
}
