import type { Readable } from "node:stream";
import type { Locale } from "../../../domain/message.ts";
import type { Report } from "../report.ts";
import { writeHead, writeSummary } from "./head.ts";
import { writeDifferences, writeOperations, writeSignatures } from "./lists.ts";
import { makePdfWriter } from "./pdf-writer.ts";

/** The report of a stocktake as a PDF, to print and sign. `timeZone`: IANA name. */
export function reportPdf(report: Report, language: Locale, timeZone: string): Readable {
  const writer = makePdfWriter(report, language, timeZone);
  const { paper, messages } = writer;
  writeHead(writer);
  writeSummary(writer);
  writeDifferences(writer);
  writeOperations(writer, messages.unknownCodes, report.unknownCodes());
  writeOperations(writer, messages.late, report.late());
  writeSignatures(writer);
  paper.doc.end();
  return paper.doc;
}
