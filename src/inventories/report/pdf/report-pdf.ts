import type { Locale } from "../../../i18n/locales.ts";
import type { Report } from "../report.ts";
import { writeHead, writeSummary } from "./head.ts";
import { writeDifferences, writeOperations, writeSignatures } from "./lists.ts";
import { makePdfWriter, type PdfWriter } from "./pdf-writer.ts";

const PIECE_BYTES = 64 * 1024;

/**
 * The report of a stocktake as a PDF, to print and sign, in pieces that are made as they are read. `timeZone`: IANA name.
 */
export async function* reportPdf(
  report: Report,
  language: Locale,
  timeZone: string,
): AsyncGenerator<Buffer, void> {
  const writer = makePdfWriter(report, language, timeZone);
  const { doc } = writer.paper;
  for (const _row of write(writer)) if (doc.readableLength >= PIECE_BYTES) yield doc.read();
  doc.end();
  // The fonts follow later.
  yield* doc;
}

function* write(writer: PdfWriter): Generator<void> {
  const { messages, report } = writer;
  writeHead(writer);
  yield* writeSummary(writer);
  yield* writeDifferences(writer);
  yield* writeOperations(writer, messages.unknownCodes, report.unknownCodes());
  yield* writeOperations(writer, messages.late, report.late());
  writeSignatures(writer);
}
