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
  // Without a size, `read` returns one of PDFKit's many short writes.
  for (const _row of write(writer)) if (doc.readableLength >= PIECE_BYTES) yield doc.read(doc.readableLength);
  doc.end();
  // The fonts follow later.
  yield* joined(doc);
}

/** Joins chunks of bytes into pieces, of which only the last is shorter than PIECE_BYTES. */
async function* joined(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let piece: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    piece.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(piece);
    piece = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(piece);
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
