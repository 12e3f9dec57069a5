import { type Message, msg } from "../../domain/message.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { Causes } from "./causes.ts";
import { joinsLines } from "./cells.ts";
import type { CheckData, CheckResult } from "./check.ts";
import { addWrongCheckDigits } from "./check-digits.ts";
import type { Column } from "./columns.ts";
import { collectKeys } from "./duplicate-rows.ts";
import type { Header, HeaderColumn } from "./header.ts";
import { dryRunWriter } from "./import-writer.ts";
import type { Issue, ReportIssue } from "./issues.ts";
import { createWithoutKept } from "./kept-values.ts";
import type { collectLayout } from "./layout.ts";
import type { Decisions } from "./options.ts";
import type { PictureReader } from "./pictures.ts";
import { createPlan, type Plan } from "./plan.ts";
import { cellText } from "./read-row.ts";
import { createRowResolver } from "./resolve.ts";
import { type RowErrors, toRowError } from "./row-errors.ts";
import { createRowWriter, type ErrorRow, type RowWriter } from "./rows-file.ts";
import { createSkipTest } from "./skipped-rows.ts";
import type { RowTranslator } from "./translate-row.ts";
import type { Field, Row } from "./values.ts";

const PROGRESS_EVERY_MS = 100;
const NONE_ADDED: ReadonlySet<number> = new Set();

const TOO_LONG: Issue = {
  field: null,
  kind: "other",
  code: "too-long",
  message: msg(
    "has more values than there are columns. Put text that contains the separator in quotation marks",
  ),
  causeMessage: msg(
    "Rows have more values than there are columns. Put text that contains the separator in quotation marks.",
  ),
};

/** Input of `checkRows`. */
interface RowCheckInput
  extends Pick<CheckData, "kind" | "tenantId" | "userId" | "defaults" | "rows" | "errorRows"> {
  readonly db: Db;
  /** The columns of the kind of table. */
  readonly columns: readonly Column[];
  readonly header: Header;
  readonly headerRow: ReadRow | null;
  readonly layout: ReturnType<typeof collectLayout>;
  readonly decisions: Decisions;
  readonly causes: Causes;
  readonly errors: RowErrors;
  readonly isCsv: boolean;
  /** Reads the rows of another product's file; null: an own list. */
  readonly translator: RowTranslator | null;
  readonly pictures: PictureReader | null;
}

type RowCheckResult = Pick<
  CheckResult,
  | ("result" | "rows" | "pictures" | "wrongCheckDigits")
  | ("validRows" | "errorRows" | "errorColumns" | "leftOut" | "joinedRows")
>;

/** Checks and plans all rows below the header. Writes valid rows and rows with errors to their files. */
export async function checkRows(
  input: RowCheckInput,
  top: readonly ReadRow[],
  rest: AsyncIterable<ReadRow>,
  onProgress: (done: number) => void,
): Promise<RowCheckResult> {
  addTableErrors(input, top.length > 0);
  const check = new RowCheck(input, onProgress);
  await check.addRows(top);
  await check.addRows(rest);
  return check.end();
}

class RowCheck {
  readonly #input: RowCheckInput;
  readonly #onProgress: (done: number) => void;
  /** False: the table can't be imported, and is only read for samples. */
  readonly #isReadable: boolean;
  /** The file's headers, by field. */
  readonly #headers: Readonly<Partial<Record<Field, string>>>;
  readonly #plan: Plan;
  readonly #resolve: ReturnType<typeof createRowResolver>;
  readonly #isSkipped: ReturnType<typeof createSkipTest>;
  readonly #valid: RowWriter<Row>;
  readonly #invalid: RowWriter<ErrorRow>;
  /** The columns as a row has them. A translated row has its cells in the order of the columns. */
  readonly #columns: readonly HeaderColumn[];
  readonly #counts;
  #lastProgressAt = 0;

  constructor(input: RowCheckInput, onProgress: (done: number) => void) {
    const { kind, db, tenantId, userId, defaults, header } = input;
    this.#input = input;
    this.#onProgress = onProgress;
    this.#isReadable = input.errors.count() === 0;
    this.#headers = Object.fromEntries(header.columns.map(({ field, header: own }) => [field, own]));
    const context = {
      db,
      writer: dryRunWriter(),
      tenantId,
      userId,
      defaults,
      columns: input.columns,
      keys: collectKeys(),
      added: () => NONE_ADDED,
    };
    this.#plan = createPlan(kind, context, this.#headers);
    this.#columns =
      input.translator === null
        ? header.columns
        : header.columns.map((column, index) => ({ ...column, index }));
    const withoutKept = createWithoutKept(db, tenantId, this.#columns);
    this.#resolve = createRowResolver(input, this.#columns, this.#plan, input.decisions, withoutKept);
    this.#isSkipped = createSkipTest(kind, header.columns);
    this.#valid = createRowWriter<Row>(input.rows);
    this.#invalid = createRowWriter<ErrorRow>(input.errorRows);
    this.#counts = {
      rows: 0,
      pictures: 0,
      errorRows: 0,
      errorColumns: header.headers.length,
      leftOut: 0,
      joinedRows: 0,
      wrongCheckDigits: { count: 0, first: [] },
    };
  }

  async addRows(rows: Iterable<ReadRow> | AsyncIterable<ReadRow>): Promise<void> {
    const { header, layout } = this.#input;
    for await (const read of rows) {
      if (read.number <= (header.row ?? 0)) continue;
      if (!this.#isReadable && !layout.needsSamples()) return;
      await this.#add(read);
      if (performance.now() - this.#lastProgressAt < PROGRESS_EVERY_MS) continue;
      this.#lastProgressAt = performance.now();
      this.#onProgress(this.#counts.rows);
    }
  }

  end(): RowCheckResult {
    if (this.#counts.rows === 0 && this.#isReadable) addTableError(this.#input, 1, null, NO_ROWS, "no-rows");
    this.#valid.end();
    this.#invalid.end();
    const result = this.#plan.result();
    return { result, ...this.#counts, validRows: result.validRows };
  }

  async #add(read: ReadRow): Promise<void> {
    const { layout, isCsv, headerRow } = this.#input;
    this.#counts.rows++;
    layout.addSamples(read);
    if (!this.#isReadable) return;
    if (this.#isSkipped(read)) {
      this.#counts.leftOut++;
      return;
    }
    const translated = this.#input.translator?.translate(read) ?? { read };
    if ("rejected" in translated) {
      this.#counts.leftOut++;
      return;
    }
    const { cells } = translated.read;
    if (this.#columns.some(({ parse, index }) => joinsLines(parse, cellText(cells[index]))))
      this.#counts.joinedRows++;
    const isTooLong = isCsv && hasMoreCells(read, headerRow?.cells.length ?? 0);
    const { row, planned, isLeftOut, issues } = this.#resolve(
      translated.read,
      isTooLong ? TOO_LONG : undefined,
    );
    const messages: Message[] = [];
    for (const { issue, isResolved } of issues) this.#addIssue(read, issue, isResolved, messages);
    const report: ReportIssue = (issue) => this.#addIssue(read, issue, false, messages);
    if (isLeftOut) this.#counts.leftOut++;
    else if (planned !== null && this.#plan.write(row, planned, report)) await this.#addValid(read, row);
    if (messages.length > 0) this.#addErrorRow(read, messages);
  }

  async #addValid(read: ReadRow, row: Row): Promise<void> {
    const picture = (await this.#input.pictures?.read(read)) ?? null;
    if (picture !== null) this.#counts.pictures++;
    if (this.#input.kind === "articles") addWrongCheckDigits(this.#counts.wrongCheckDigits, row);
    this.#valid.add(picture === null ? row : { ...row, picture });
  }

  #addIssue({ number }: ReadRow, issue: Issue, isResolved: boolean, messages: Message[]): void {
    const { columns, causes, errors } = this.#input;
    causes.add(number, issue, isResolved);
    if (isResolved) return;
    const error = toRowError(columns, number, issue, this.#headers);
    errors.add(error);
    messages.push(error.column === null ? error.message : withColumn(error.column, error.message));
  }

  #addErrorRow(read: ReadRow, messages: readonly Message[]): void {
    const { layout } = this.#input;
    const cells = Array.from(read.cells, (cell, index) =>
      layout.isSecretColumn(index) ? "" : cellText(cell),
    );
    this.#counts.errorRows++;
    this.#counts.errorColumns = Math.max(this.#counts.errorColumns, cells.length);
    this.#invalid.add({ number: read.number, cells, messages });
  }
}

const NO_ROWS = msg("The table has no rows.");

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

function withColumn(column: string, error: Message): Message {
  return msg("{column}: {error}", { column, error });
}
