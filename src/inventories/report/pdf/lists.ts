import { RESULT_NAMES, RESULTS, type Result } from "../../../domain/results.ts";
import { textIn } from "../../../i18n/text.ts";
import type { ReportItem } from "../report.ts";
import { authorText } from "../report-facts.ts";
import type { OperationRow } from "../store.ts";
import { drawGrid, type GridCell } from "./grid.ts";
import { heading, line } from "./paper.ts";
import type { PdfWriter } from "./pdf-writer.ts";
import { writeSignatureLines } from "./signatures.ts";

/** Writes a table for each result but `foundAsExpected`; yields after each row. */
export function* writeDifferences(writer: PdfWriter): Generator<void> {
  const { paper, report, language, messages, number } = writer;
  const filled = RESULTS.filter((result) => result !== "foundAsExpected" && report.totals[result].items > 0);
  if (filled.length === 0) {
    heading(paper, messages.differences);
    line(paper, messages.none);
  }
  for (const result of filled) {
    const name = result === "unexpected" ? messages.unexpected : textIn(RESULT_NAMES[result], language);
    yield* drawGrid(paper, {
      title: `${name} (${number(report.totals[result].items)})`,
      columns: [
        { title: messages.code, share: 62 },
        { title: messages.name, share: 112 },
        { title: messages.location, share: 150 },
        { title: messages.quantity, share: 56, isNumber: true },
        { title: messages.found, share: 50, isNumber: true },
        { title: messages.difference, share: 52, isNumber: true },
        { title: messages.differenceValue, share: 75, isNumber: true },
      ],
      rows: itemRows(writer, result),
    });
  }
}

function* itemRows(writer: PdfWriter, result: Result): Generator<GridCell[]> {
  const { report, number, money } = writer;
  for (const item of report.items([result])) {
    const { code, name, quantity, found, difference, differenceValue } = item;
    yield [
      code ?? "",
      name,
      locationsOf(writer, item),
      number(quantity),
      found === null ? "–" : number(found),
      difference === null ? "–" : number(difference),
      differenceValue === null ? "–" : [money(differenceValue), item.currency ?? ""].join(" ").trim(),
    ];
  }
}

function locationsOf({ report, messages }: PdfWriter, { locationId, foundLocationId }: ReportItem): GridCell {
  const { location } = report.names;
  const expected = locationId === null ? [] : [location(locationId)];
  if (foundLocationId === null || foundLocationId === locationId) return expected;
  if (locationId === null) return location(foundLocationId);
  return [...expected, `${messages.foundAt} ${location(foundLocationId)}`];
}

/** Writes a table of unknown codes or late counts; yields after each row. */
export function* writeOperations(
  writer: PdfWriter,
  title: string,
  operations: Iterable<OperationRow>,
): Generator<void> {
  const { paper, messages } = writer;
  yield* drawGrid(paper, {
    title,
    columns: [
      { title: messages.code, share: 90 },
      { title: messages.location, share: 150 },
      { title: messages.pieces, share: 40, isNumber: true },
      { title: messages.note, share: 105 },
      { title: messages.time, share: 85 },
      { title: messages.user, share: 80 },
    ],
    rows: operationRows(writer, operations),
  });
}

function* operationRows(writer: PdfWriter, operations: Iterable<OperationRow>): Generator<GridCell[]> {
  const { report, messages, number, time } = writer;
  const { location } = report.names;
  for (const row of operations) {
    const { code, locationId, quantity, note, at } = row;
    const path = locationId === null ? "" : location(locationId);
    const pieces = quantity === null ? "–" : number(quantity);
    yield [code ?? "", path, pieces, note ?? "", time(at), authorText(report, row, messages)];
  }
}

/** Writes the lines for signatures, together on the last page, with the number of pages. */
export function writeSignatures({ paper, messages, number }: PdfWriter): void {
  const signers = [messages.countedBy, messages.checkedBy, messages.signedBy];
  const pages = () => `${messages.pages}: ${number(paper.page)}`;
  writeSignatureLines(paper, messages.signatures, signers, messages.nameAndDate, pages);
}
