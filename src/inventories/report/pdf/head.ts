import { TOTAL_NAMES, TOTAL_ROWS } from "../../../domain/results.ts";
import { factsOf } from "../report-facts.ts";
import { valueIn } from "../totals.ts";
import { drawGrid, type GridCell } from "./grid.ts";
import { FAINT, fact, line } from "./paper.ts";
import type { PdfWriter } from "./pdf-writer.ts";

/** Which stocktake it is, of what, by whom and when. */
export function writeHead({ paper, report, language, messages: words, time }: PdfWriter): void {
  const { inventory } = report;
  line(paper, report.tenant.name, { color: FAINT }, 6);
  line(paper, words.title, { size: 18, isBold: true }, 2);
  line(paper, `${inventory.name} (${inventory.oid})`, { size: 11 }, 10);
  for (const [name, value] of factsOf(report, language, time)) fact(paper, name, value);
  if (inventory.isBlind === 1) fact(paper, words.mode, words.blind);
}

/** The pieces of each result, then the values in each currency, and what is still open. */
export function writeSummary(writing: PdfWriter): void {
  const { paper, report, messages: words, number, money } = writing;
  const { totals, open } = report;
  writeTotals(writing, words.summary, (row) => {
    const { items, quantity, notCounted, difference, found } = totals[row];
    return [number(items), ...[quantity, notCounted, difference, found].map(number)];
  });
  const { values } = totals.all;
  for (const { currency } of values) {
    // Where no price has a currency, there is nothing to tell apart.
    const isOnlyUnknown = currency === null && values.length === 1;
    const title = isOnlyUnknown ? words.values : `${words.values}: ${currency ?? words.noCurrency}`;
    writeTotals(writing, title, (row) => {
      const { expected, notCounted, difference, found } = valueIn(totals[row], currency);
      return [number(totals[row].items), ...[expected, notCounted, difference, found].map(money)];
    });
  }
  paper.y += 6;
  line(paper, words.adds, { color: FAINT });
  if (open.undecided > 0) line(paper, `${words.undecided}: ${number(open.undecided)}`, { isBold: true });
  if (open.toRecount > 0) line(paper, `${words.stillToRecount}: ${number(open.toRecount)}`, { isBold: true });
}

/** A table of totals, a row each; `cellsOf` gives the items, expected, not counted, difference and found. */
function writeTotals(
  { paper, language, messages: words }: PdfWriter,
  title: string,
  cellsOf: (row: (typeof TOTAL_ROWS)[number]) => GridCell[],
): void {
  const rows = TOTAL_ROWS.map((row) => [TOTAL_NAMES[row][language], ...cellsOf(row)]);
  const total = rows.pop();
  const columns = [words.quantity, words.notCounted, words.difference, words.found];
  drawGrid(paper, {
    title,
    columns: [
      { title: words.result, share: 24 },
      { title: words.items, share: 10, isNumber: true },
      ...columns.map((each) => ({ title: each, share: 19, isNumber: true })),
    ],
    rows,
    ...(total && { total }),
  });
}
