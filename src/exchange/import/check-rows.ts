import { type Message, msg } from "../../domain/message.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { ReadRow } from "../tables/source.ts";
import type { Causes } from "./causes.ts";
import type { CheckData, Checked } from "./check.ts";
import type { Header } from "./header.ts";
import { dryRunWriter } from "./import-writer.ts";
import type { Issue } from "./issues.ts";
import type { collectLayout } from "./layout.ts";
import type { Decisions } from "./options.ts";
import { makePlan } from "./plan.ts";
import { cellText } from "./read-row.ts";
import { resolver } from "./resolve.ts";
import { type Faults, rowFault } from "./row-errors.ts";
import { type ErrorRow, rowWriter } from "./rows-file.ts";
import { skippedRows } from "./skipped-rows.ts";
import type { Row } from "./values.ts";

const TELL_EVERY_MS = 100;

const TOO_LONG: Issue = {
  field: null,
  kind: "other",
  code: "too-long",
  words: msg(
    "has more values than there are columns. Put text that contains the separator in quotation marks",
    "má více hodnot, než je sloupců. Text, který obsahuje oddělovač, dejte do uvozovek",
  ),
  causeWords: msg(
    "Rows have more values than there are columns. Put text that contains the separator in quotation marks.",
    "Řádky mají více hodnot, než je sloupců. Text, který obsahuje oddělovač, dejte do uvozovek.",
  ),
};

/** What the rows of a table are checked with. */
interface RowCheck extends Pick<CheckData, "kind" | "tenantId" | "defaults" | "rows" | "errorRows"> {
  readonly db: Db;
  readonly header: Header;
  readonly headerRow: ReadRow | null;
  readonly layout: ReturnType<typeof collectLayout>;
  readonly decisions: Decisions;
  readonly causes: Causes;
  readonly faults: Faults;
  readonly isCsv: boolean;
}

/** Checks and plans all rows below the header; the valid ones and those with errors are written to their files. */
export async function checkRows(
  given: RowCheck,
  top: readonly ReadRow[],
  rest: AsyncIterable<ReadRow>,
  tell: (done: number) => void,
): Promise<Pick<Checked, "result" | "rows" | "validRows" | "errorRows" | "errorColumns" | "leftOut">> {
  const { kind, header, headerRow, layout, causes, faults } = given;
  const headers = Object.fromEntries(header.columns.map(({ field, header: own }) => [field, own]));
  const parts = { db: given.db, hand: dryRunWriter(), tenantId: given.tenantId, hashes: null };
  const plan = makePlan(kind, { ...parts, defaults: given.defaults }, headers);
  const resolve = resolver(kind, header.columns, plan, given.decisions);
  const isSkipped = skippedRows(kind, header.columns);
  const valid = rowWriter<Row>(given.rows);
  const wrong = rowWriter<ErrorRow>(given.errorRows);
  const counts = { rows: 0, errorRows: 0, errorColumns: header.headers.length, leftOut: 0 };
  let last = 0;

  noteTableFaults(given, top.length > 0);
  const isReadable = faults.count() === 0;

  function take(read: ReadRow): void {
    counts.rows++;
    layout.note(read);
    if (!isReadable) return;
    if (isSkipped(read)) {
      counts.leftOut++;
      return;
    }
    const isTooLong = given.isCsv && hasMoreCells(read, headerRow?.cells.length ?? 0);
    const { row, planned, isLeftOut, issues } = resolve(read, isTooLong ? TOO_LONG : undefined);
    const messages: Message[] = [];
    const note = (issue: Issue, isResolved: boolean) => {
      causes.note(read.number, issue, isResolved);
      if (isResolved) return;
      const fault = rowFault(kind, read.number, issue, headers);
      faults.add(fault);
      messages.push(fault.column === null ? fault.words : withColumn(fault.column, fault.words));
    };
    for (const { issue, isResolved } of issues) note(issue, isResolved);
    if (isLeftOut) counts.leftOut++;
    else if (planned !== null && plan.write(row, planned, (issue) => note(issue, false))) valid.add(row);
    if (messages.length === 0) return;
    counts.errorRows++;
    const cells = Array.from(read.cells, (cell, index) =>
      layout.isSecretColumn(index) ? "" : cellText(cell),
    );
    counts.errorColumns = Math.max(counts.errorColumns, cells.length);
    wrong.add({ number: read.number, cells, messages });
  }

  async function takeAll(rows: Iterable<ReadRow> | AsyncIterable<ReadRow>): Promise<void> {
    for await (const read of rows) {
      if (read.number <= (header.row ?? 0)) continue;
      // Of a table that can't be imported only samples are shown.
      if (!isReadable && !layout.isWanting()) return;
      take(read);
      if (performance.now() - last < TELL_EVERY_MS) continue;
      last = performance.now();
      tell(counts.rows);
    }
  }

  await takeAll(top);
  await takeAll(rest);
  if (counts.rows === 0 && isReadable) noteTableFault(given, 1, null, NO_ROWS, "no-rows");
  valid.end();
  wrong.end();
  const result = plan.result();
  return { result, ...counts, validRows: result.validRows };
}

const NO_ROWS = msg("The table has no rows.", "Tabulka nemá žádné řádky.");

/** Notes what makes the table as a whole unreadable. */
function noteTableFaults(given: RowCheck, hasRows: boolean): void {
  const { header } = given;
  if (!hasRows) noteTableFault(given, 1, null, NO_ROWS, "no-rows");
  for (const { column, words, field } of hasRows ? header.faults : []) {
    const code = field !== undefined ? `no-${field}` : column === null ? "no-header" : "same-column";
    noteTableFault(given, header.row ?? 1, column, words, code);
  }
}

function noteTableFault(
  { faults, causes }: RowCheck,
  row: number,
  column: string | null,
  words: Message,
  code: string,
): void {
  faults.add({ row, column, words, value: null, cause: `table.other.${code}` });
  causes.note(row, { field: null, kind: "other", words, code, isTable: true }, false);
}

function hasMoreCells({ cells }: ReadRow, width: number): boolean {
  return cells.slice(width).some((cell) => cellText(cell) !== "");
}

function withColumn(column: string, { en, cs }: Message): Message {
  return msg(`${column}: ${en}`, `${column}: ${cs}`);
}
