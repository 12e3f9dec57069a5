import { type Message, msg } from "../../domain/message.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { Causes } from "./causes.ts";
import type { CheckData, CheckResult } from "./check.ts";
import type { Header } from "./header.ts";
import { dryRunWriter } from "./import-writer.ts";
import type { Issue } from "./issues.ts";
import type { collectLayout } from "./layout.ts";
import type { Decisions } from "./options.ts";
import { createPlan } from "./plan.ts";
import { cellText } from "./read-row.ts";
import { createRowResolver } from "./resolve.ts";
import { type RowErrors, toRowError } from "./row-errors.ts";
import { createRowWriter, type ErrorRow } from "./rows-file.ts";
import { createSkipTest } from "./skipped-rows.ts";
import type { Row } from "./values.ts";

const PROGRESS_EVERY_MS = 100;

const TOO_LONG: Issue = {
  field: null,
  kind: "other",
  code: "too-long",
  message: msg(
    "has more values than there are columns. Put text that contains the separator in quotation marks",
    "má více hodnot, než je sloupců. Text, který obsahuje oddělovač, dejte do uvozovek",
  ),
  causeMessage: msg(
    "Rows have more values than there are columns. Put text that contains the separator in quotation marks.",
    "Řádky mají více hodnot, než je sloupců. Text, který obsahuje oddělovač, dejte do uvozovek.",
  ),
};

/** Input of `checkRows`. */
interface RowCheckInput
  extends Pick<CheckData, "kind" | "tenantId" | "userId" | "defaults" | "rows" | "errorRows"> {
  readonly db: Db;
  readonly header: Header;
  readonly headerRow: ReadRow | null;
  readonly layout: ReturnType<typeof collectLayout>;
  readonly decisions: Decisions;
  readonly causes: Causes;
  readonly errors: RowErrors;
  readonly isCsv: boolean;
}

/** Checks and plans all rows below the header. Writes valid rows and rows with errors to their files. */
export async function checkRows(
  input: RowCheckInput,
  top: readonly ReadRow[],
  rest: AsyncIterable<ReadRow>,
  onProgress: (done: number) => void,
): Promise<Pick<CheckResult, "result" | "rows" | "validRows" | "errorRows" | "errorColumns" | "leftOut">> {
  const { kind, header, headerRow, layout, causes, errors } = input;
  const headers = Object.fromEntries(header.columns.map(({ field, header: own }) => [field, own]));
  const context = {
    db: input.db,
    writer: dryRunWriter(),
    tenantId: input.tenantId,
    userId: input.userId,
    hashes: null,
  };
  const plan = createPlan(kind, { ...context, defaults: input.defaults }, headers);
  const resolve = createRowResolver(kind, header.columns, plan, input.decisions);
  const isSkipped = createSkipTest(kind, header.columns);
  const valid = createRowWriter<Row>(input.rows);
  const invalid = createRowWriter<ErrorRow>(input.errorRows);
  const counts = { rows: 0, errorRows: 0, errorColumns: header.headers.length, leftOut: 0 };
  let last = 0;

  addTableErrors(input, top.length > 0);
  const isReadable = errors.count() === 0;

  function take(read: ReadRow): void {
    counts.rows++;
    layout.addSamples(read);
    if (!isReadable) return;
    if (isSkipped(read)) {
      counts.leftOut++;
      return;
    }
    const isTooLong = input.isCsv && hasMoreCells(read, headerRow?.cells.length ?? 0);
    const { row, planned, isLeftOut, issues } = resolve(read, isTooLong ? TOO_LONG : undefined);
    const messages: Message[] = [];
    const addIssue = (issue: Issue, isResolved: boolean) => {
      causes.add(read.number, issue, isResolved);
      if (isResolved) return;
      const error = toRowError(kind, read.number, issue, headers);
      errors.add(error);
      messages.push(error.column === null ? error.message : withColumn(error.column, error.message));
    };
    for (const { issue, isResolved } of issues) addIssue(issue, isResolved);
    if (isLeftOut) counts.leftOut++;
    else if (planned !== null && plan.write(row, planned, (issue) => addIssue(issue, false))) valid.add(row);
    if (messages.length === 0) return;
    counts.errorRows++;
    const cells = Array.from(read.cells, (cell, index) =>
      layout.isSecretColumn(index) ? "" : cellText(cell),
    );
    counts.errorColumns = Math.max(counts.errorColumns, cells.length);
    invalid.add({ number: read.number, cells, messages });
  }

  async function takeAll(rows: Iterable<ReadRow> | AsyncIterable<ReadRow>): Promise<void> {
    for await (const read of rows) {
      if (read.number <= (header.row ?? 0)) continue;
      // A table that can't be imported is only read for samples.
      if (!isReadable && !layout.needsSamples()) return;
      take(read);
      if (performance.now() - last < PROGRESS_EVERY_MS) continue;
      last = performance.now();
      onProgress(counts.rows);
    }
  }

  await takeAll(top);
  await takeAll(rest);
  if (counts.rows === 0 && isReadable) addTableError(input, 1, null, NO_ROWS, "no-rows");
  valid.end();
  invalid.end();
  const result = plan.result();
  return { result, ...counts, validRows: result.validRows };
}

const NO_ROWS = msg("The table has no rows.", "Tabulka nemá žádné řádky.");

/** Adds the errors that make the whole table unreadable. */
function addTableErrors(input: RowCheckInput, hasRows: boolean): void {
  const { header } = input;
  if (!hasRows) addTableError(input, 1, null, NO_ROWS, "no-rows");
  for (const { column, message, field } of hasRows ? header.errors : []) {
    const code = field !== undefined ? `no-${field}` : column === null ? "no-header" : "same-column";
    addTableError(input, header.row ?? 1, column, message, code);
  }
}

function addTableError(
  { errors, causes }: RowCheckInput,
  row: number,
  column: string | null,
  message: Message,
  code: string,
): void {
  errors.add({ row, column, message, value: null, cause: `table.other.${code}` });
  causes.add(row, { field: null, kind: "other", message, code, isTable: true }, false);
}

function hasMoreCells({ cells }: ReadRow, width: number): boolean {
  return cells.slice(width).some((cell) => cellText(cell) !== "");
}

function withColumn(column: string, { en, cs }: Message): Message {
  return msg(`${column}: ${en}`, `${column}: ${cs}`);
}
