import { OWN_FIELDS } from "../../../../domain/table-kinds.ts";
import type { CauseDecision, Decision, ImportDetail, ImportField, ImportOptions } from "../shapes.ts";

/** The fields of columns by their headers, as stored in this browser. */
type Remembered = Readonly<Record<string, string | null>>;

/** The options with the field of each column, so that a later check does not match columns again. */
export function fullOptions({ options, columns }: ImportDetail): ImportOptions {
  return columns.length === 0
    ? options
    : { ...options, columns: columns.map(({ column, field }) => ({ column, field })) };
}

/** The options of another sheet: those of the first one do not apply. */
export function withSheet({ defaults }: ImportOptions, sheet: string): ImportOptions {
  return { sheet, ...(defaults && { defaults }) };
}

/**
 * Sets another header row: columns are matched again, except those with a remembered header, if its field still exists, and those that
 * are joined. Decisions were for other values.
 */
export function withHeaderRow(
  { columns: before = [], decisions: _decisions, ...others }: ImportOptions,
  headerRow: number,
  { firstRows, fields }: Pick<ImportDetail, "firstRows" | "fields">,
  remembered: Remembered,
): ImportOptions {
  const cells = firstRows.find(({ row }) => row === headerRow)?.cells ?? [];
  const columns = cells.flatMap((header, column) => {
    const { [header.trim()]: field } = remembered;
    const isKnown = field === null || fields.some((one) => one.field === field);
    return field === undefined || !isKnown ? [] : [{ column, field }];
  });
  const isElsewhere = (column: number, field: string | null) =>
    columns.some((one) => one.column === column && one.field !== field);
  const kept = before.filter(({ column, field }) => field !== null && !isElsewhere(column, field));
  const joined = kept.filter(({ field }) => kept.filter((one) => one.field === field).length > 1);
  columns.push(...joined.filter(({ column }) => columns.every((one) => one.column !== column)));
  return { ...others, headerRow, ...(columns.length > 0 && { columns }) };
}

/** Sets another encoding or separator: header row and columns are detected again. Decisions were for other values. */
export function withText(
  { columns: _columns, headerRow: _row, decisions: _decisions, ...others }: ImportOptions,
  text: Pick<ImportOptions, "encoding" | "separator">,
): ImportOptions {
  return { ...others, ...text };
}

/** Chooses the product whose export it is, or none: header row and columns are detected again. Decisions were for other values. */
export function withProduct(
  { columns: _columns, headerRow: _row, decisions: _decisions, ...others }: ImportOptions,
  product: ImportOptions["product"],
): ImportOptions {
  return { ...others, ...(product !== undefined && { product }) };
}

/** Sets the separator of the levels of locations. The server drops the decisions for other ones. */
export const withLevels = (
  options: ImportOptions,
  levels: NonNullable<ImportOptions["levels"]>,
): ImportOptions => ({ ...options, levels });

/** Assigns a field to a column. The server joins the columns of a text, and refuses others. Decisions for the values of fields that change are removed. */
export function withField(options: ImportOptions, column: number, field: string | null): ImportOptions {
  const before = options.columns?.find((one) => one.column === column)?.field;
  const isKept = ({ cause }: CauseDecision) => {
    const [name] = cause.split(".");
    return name !== field && name !== before && name !== "row";
  };
  const columns = (options.columns ?? []).map((one) => (one.column === column ? { column, field } : one));
  const { decisions } = options;
  return { ...options, columns, ...(decisions && { decisions: decisions.filter(isKept) }) };
}

/** Sets the default of a field for empty cells; "" removes it. */
export function withDefault(options: ImportOptions, field: string, text: string): ImportOptions {
  const { [field]: _, ...others } = options.defaults ?? {};
  return { ...options, defaults: text === "" ? others : { ...others, [field]: text } };
}

/** Sets the decision for a cause or one of its values; null removes it. */
export function withDecision(
  options: ImportOptions,
  cause: string,
  value: string | undefined,
  decision: Decision | null,
): ImportOptions {
  const isOther = (one: CauseDecision) => one.cause !== cause || one.value !== value;
  const others = (options.decisions ?? []).filter(isOther);
  if (decision === null) return { ...options, decisions: others };
  return {
    ...options,
    decisions: [...others, { cause, ...(value !== undefined && { value }), ...decision }],
  };
}

/** The decision of a cause or of one of its values; null: none. */
export function decisionOf(
  { decisions = [] }: ImportOptions,
  cause: string,
  value?: string,
): Decision | null {
  return decisions.find((one) => one.cause === cause && one.value === value) ?? null;
}

/** The columns with their fields; during a new match the earlier ones. */
const matchedColumns = (one: ImportDetail, { columns = [] }: ImportOptions) =>
  columns.length === 0 ? one.columns : columns;

/** The field of a column; null: not imported. */
export function fieldAt(one: ImportDetail, options: ImportOptions, column: number): string | null {
  return matchedColumns(one, options).find((each) => each.column === column)?.field ?? null;
}

/** Fields that are unique to a record, and secrets. */
const WITHOUT_DEFAULT: readonly string[] = [...OWN_FIELDS, "password", "pin"];

/** Whether new records may have a default value for a field. */
export function takesDefault({ kind }: Pick<ImportDetail, "kind">, { field }: ImportField): boolean {
  return kind !== "locations" && WITHOUT_DEFAULT.indexOf(field) === -1;
}

/** The fields that no column holds. */
export function fieldsWithoutColumn(one: ImportDetail, options: ImportOptions): ImportField[] {
  const held = new Set(matchedColumns(one, options).map(({ field }) => field));
  return one.fields.filter(({ field }) => !held.has(field));
}
