import { findUserByName } from "../../access/users/users.ts";
import { findArticleByCode } from "../../articles/article.ts";
import { storedValues } from "../../articles/custom-values.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { fold } from "../../domain/text-folding.ts";
import { byUnit } from "../../domain/units.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { Causes } from "./causes.ts";
import { cellText, isNumberLike, joinCells, joinsLines, parseText, readRow, withSlashes } from "./cells.ts";
import { addWrongCheckDigits } from "./check-digits.ts";
import type { CheckData, CheckResult, Sums } from "./check-program.ts";
import { type DoubtfulPrices, PriceCheck } from "./doubtful-prices.ts";
import { type BothRows, EarlierRows } from "./earlier-rows.ts";
import type { Header } from "./header.ts";
import { dryRunWriter } from "./import-writer.ts";
import {
  causeIdOf,
  collectKeys,
  type Issue,
  type ReportIssue,
  type RowErrors,
  toRowError,
  withReading,
} from "./issues.ts";
import type { collectLayout } from "./layout.ts";
import type { Decision, Decisions, KindOfTable } from "./options.ts";
import type { PictureReader } from "./pictures.ts";
import { createPlan, type Plan } from "./plan.ts";
import type { PlannedRow } from "./planner.ts";
import type { RowTranslator } from "./product-rows.ts";
import { createRowWriter, type ErrorRow, type RowWriter } from "./rows-file.ts";
import {
  type Column,
  customFieldOf,
  type Field,
  type FileHeaders,
  type HeaderColumn,
  KEY_FIELDS,
  type Row,
  type Values,
} from "./table-fields.ts";

const PROGRESS_EVERY_MS = 100;
const NONE_ADDED: ReadonlySet<number> = new Set();

/** Input of `checkRows`. */
interface RowCheckInput
  extends Pick<
    CheckData,
    "kind" | "tenantId" | "userId" | "defaults" | "rows" | "errorRows" | "earlierRows"
  > {
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
  | ("headers" | "result" | "rows" | "pictures" | "wrongCheckDigits" | "sums" | "doubtfulPrices")
  | ("validRows" | "errorRows" | "errorColumns" | "leftOut" | "joinedRows" | "repeatedRows")
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
  readonly #headers: FileHeaders;
  readonly #plan: Plan;
  readonly #earlier: EarlierRows;
  /** Null: not a list of articles. */
  readonly #prices: PriceCheck | null;
  readonly #resolve: ReturnType<typeof createRowResolver>;
  readonly #isSkipped: ReturnType<typeof createSkipTest>;
  readonly #valid: RowWriter<Row>;
  readonly #invalid: RowWriter<ErrorRow>;
  /** The columns as a row has them. A translated row has its cells in the order of the columns. */
  readonly #columns: readonly HeaderColumn[];
  readonly #counts;
  #sums: Omit<Sums, "quantities">;
  readonly #quantities = new UnitSums();
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
    this.#prices = kind === "articles" ? new PriceCheck(db, tenantId, header) : null;
    this.#earlier = new EarlierRows(input.earlierRows, {
      columns: this.#columns,
      isTranslated: input.translator !== null,
    });
    this.#resolve = createRowResolver(input, {
      columns: this.#columns,
      plan: this.#plan,
      earlier: this.#earlier,
      withoutKept,
    });
    this.#isSkipped = createSkipTest(kind, header.columns);
    this.#valid = createRowWriter<Row>(input.rows);
    this.#invalid = createRowWriter<ErrorRow>(input.errorRows);
    const sumIf = (...fields: Field[]) => (fields.every((field) => field in this.#headers) ? 0 : null);
    this.#sums = { quantity: sumIf("quantity"), price: sumIf("price"), value: sumIf("price", "quantity") };
    this.#counts = {
      rows: 0,
      pictures: 0,
      errorRows: 0,
      errorColumns: header.headers.length,
      leftOut: 0,
      joinedRows: 0,
      repeatedRows: 0,
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
    const doubtfulPrices = this.#prices?.all() ?? NO_DOUBTS;
    const { validRows } = result;
    const sums = this.#quantities.withUnits(this.#sums);
    return { headers: this.#headers, result, ...this.#counts, sums, doubtfulPrices, validRows };
  }

  async #add(read: ReadRow): Promise<void> {
    const { layout, isCsv, headerRow, translator } = this.#input;
    this.#counts.rows++;
    layout.addSamples(read);
    if (!this.#isReadable) return;
    if (this.#isSkipped(read)) {
      this.#counts.leftOut++;
      return;
    }
    const translated = translator === null ? joinCells(this.#columns, read) : translator.translate(read);
    if (translated === null) {
      this.#counts.leftOut++;
      return;
    }
    const isTooLong = isCsv && hasMoreCells(read, headerRow?.cells.length ?? 0);
    const both = { raw: read, read: translated };
    const resolved = this.#resolve(both, isTooLong ? TOO_LONG : undefined);
    if (resolved === null) {
      this.#counts.repeatedRows++;
      return;
    }
    this.#earlier.add(both);
    this.#prices?.addRow(read);
    if (this.#columns.some(({ parse, index }) => joinsLines(parse, cellText(translated.cells[index]))))
      this.#counts.joinedRows++;
    const { row, planned, isLeftOut, issues } = resolved;
    const messages: Message[] = [];
    for (const { issue, isResolved } of issues) this.#addIssue(read, issue, isResolved, messages);
    const report: ReportIssue = (issue) => this.#addIssue(read, issue, false, messages);
    if (isLeftOut) this.#counts.leftOut++;
    else if (planned !== null && this.#plan.write(row, planned, report))
      await this.#addValid(read, row, planned);
    if (messages.length > 0) this.#addErrorRow(read, messages, row.values);
  }

  async #addValid(read: ReadRow, row: Row, { unit = null }: PlannedRow): Promise<void> {
    const picture = (await this.#input.pictures?.read(read)) ?? null;
    if (picture !== null) this.#counts.pictures++;
    if (this.#input.kind === "articles") addWrongCheckDigits(this.#counts.wrongCheckDigits, row);
    this.#addToSums(row.values);
    this.#quantities.add(unit, row.values.quantity ?? 0);
    if (row.values.price !== undefined) this.#prices?.addPrice(read);
    this.#valid.add(picture === null ? row : { ...row, picture });
  }

  #addToSums({ price = 0, quantity = 0 }: Values): void {
    const add = (sum: number | null, more: number) => (sum === null ? null : sum + more);
    this.#sums = {
      quantity: add(this.#sums.quantity, quantity),
      price: add(this.#sums.price, price),
      value: add(this.#sums.value, price * quantity),
    };
  }

  #addIssue({ number }: ReadRow, issue: Issue, isResolved: boolean, messages: Message[]): void {
    const { columns, causes, errors } = this.#input;
    causes.add(number, issue, isResolved);
    if (isResolved) return;
    const error = toRowError(columns, number, issue, this.#headers);
    errors.add(error);
    messages.push(error.column === null ? error.message : withColumn(error.column, error.message));
  }

  /** The fields whose default a row would get. Another product's file has its own, and is read by its own columns. */
  #defaulted({ code, userName }: Values): readonly Field[] {
    const { db, tenantId, kind, defaults, translator } = this.#input;
    if (translator !== null) return [];
    const fields = Object.keys(defaults) as Field[];
    // A file of stock has the other columns.
    if (kind === "stock" || kind === "refill-rules") return fields.filter((field) => field === "location");
    const isKnown =
      kind === "users"
        ? userName !== undefined && findUserByName(db, userName)?.tenantId === tenantId
        : code !== undefined && findArticleByCode(db, tenantId, code) !== null;
    return isKnown ? [] : fields;
  }

  #addErrorRow(read: ReadRow, messages: readonly Message[], values: Values): void {
    const { layout, header } = this.#input;
    const hasSecret = read.cells.some((cell, index) => layout.isSecretColumn(index) && cellText(cell) !== "");
    const cells = Array.from(read.cells, (cell, index): Cell => {
      if (layout.isSecretColumn(index)) return null;
      const isKept =
        typeof cell === "boolean" || (typeof cell === "number" && isNumber(header.columns, index, cell));
      if (isKept) return cell;
      // The import of this file does not know the separator that was chosen for the first one.
      const column = header.columns.find((one) => one.index === index);
      return (column && withSlashes(column, cell)) || cellText(cell) || null;
    });
    this.#counts.errorRows++;
    this.#counts.errorColumns = Math.max(this.#counts.errorColumns, cells.length);
    this.#invalid.add({
      number: read.number,
      cells,
      messages: hasSecret ? [...messages, SECRETS_LEFT_OUT] : messages,
      defaulted: this.#defaulted(values),
    });
  }
}

/** Whether a column reads a number as one. A file formats numbers, which must not change a code or a name. */
function isNumber(columns: readonly HeaderColumn[], index: number, cell: number): boolean {
  const column = columns.find((one) => one.index === index);
  if (column?.isNumeric === true) return true;
  const parsed = column?.parse(cell);
  return parsed !== undefined && "value" in parsed && typeof parsed.value === "number";
}

/** Units whose quantities are listed: a wrong column may have one in each row. */
const MAX_UNITS = 20;

/** The quantities of valid rows by unit. */
class UnitSums {
  readonly #sums = new Map<string | null, number>();

  add(unit: string | null, quantity: number): void {
    if (quantity !== 0 && this.#sums.size <= MAX_UNITS)
      this.#sums.set(unit, (this.#sums.get(unit) ?? 0) + quantity);
  }

  /** The sums with these. Quantities of several units have no sum. */
  withUnits(sums: Omit<Sums, "quantities">): Sums {
    const quantities = [...this.#sums].map(([unit, quantity]) => ({ unit, quantity })).sort(byUnit);
    return {
      ...sums,
      quantity: quantities.length > 1 ? null : sums.quantity,
      quantities: quantities.length > MAX_UNITS ? [] : quantities,
    };
  }
}

const NO_DOUBTS: DoubtfulPrices = { otherCurrency: { count: 0, currencies: [] }, notImported: [] };
const SECRETS_LEFT_OUT = msg("Passwords and PINs are left out of this file.");
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

const TOTAL = /^(celkem|celkovy soucet|mezisoucet|soucet|suma|sum|total|grand total|subtotal)(?=$|[\s:.,])/;

/**
 * Returns a test for rows of a print-out that are not records: totals (`Celkem` or `Total` in the first filled cell of a row
 * without a key) and header rows repeated on each page.
 */
function createSkipTest(kind: TableKind, columns: readonly HeaderColumn[]): (row: ReadRow) => boolean {
  const keyField = KEY_FIELDS[kind][0];
  const key = columns.find(({ field }) => field === keyField);
  // A row of totals contains numbers only.
  const texts = columns.filter(({ field }) => !["price", "quantity"].includes(field) && field !== keyField);

  function isTotal({ cells }: ReadRow): boolean {
    const first = cells.findIndex((cell) => cellText(cell) !== "");
    if (!TOTAL.test(fold(cellText(cells[first])))) return false;
    const isFilled = ({ index }: HeaderColumn) => cellText(cells[index]) !== "";
    const isText = ({ index }: HeaderColumn) => !isNumberLike(cellText(cells[index]));
    // A record whose name begins like this has other texts too.
    if (texts.some((column) => column.index !== first && isFilled(column) && isText(column))) return false;
    if (key === undefined || !isFilled(key)) return true;
    // A location may have such a name.
    return kind !== "locations" && first === key.index && texts.length > 0;
  }

  function isHeader({ cells }: ReadRow): boolean {
    const alike = columns.filter(({ index, header }) => cellText(cells[index]) === header);
    return alike.length > 1 && (key === undefined || alike.includes(key));
  }

  return (row) => isTotal(row) || isHeader(row) || (kind !== "locations" && isPageBreak(row));
}

/** The line that a print-out begins a page with: `Page 2` in one cell, after a form feed. A location may be in one cell too. */
function isPageBreak({ cells }: ReadRow): boolean {
  const [only, another] = cells.filter((cell) => cellText(cell) !== "");
  return another === undefined && typeof only === "string" && only.includes("\f");
}

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

function hasMoreCells({ cells }: ReadRow, width: number): boolean {
  return cells.slice(width).some((cell) => cellText(cell) !== "");
}

/** A row of the file after all decisions. */
interface ResolvedRow {
  readonly row: Row;
  /** Null: the row has errors or is left out. */
  readonly planned: PlannedRow | null;
  readonly isLeftOut: boolean;
  /** All issues, with whether a decision has resolved them. */
  readonly issues: readonly { readonly issue: Issue; readonly isResolved: boolean }[];
}

/** What rows are resolved with. */
interface ResolverParts {
  readonly columns: readonly HeaderColumn[];
  readonly plan: Plan;
  readonly earlier: EarlierRows;
  readonly withoutKept: WithoutKept;
}

/**
 * Reads and plans rows. Applies the decision for the cause of an issue, once per cause and row. Null: the row repeats an earlier
 * one in all cells.
 */
function createRowResolver(
  table: KindOfTable & { readonly decisions: Decisions },
  { columns, plan, earlier, withoutKept }: ResolverParts,
): (both: BothRows, extra?: Issue) => ResolvedRow | null {
  const { decisions } = table;
  return (both, extra) => {
    const issues: { issue: Issue; isResolved: boolean }[] = [];
    const used = new Set<string>();
    const cells = readCells(columns, both.read, withoutKept);
    const cellIssues: Issue[] = extra === undefined ? cells.issues : [extra, ...cells.issues];
    let { row } = cells;
    const leftOutBy: Issue[] = [];

    /** Applies decisions to issues. Returns the issues without a decision. */
    function decide(some: readonly Issue[]): Issue[] {
      return some.filter((issue) => {
        const id = causeIdOf(issue);
        const decision = used.has(id) ? null : decisions.of(id, issue.value ?? null);
        if (decision === null || (issue.isCreated === true && decision.action === "create")) return true;
        const decided = decision.action === "leaveOut" ? row : withDecision(table, row, issue, decision);
        // The field does not take the number in this reading.
        if (decided === null) return true;
        used.add(id);
        row = decided;
        if (decision.action === "leaveOut") leftOutBy.push(issue);
        issues.push({ issue, isResolved: true });
        return false;
      });
    }
    function leftOut(): ResolvedRow {
      plan.leaveOut(row);
      const resolved = leftOutBy.map((issue) => ({ issue, isResolved: true }));
      return { row, planned: null, isLeftOut: true, issues: resolved };
    }

    const open = decide(cellIssues);
    if (leftOutBy.length > 0) return leftOut();
    for (;;) {
      const reported: Issue[] = [];
      let isRepetition = false;
      const planned = plan.plan(row, (issue) => {
        const found = issue.repeats === undefined ? issue : earlier.conflict(both, issue);
        if (found === null) isRepetition = true;
        else reported.push(found);
      });
      if (isRepetition) return null;
      const rest = decide(reported);
      if (leftOutBy.length > 0) return leftOut();
      if (rest.length < reported.length) continue;
      for (const issue of [...open, ...rest]) issues.push({ issue, isResolved: issue.isCreated === true });
      const isWrong = issues.some(({ isResolved }) => !isResolved);
      return { row, planned: isWrong ? null : planned, isLeftOut: false, issues };
    }
  };
}

/** Reads the cells of a row, without wrong ones that repeat what the article has. */
function readCells(columns: readonly HeaderColumn[], read: ReadRow, withoutKept: WithoutKept) {
  const issues: Issue[] = [];
  const row = readRow(columns, read, (issue) => issues.push(issue));
  const others = row.invalid.length === 0 ? null : withoutKept(read, row.invalid);
  if (others === null) return { row, issues };
  const rest: Issue[] = [];
  return { row: readRow(columns, others, (issue) => rest.push(issue)), issues: rest };
}

/** Clears cells of a row that repeat what its article has. An empty cell keeps the stored value. */
type WithoutKept = (read: ReadRow, invalid: readonly Field[]) => ReadRow | null;

/**
 * Creates the function that clears those of the `invalid` cells whose text is the present value of the article's custom field: of a
 * removed choice, or of a former type. So an exported list can always be imported again. Null: there is none.
 */
function createWithoutKept(db: Db, tenantId: number, columns: readonly HeaderColumn[]): WithoutKept {
  const codeColumn = columns.find(({ field }) => field === "code");
  return (read, invalid) => {
    const wrong = columns.filter(({ field }) => customFieldOf(field) !== null && invalid.includes(field));
    if (codeColumn === undefined || wrong.length === 0) return null;
    const code = cellText(read.cells[codeColumn.index]);
    const article = code === "" ? null : findArticleByCode(db, tenantId, code);
    if (article === null) return null;
    const stored = storedValues(article.customValues);
    const kept = wrong.filter(
      ({ field, index }) => stored[customFieldOf(field) ?? 0] === cellText(read.cells[index]),
    );
    if (kept.length === 0) return null;
    const indexes = new Set(kept.map(({ index }) => index));
    return { ...read, cells: Array.from(read.cells, (cell, index) => (indexes.has(index) ? null : cell)) };
  };
}

/** The row after a decision for one of its issues; null: its value is not one of the field in the decided reading. */
function withDecision(
  { kind, columns }: KindOfTable,
  row: Row,
  issue: Issue,
  { action, to }: Decision,
): Row | null {
  const { values, invalid, fallbacks = {}, creates = [] } = row;
  const field = action === "empty" ? issue.field : (issue.fills ?? issue.field);
  if (field === null) throw new Error(`${action} for a whole row`);
  const others = invalid.filter((one) => one !== field);
  if (action === "create") return { ...row, creates: [...creates, field] };
  if (action === "empty") return { ...row, values: without(values, field), invalid: others };
  const isReading = action === "asThousands" || action === "asDecimals";
  const parsed = parseText(columns, field, isReading ? withReading(issue.value ?? "", action) : (to ?? ""));
  if ("error" in parsed) {
    if (isReading) return null;
    throw new Error("a replacement that was not checked");
  }
  // A replacement for a missing value never overwrites a stored value.
  if (issue.kind === "missing" && kind !== "stock")
    return { ...row, fallbacks: { ...fallbacks, [field]: parsed.value } };
  return { ...row, values: { ...values, [field]: parsed.value }, invalid: others };
}

function without(values: Values, field: Field): Values {
  const { [field]: _, ...others } = values;
  return others;
}

function withColumn(column: string, error: Message): Message {
  return msg("{column}: {error}", { column, error });
}
