import { faultsOf } from "../http/faults.ts";
import type { ReadRow } from "../tables/source.ts";
import { say, type Words } from "../words.ts";
import type { HeaderColumn } from "./header.ts";
import type { Field, Row } from "./values.ts";

const FAILED = say("holds a formula that failed", "obsahuje vzorec s chybou");
const NOT_CALCULATED = say(
  "holds a formula without its value: open the file in a spreadsheet and save it",
  "obsahuje vzorec bez hodnoty: otevřete soubor v tabulkovém procesoru a uložte jej",
);

/** Checks the cells of a row, each with its field's own rules; what is wrong is told column by column. */
export function readRow(
  columns: readonly HeaderColumn[],
  { number, cells }: ReadRow,
  tell: (column: string, words: Words) => void,
): Row {
  const values: Partial<Record<Field, unknown>> = {};
  const faulty: Field[] = [];
  for (const column of columns) {
    const cell = cells[column.index] ?? null;
    if (cell === null || (typeof cell === "string" && cell.trim() === "")) continue;
    const isFailed = cell !== null && typeof cell === "object";
    const failed = isFailed && cell.failed === "" ? NOT_CALCULATED : FAILED;
    const taken = isFailed ? { fault: failed } : column.take(cell);
    const checked = "fault" in taken ? taken : checkedBy(column, taken.given);
    if ("fault" in checked) {
      faulty.push(column.field);
      tell(column.header, checked.fault);
    } else values[column.field] = checked.value;
  }
  // Each value has come out of its own field's schema.
  return { number, values: values as Row["values"], faulty };
}

function checkedBy({ schema }: HeaderColumn, given: unknown): { fault: Words } | { value: unknown } {
  const result = schema.safeParse(given, { reportInput: true });
  if (result.success) return { value: result.data };
  const invalid = faultsOf(result.error);
  return { fault: invalid.faults[0]?.words ?? invalid.words };
}
