import { TOTAL_NAMES, TOTAL_ROWS } from "../../../domain/results.ts";
import { textIn } from "../../../i18n/text.ts";
import { factsOf } from "../report-facts.ts";
import { valueIn } from "../totals.ts";
import { drawGrid, type GridCell } from "./grid.ts";
import { FAINT, line, writeFact } from "./paper.ts";
import type { PdfWriter } from "./pdf-writer.ts";

/** Writes title and facts. */
export function writeHead({ paper, report, language, messages, time }: PdfWriter): void {
  const { inventory } = report;
  line(paper, report.tenant.name, { color: FAINT }, 6);
  line(paper, messages.title, { size: 18, isBold: true }, 2);
  line(paper, `${inventory.name} (${inventory.oid})`, { size: 11 }, 10);
  for (const [name, value] of factsOf(report, language, time)) writeFact(paper, name, value);
  if (inventory.isBlind === 1) writeFact(paper, messages.mode, messages.blind);
}

/** Writes the totals in pieces and in each currency, and the open questions. */
export function* writeSummary(writer: PdfWriter): Generator<void> {
  const { paper, report, messages, number, money } = writer;
  const { totals, open } = report;
  yield* writeTotals(writer, messages.summary, (row) => {
    const { items, quantity, notCounted, difference, found } = totals[row];
    return [number(items), ...[quantity, notCounted, difference, found].map(number)];
  });
  const { values } = totals.all;
  for (const { currency } of values) {
    // Without any currency the title needs none.
    const isOnlyUnknown = currency === null && values.length === 1;
    const title = isOnlyUnknown ? messages.values : `${messages.values}: ${currency ?? messages.noCurrency}`;
    yield* writeTotals(writer, title, (row) => {
      const { expected, notCounted, difference, found } = valueIn(totals[row], currency);
      return [number(totals[row].items), ...[expected, notCounted, difference, found].map(money)];
    });
  }
  paper.y += 6;
  line(paper, messages.adds, { color: FAINT });
  if (open.undecided > 0) line(paper, `${messages.undecided}: ${number(open.undecided)}`, { isBold: true });
  if (open.toRecount > 0)
    line(paper, `${messages.stillToRecount}: ${number(open.toRecount)}`, { isBold: true });
}

/** Writes a table of totals. `cellsOf` returns items, expected, not counted, difference and found. */
function* writeTotals(
  { paper, language, messages }: PdfWriter,
  title: string,
  cellsOf: (row: (typeof TOTAL_ROWS)[number]) => GridCell[],
): Generator<void> {
  const rows = TOTAL_ROWS.map((row) => [textIn(TOTAL_NAMES[row], language), ...cellsOf(row)]);
  const total = rows.pop();
  const columns = [messages.quantity, messages.notCounted, messages.difference, messages.found];
  yield* drawGrid(paper, {
    title,
    columns: [
      { title: messages.result, share: 24 },
      { title: messages.items, share: 10, isNumber: true },
      ...columns.map((each) => ({ title: each, share: 19, isNumber: true })),
    ],
    rows,
    ...(total && { total }),
  });
}
