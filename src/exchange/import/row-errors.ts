import { type FieldError, Invalid, isSentence } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Column } from "./columns.ts";
import { causeIdOf, type Issue } from "./issues.ts";
import type { Field } from "./values.ts";

/** An error in a row or cell of a file. */
export interface RowError {
  /** The row number in the spreadsheet; 1 for an error of the whole table. */
  readonly row: number;
  /** The header of the column; null: no column of the file. */
  readonly column: string | null;
  readonly message: Message;
  /** The wrong text; null: there is none, or it is a secret. */
  readonly value: string | null;
  /** The id of the cause. */
  readonly cause: string;
}

/** Further errors are counted, but not listed. */
const MAX_LISTED = 10_000;

/** Collects the errors of a file. */
export interface RowErrors {
  add(error: RowError): void;
  count(): number;
  /** The first ten thousand. */
  list(): readonly RowError[];
}

/** Creates an empty collection. It lists the first ten thousand errors and counts all. */
export function collectRowErrors(): RowErrors {
  const listed: RowError[] = [];
  let count = 0;
  return {
    add(error) {
      count++;
      if (listed.length < MAX_LISTED) listed.push(error);
    },
    count: () => count,
    list: () => listed,
  };
}

/** Converts an issue of a row to an error. `headers` are the file's headers by field. */
export function toRowError(
  columns: readonly Column[],
  row: number,
  issue: Issue,
  headers: Readonly<Partial<Record<Field, string>>>,
): RowError {
  const { field, message, value = null } = issue;
  const column = field === null ? null : (headers[field] ?? null);
  const cause = causeIdOf(issue);
  return {
    row,
    column,
    value,
    cause,
    message: column === null ? withColumnTitle(columns, field, message) : message,
  };
}

/** The message with the title of its column, unless the message is a sentence already. */
export function withColumnTitle(columns: readonly Column[], field: Field | null, message: Message): Message {
  const title = columns.find((column) => column.field === field)?.title;
  return title && !isSentence(message)
    ? msg('"{column}" {error}', { column: title, error: message })
    : message;
}

/** The cause of all errors that result from data changed since the check. */
const CHANGED = "table.changed";

/** The domain error of an import whose rows have errors now. Its paths are `rows.<row>.<column>`. */
export function changedSinceCheck(errors: readonly RowError[], count: number): Invalid {
  return new Invalid(
    msg(
      "The data have changed since the file was checked (errors: {count}). Check the file again. Nothing was changed.",
      { count },
    ),
    errors.map(
      ({ row, column, message }): FieldError => ({
        path: `rows.${row}${column === null ? "" : `.${column}`}`,
        text: message,
        cell: { row, column },
      }),
    ),
  );
}

/** The row errors of `changedSinceCheck`, also after it has crossed threads. */
export function rowErrorsOf({ fieldErrors }: Invalid): RowError[] {
  return fieldErrors.flatMap(({ cell, text }) =>
    cell === undefined ? [] : [{ ...cell, message: text, value: null, cause: CHANGED }],
  );
}
