import { type Message, msg } from "../../domain/message.ts";
import { faultsOf } from "../../http/endpoint/validation-errors.ts";
import { plainNumber } from "../tables/cell.ts";
import type { ReadCell, ReadRow } from "../tables/source.ts";
import type { Taken } from "./cells.ts";
import { COLUMNS, type Column } from "./columns.ts";
import type { HeaderColumn } from "./header.ts";
import { codeOf, issueValue, type TellIssue } from "./issues.ts";
import type { Field, Kind, Row } from "./values.ts";

const FAILED = msg("contains a formula with an error", "obsahuje vzorec s chybou");
const NOT_CALCULATED = msg(
  "contains a formula without its value. Open the file in a spreadsheet and save it",
  "obsahuje vzorec bez hodnoty. Otevřete soubor v tabulkovém procesoru a uložte jej",
);

/** A cell as text; empty where it is empty. */
export function cellText(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "object") return cell.failed;
  if (typeof cell === "number") return plainNumber(cell);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return cell.trim();
}

/** Checks the cells of a row, each with its field's own rules; what is wrong is told column by column. */
export function readRow(columns: readonly HeaderColumn[], { number, cells }: ReadRow, tell: TellIssue): Row {
  const values: Partial<Record<Field, unknown>> = {};
  const faulty: Field[] = [];
  for (const column of columns) {
    const cell = cells[column.index] ?? null;
    if (cell === null || (typeof cell === "string" && cell.trim() === "")) continue;
    const isFailed = typeof cell === "object";
    const failed = isFailed && cell.failed === "" ? NOT_CALCULATED : FAILED;
    const checked = isFailed ? { fault: failed } : parsed(column, column.take(cell));
    if ("fault" in checked) {
      const { field, isSecret } = column;
      faulty.push(field);
      const { fault, causeWords } = checked;
      tell({
        ...{ field, kind: "invalid", words: fault, code: codeOf(causeWords ?? fault) },
        ...(causeWords !== undefined && { causeWords }),
        ...(isSecret !== true && { value: issueValue(cellText(cell)) }),
      });
    } else values[column.field] = checked.value;
  }
  // Each value has come out of its own field's schema.
  return { number, values: values as Row["values"], faulty };
}

/** A text as a value of a field, or what is wrong with it. */
export function parseText(kind: Kind, field: Field, text: string): { fault: Message } | { value: unknown } {
  const column = COLUMNS[kind].find((one) => one.field === field);
  if (column === undefined) throw new Error(`${kind} have no ${field}`);
  return parsed(column, column.take(text));
}

function parsed(
  { schema }: Column,
  taken: Taken,
): { fault: Message; causeWords?: Message } | { value: unknown } {
  if ("fault" in taken) return taken;
  const result = schema.safeParse(taken.given, { reportInput: true });
  if (result.success) return { value: result.data };
  const invalid = faultsOf(result.error);
  return { fault: invalid.faults[0]?.words ?? invalid.words };
}
