import { RESULT_NAMES, RESULTS, type Result } from "../../../domain/results.ts";
import type { ReportItem } from "../report.ts";
import { authorText } from "../report-facts.ts";
import type { OperationRow } from "../store.ts";
import { drawGrid, type GridCell } from "./grid.ts";
import { FAINT, heading, INDENT, INK, line, MARGIN, makeRoom, use, WIDTH } from "./paper.ts";
import type { PdfWriter } from "./pdf-writer.ts";

/** Everything but what was found as expected, a table for each result. */
export function writeDifferences(writing: PdfWriter): void {
  const { paper, report, language, messages: words, number } = writing;
  const filled = RESULTS.filter((result) => result !== "foundAsExpected" && report.totals[result].items > 0);
  if (filled.length === 0) {
    heading(paper, words.differences);
    line(paper, words.none);
  }
  for (const result of filled) {
    const name = result === "unexpected" ? words.unexpected : RESULT_NAMES[result][language];
    drawGrid(paper, {
      title: `${name} (${number(report.totals[result].items)})`,
      columns: [
        { title: words.code, share: 62 },
        { title: words.name, share: 112 },
        { title: words.place, share: 150 },
        { title: words.quantity, share: 56, isNumber: true },
        { title: words.found, share: 50, isNumber: true },
        { title: words.difference, share: 52, isNumber: true },
        { title: words.differenceValue, share: 75, isNumber: true },
      ],
      rows: itemRows(writing, result),
    });
  }
}

function* itemRows(writing: PdfWriter, result: Result): Generator<GridCell[]> {
  const { report, number, money } = writing;
  for (const item of report.items([result])) {
    const { code, name, quantity, found, difference, differenceValue } = item;
    yield [
      code ?? "",
      name,
      placesOf(writing, item),
      number(quantity),
      found === null ? "–" : number(found),
      difference === null ? "–" : number(difference),
      differenceValue === null ? "–" : [money(differenceValue), item.currency ?? ""].join(" ").trim(),
    ];
  }
}

function placesOf(
  { report, messages: words }: PdfWriter,
  { locationId, foundLocationId }: ReportItem,
): GridCell {
  const { location } = report.names;
  const expected = locationId === null ? [] : [location(locationId)];
  if (foundLocationId === null || foundLocationId === locationId) return expected;
  if (locationId === null) return location(foundLocationId);
  return [...expected, `${words.foundAt} ${location(foundLocationId)}`];
}

/** What nobody knew, or what came late. */
export function writeOperations(writing: PdfWriter, title: string, kept: Iterable<OperationRow>): void {
  const { paper, messages: words } = writing;
  drawGrid(paper, {
    title,
    columns: [
      { title: words.code, share: 90 },
      { title: words.place, share: 150 },
      { title: words.pieces, share: 40, isNumber: true },
      { title: words.note, share: 105 },
      { title: words.time, share: 85 },
      { title: words.user, share: 80 },
    ],
    rows: operationRows(writing, kept),
  });
}

function* operationRows(writing: PdfWriter, kept: Iterable<OperationRow>): Generator<GridCell[]> {
  const { report, messages: words, number, time } = writing;
  const { location } = report.names;
  for (const row of kept) {
    const { code, locationId, quantity, note, at } = row;
    const place = locationId === null ? "" : location(locationId);
    const pieces = quantity === null ? "–" : number(quantity);
    yield [code ?? "", place, pieces, note ?? "", time(at), authorText(report, row, words)];
  }
}

const SIGNATURE = 46;

/** Lines to sign on; they stand on the last page together, and it says how many pages there are. */
export function writeSignatures({ paper, messages: words, number }: PdfWriter): void {
  const who = [words.countedBy, words.checkedBy, words.signedBy];
  makeRoom(paper, 60 + who.length * SIGNATURE);
  heading(paper, words.signatures);
  line(paper, `${words.pages}: ${number(paper.page)}`);
  for (const title of who) {
    paper.y += SIGNATURE - 16;
    const { doc, y } = paper;
    use(paper);
    doc.text(title, MARGIN, y - 8, { lineBreak: false });
    doc
      .moveTo(MARGIN + INDENT, y + 2)
      .lineTo(MARGIN + WIDTH, y + 2)
      .lineWidth(0.5)
      .strokeColor(INK)
      .stroke();
    use(paper, { size: 6, color: FAINT });
    doc.text(words.nameAndDate, MARGIN + INDENT, y + 5, { lineBreak: false });
    paper.y += 16;
  }
}
