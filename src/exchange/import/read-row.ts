import { type Message, msg } from "../../domain/message.ts";
import { invalidFrom } from "../../http/endpoint/validation-errors.ts";
import { plainNumber } from "../../platform/tables/cell.ts";
import type { ReadCell, ReadRow } from "../../platform/tables/source.ts";
import type { ParsedCell } from "./cells.ts";
import type { Column } from "./columns.ts";
import type { HeaderColumn } from "./header.ts";
import { codeOf, issueValue, type ReportIssue } from "./issues.ts";
import type { Field, Row } from "./values.ts";

const FAILED = msg("contains a formula with an error");
const NOT_CALCULATED = msg(
  "contains a formula without its value. Open the file in a spreadsheet and save it",
);

/** A cell as text; an empty cell gives an empty text. */
export function cellText(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "object") return cell.failed;
  if (typeof cell === "number") return plainNumber(cell);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return cell.trim();
}

/** Checks the cells of a row by the rules of their fields. Reports an issue for each wrong cell. */
export function readRow(
  columns: readonly HeaderColumn[],
  { number, cells }: ReadRow,
  report: ReportIssue,
): Row {
  const values: Partial<Record<Field, unknown>> = {};
  const invalid: Field[] = [];
  for (const column of columns) {
    const cell = cells[column.index] ?? null;
    if (cell === null || (typeof cell === "string" && cell.trim() === "")) continue;
    const isFailed = typeof cell === "object";
    const failed = isFailed && cell.failed === "" ? NOT_CALCULATED : FAILED;
    const checked = isFailed ? { error: failed } : parsed(column, column.parse(cell));
    if ("error" in checked) {
      const { field, isSecret } = column;
      invalid.push(field);
      const { error, causeMessage } = checked;
      report({
        field,
        kind: "invalid",
        message: error,
        code: codeOf(causeMessage ?? error),
        ...(causeMessage !== undefined && { causeMessage }),
        ...(isSecret !== true && { value: issueValue(cellText(cell)) }),
      });
    } else values[column.field] = checked.value;
  }
  // Each value is the output of its field's schema.
  return { number, values: values as Row["values"], invalid };
}

/** Parses a text as the value of a field. */
export function parseText(
  columns: readonly Column[],
  field: Field,
  text: string,
): { error: Message } | { value: unknown } {
  const column = columns.find((one) => one.field === field);
  if (column === undefined) throw new Error(`the table has no ${field}`);
  return parsed(column, column.parse(text));
}

function parsed(
  { schema }: Column,
  input: ParsedCell,
): { error: Message; causeMessage?: Message } | { value: unknown } {
  if ("error" in input) return input;
  const result = schema.safeParse(input.value, { reportInput: true });
  if (result.success) return { value: result.data };
  const invalid = invalidFrom(result.error);
  return { error: invalid.fieldErrors[0]?.text ?? invalid.text };
}
