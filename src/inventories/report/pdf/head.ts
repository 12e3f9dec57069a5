import { hasMoved, TOTAL_NAMES, TOTAL_ROWS } from "../../../domain/results.ts";
import { textIn } from "../../../i18n/text.ts";
import type { UnitTotal } from "../../shapes.ts";
import { asOfTitles, asOfTotals, factsOf } from "../report-facts.ts";
import { valueIn } from "../totals.ts";
import { drawGrid, type GridCell, type GridColumn, type GridRow } from "./grid.ts";
import { FAINT, line, writeFact } from "./paper.ts";
import { type PdfWriter, quantityCell, unitCell } from "./pdf-writer.ts";
import { added, addedByUnit } from "./settlements.ts";

/** Writes title and facts. */
export function writeHead(writer: PdfWriter): void {
  const { paper, report, language, messages } = writer;
  const { inventory } = report;
  line(paper, report.company.legalName ?? report.tenant.name, { color: FAINT }, 6);
  line(paper, messages.title, { size: 18, isBold: true }, 2);
  line(paper, `${inventory.name} (${inventory.oid})`, { size: 11 }, 10);
  for (const [name, value] of factsOf(report, language, writer, writer.made)) writeFact(paper, name, value);
  if (inventory.isBlind === 1) writeFact(paper, messages.mode, messages.blind);
}

/** Writes the totals in pieces and in each currency, and the open questions. */
export function* writeSummary(writer: PdfWriter): Generator<void> {
  const { paper, report, messages, number, money } = writer;
  const { totals, open } = report;
  yield* writeTotals(writer, messages.summary, [{ title: messages.unit, share: 10 }], (row) => {
    const { items, quantities } = totals[row];
    const cell = (piecesOf: (total: UnitTotal) => number) =>
      quantityCell(
        writer,
        quantities.map((total) => ({ unit: total.unit, pieces: piecesOf(total) })),
      );
    return [
      number(items),
      unitCell(writer, quantities),
      ...figuresOf(writer, {
        expected: cell(({ expected }) => expected),
        notCounted: cell(({ notCounted }) => notCounted),
        moved: cell(({ moved }) => moved),
        difference: cell(({ difference }) => difference),
        found: cell(({ found }) => found),
      }),
    ];
  });
  const { values } = totals.all;
  for (const { currency } of values) {
    // Without any currency the title needs none.
    const isOnlyUnknown = currency === null && values.length === 1;
    const title = isOnlyUnknown ? messages.values : `${messages.values}: ${currency ?? messages.noCurrency}`;
    yield* writeTotals(writer, title, [], (row) => {
      return [number(totals[row].items), ...figuresOf(writer, valueIn(totals[row], currency)).map(money)];
    });
  }
  paper.y += 6;
  line(paper, hasMoved(totals) ? messages.movedAdds : messages.adds, { color: FAINT });
  yield* writeAsOf(writer);
  paper.y += 6;
  writeTaken(writer);
  const write = (text: string, items: number) => {
    if (items > 0) line(paper, `${text}: ${number(items)}`, { isBold: true });
  };
  write(messages.unknownCounts, sizeOf(report.unknownCodes()));
  write(messages.late, sizeOf(report.late()));
  if (report.closed === null) {
    write(messages.undecided, open.undecided);
    write(messages.stillToRecount, open.toRecount);
  } else {
    write(messages.closedUndecided, open.undecidedCounts);
    write(messages.notRecounted, open.toRecount);
  }
}

function sizeOf(rows: Iterable<unknown>): number {
  let size = 0;
  for (const _ of rows) size++;
  return size;
}

/** Writes the pieces by unit, and the values by currency, that are no surplus of all locations together. */
function writeTaken({ paper, report, messages, number, money }: PdfWriter): void {
  const sums = report.taken();
  if (sums.length === 0) return;
  const pieces = addedByUnit(sums).map((sum) => `${number(sum.pieces)} ${sum.unit ?? messages.pieceUnit}`);
  const values = [...Map.groupBy(sums, ({ currency }) => currency ?? messages.noCurrency)].map(
    ([currency, own]) => `${money(added(own).value)} ${currency}`,
  );
  line(paper, `${messages.taken}: ${[...pieces, ...values].join("; ")}`, { isBold: true });
}

/** Expected, not counted, what moved where anything has, difference and found. */
function figuresOf<T>(
  { report }: PdfWriter,
  { expected, notCounted, moved, difference, found }: Readonly<Record<Figure, T>>,
): readonly T[] {
  return [expected, notCounted, ...(hasMoved(report.totals) ? [moved] : []), difference, found];
}

type Figure = "expected" | "notCounted" | "moved" | "difference" | "found";

type TotalRow = (typeof TOTAL_ROWS)[number];

/** Writes the totals as of the decisive day, if there is one. */
function* writeAsOf(writer: PdfWriter): Generator<void> {
  const { paper, report, messages, number, money } = writer;
  if (report.asOf === null) return;
  const { quantities, values } = asOfTotals(report.asOf, messages);
  yield* drawGrid(paper, {
    title: writer.asOfTitle,
    columns: [
      { title: messages.asOf, share: 34 },
      ...asOfTitles(messages).map((title) => ({ title, share: 19, isNumber: true })),
    ],
    rows: [
      ...quantities.map(({ unit, figures }) => [unit ?? messages.pieceUnit, ...figures.map(number)]),
      ...values.map(({ name, figures }) => [name, ...figures.map(money)]),
    ],
    isWhole: true,
  });
}

/** Writes a table of totals. `cellsOf` returns items, what `columns` have, and the figures. */
function* writeTotals(
  writer: PdfWriter,
  title: string,
  columns: readonly GridColumn[],
  cellsOf: (row: TotalRow) => GridCell[],
): Generator<void> {
  const { paper, language, messages } = writer;
  const rows = TOTAL_ROWS.map((row): GridRow => {
    const cells = [textIn(TOTAL_NAMES[row], language), ...cellsOf(row)];
    return row === "all" ? { sums: cells } : cells;
  });
  const figures = figuresOf(writer, {
    ...messages,
    expected: messages.quantity,
    moved: messages.movedBeforeCount,
  });
  yield* drawGrid(paper, {
    title,
    columns: [
      { title: messages.result, share: 24 },
      { title: messages.items, share: 10, isNumber: true },
      ...columns,
      ...figures.map((each) => ({ title: each, share: 19, isNumber: true })),
    ],
    rows,
    isWhole: true,
  });
}
