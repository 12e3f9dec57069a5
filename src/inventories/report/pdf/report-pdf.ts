import { Readable } from "node:stream";
import { createDeflate } from "node:zlib";
import { msg } from "../../../domain/message.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { textIn } from "../../../i18n/text.ts";
import type { Report } from "../report.ts";
import type { Made } from "../report-facts.ts";
import { writeHead, writeSummary } from "./head.ts";
import { writeInventoryList } from "./inventory-list.ts";
import { writeCorrections, writeDifferences, writeOperations, writeSignatures } from "./lists.ts";
import { endPaper, stateOf, writeEnded } from "./paper.ts";
import { makePdfWriter, type PdfContent, type PdfWriter } from "./pdf-writer.ts";
import { writeSeal } from "./seal.ts";
import { writeSettlements } from "./settlements.ts";
import { writeLinesToFill } from "./signatures.ts";

const PIECE_BYTES = 64 * 1024;
/** The name of the embedded record. */
const RECORD_NAME = "record.json";

/**
 * The report of a stocktake as a PDF, to print and sign, in pieces that are made as they are read. `record`: the sealed JSON in
 * pieces, which the PDF contains as a file. `made`: of minutes.
 * Beside that PDF only minutes show the seal: other reports of a closed stocktake never change, and are there before it.
 */
export async function* reportPdf(
  report: Report,
  language: Locale,
  content: PdfContent,
  { record = null, made = null }: { record?: Iterable<Buffer> | null; made?: Made | null } = {},
): AsyncGenerator<Buffer, void> {
  const seal = content === "minutes" || record !== null ? report.seal : null;
  const writer = makePdfWriter(report, language, { content, seal, made });
  const { paper } = writer;
  const { doc } = paper;
  // Another thread compresses it while this one draws.
  const compressed = record && compress(record);
  // An error is that of the end, even while a page is drawn.
  compressed?.catch(() => {});
  for (const _page of write(writer, content)) {
    await writeEnded(paper);
    // Without a size, `read` returns one of PDFKit's many short writes.
    while (doc.readableLength >= PIECE_BYTES) yield doc.read(PIECE_BYTES);
  }
  if (compressed !== null) embed(doc, report, await compressed);
  await endPaper(paper);
  while (doc.readableLength > 0) yield doc.read(Math.min(doc.readableLength, PIECE_BYTES));
}

/** Shorter chunks would share Node's buffers with contents of pages, and keep them as well. */
const compress = (record: Iterable<Buffer>): Promise<Buffer[]> =>
  Array.fromAsync(
    Readable.from(record, { highWaterMark: 1 }).compose(createDeflate({ chunkSize: PIECE_BYTES })),
  );

/** Embeds the sealed JSON (ISO 32000-1, 7.11.4) as PDFKit's `file` does, which takes three times its size as memory. */
function embed(doc: PDFKit.PDFDocument, { madeDT, seal }: Report, compressed: readonly Buffer[]): void {
  const state = stateOf(doc);
  const made = new Date(madeDT);
  const file = state.ref({
    Type: "EmbeddedFile",
    Subtype: "application#2Fjson",
    Filter: "FlateDecode",
    Params: { CreationDate: made, ModDate: made, Size: seal?.bytes },
  });
  for (const piece of compressed) file.write(piece);
  file.end();
  // PDFKit writes `String` objects as text, and primitive ones as names.
  const name: object = Object(RECORD_NAME);
  const specification = state.ref({
    Type: "Filespec",
    AFRelationship: "Source",
    F: name,
    UF: name,
    EF: { F: file },
  });
  specification.end();
  state.addNamedEmbeddedFile(RECORD_NAME, specification);
  state._root.data["AF"] = [specification];
}

/** Slovak Act 431/2002, § 30 (2) h, and for the minutes (3) c: nobody but the committee can know it. */
const RECOMMENDATIONS = msg("Recommendations on whether the valuation of the assets is realistic");
const ASSESSMENT = msg("Results of the assessment whether the valuation of the assets is realistic");

function* write(writer: PdfWriter, content: PdfContent): Generator<void> {
  const { messages, report } = writer;
  writeHead(writer);
  yield* writeSummary(writer);
  if (content === "all") yield* writeInventoryList(writer);
  if (content === "differences") yield* writeDifferences(writer);
  yield* writeSettlements(writer);
  // Other reports of a closed stocktake never change.
  const last = writer.made?.lastAddendum ?? Number.POSITIVE_INFINITY;
  const addenda = content === "minutes" ? report.addenda().filter(({ number }) => number <= last) : [];
  writeCorrections(writer, addenda);
  if (content !== "minutes") {
    yield* writeOperations(writer, messages.unknownCodes, report.unknownCodes());
    yield* writeOperations(writer, messages.late, report.late());
  }
  if (content !== "differences" && report.company.law === "SK")
    writeLinesToFill(
      writer.paper,
      textIn(content === "minutes" ? ASSESSMENT : RECOMMENDATIONS, writer.language),
    );
  writeSignatures(writer, content, addenda);
  writeSeal(writer);
}
