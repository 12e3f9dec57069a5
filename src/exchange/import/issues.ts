import { type FieldError, Invalid, isSentence } from "../../domain/errors.ts";
import { englishText, type Message, msg } from "../../domain/message.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { type Column, type Field, type FileHeaders, KEY_FIELDS, type Values } from "./table-fields.ts";

/** The kinds of causes. */
export const CAUSE_KINDS = ["missing", "unknown", "ambiguous", "invalid", "duplicate", "other"] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** The actions that can be decided for the rows of a cause. */
export const ACTIONS = ["create", "empty", "replace", "asThousands", "asDecimals", "leaveOut"] as const;
export type Action = (typeof ACTIONS)[number];

/** A problem with a row. */
export interface Issue {
  /** The field; null: the row as a whole. */
  readonly field: Field | null;
  readonly kind: CauseKind;
  /** The error in this row. */
  readonly message: Message;
  /** The wrong text; absent if there is none or it is a secret. */
  readonly value?: string;
  /** Distinguishes causes of one field and kind: letters, digits and hyphens. */
  readonly code?: string;
  /** The field that a decision fills, if it differs from `field`. */
  readonly fills?: Field;
  /** The message for all rows of the cause, if `message` contains data of this row. */
  readonly causeMessage?: Message;
  /** The earlier row that has the same record. */
  readonly repeats?: number;
  /** The issue is a missing record, which is created by default. */
  readonly isCreated?: boolean;
  /** The issue concerns the whole table. */
  readonly isTable?: boolean;
}

/** Reports an issue of a row. */
export type ReportIssue = (issue: Issue) => void;

/** Characters by which values are distinguished. */
const MAX_VALUE = 200;

/** A wrong text in the form that decisions refer to. */
export function issueValue(text: string): string {
  return text.trim().slice(0, MAX_VALUE);
}

/** The id of an issue's cause, such as `user.unknown` or `price.invalid.must-be-a-number`. Stable across checks of a file. */
export function causeIdOf({ field, fills, kind, code, isTable }: Issue): string {
  return [fills ?? field ?? (isTable ? "table" : "row"), kind, ...(code === undefined ? [] : [code])].join(
    ".",
  );
}

/** A code derived from an English message. */
export function codeOf(message: Message): string {
  return englishText(message)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
}

/** The cause of a number with one separator before three digits, as `codeOf` derives it. */
export const AMBIGUOUS_NUMBER = msg("can be read in two ways: as thousands or as decimals");
const AMBIGUOUS_CODE = codeOf(AMBIGUOUS_NUMBER);

/** The readings of an ambiguous number. A field of whole numbers takes thousands only. */
function readingsFor({ parse, schema }: Column): readonly Action[] {
  const half = parse("0.5");
  const hasDecimals = "value" in half && schema.safeParse(half.value).success;
  return hasDecimals ? ["asThousands", "asDecimals"] : ["asThousands"];
}

/** An ambiguous number written so that it has only this reading: `1.250` as `1250` or `1.2500`. */
export function withReading(text: string, action: "asThousands" | "asDecimals"): string {
  return action === "asThousands"
    ? text.replace(/[.,](?=\d{3}(?!\d))/, "")
    : text.replace(/[.,]\d{3}(?!\d)/, "$&0");
}

/** True for a secret field, which is never shown. */
export function isSecret(columns: readonly Column[], field: Field | null): boolean {
  return columns.some((column) => column.field === field && column.isSecret === true);
}

/** The actions that a cause allows, by its id. Empty for an unknown id. */
export function actionsFor(kind: TableKind, columns: readonly Column[], causeId: string): readonly Action[] {
  const [name = "", causeKind, code] = causeId.split(".");
  if (name === "row") return ["leaveOut"];
  const column = columns.find((one) => one.field === name);
  if (column === undefined) return [];
  const { field } = column;
  const isKey = KEY_FIELDS[kind].includes(field);
  const isFirstKey = KEY_FIELDS[kind][0] === field;
  const empty: readonly Action[] = isKey ? [] : ["empty"];
  switch (causeKind as CauseKind) {
    case "missing": {
      if (isFirstKey) return ["leaveOut"];
      // An article without a location needs no quantity.
      return kind === "articles" && field === "location"
        ? ["replace", "empty", "leaveOut"]
        : ["replace", "leaveOut"];
    }
    case "unknown":
      return isFirstKey ? ["replace", "leaveOut"] : ["create", "replace", ...empty, "leaveOut"];
    case "ambiguous":
      return isFirstKey ? ["leaveOut"] : ["replace", ...empty, "leaveOut"];
    case "invalid":
      if (isSecret(columns, field)) return ["empty", "leaveOut"];
      return [...(code === AMBIGUOUS_CODE ? readingsFor(column) : []), "replace", ...empty, "leaveOut"];
    case "duplicate":
      return ["leaveOut"];
    case "other":
      return code === "several-locations" ? ["empty", "leaveOut"] : ["leaveOut"];
    default:
      return [];
  }
}

/** The keys of the rows read so far. */
export interface RowKeys {
  /** As `isDuplicate`, of the key of the row's record: the row repeats the earlier one. */
  isRepeated(field: Field, key: string, value: string, row: number, report: ReportIssue): boolean;
  /** Reports an issue at `field` and returns true if an earlier row has the same key. The same row may be checked again. */
  isDuplicate(field: Field, key: string, value: string, row: number, report: ReportIssue): boolean;
  /** The same, but keeps no key. */
  isKnown(field: Field, key: string, value: string, row: number, report: ReportIssue): boolean;
  /** Keeps a key. */
  add(key: string, row: number): void;
  /** Removes the keys of the last row, which is left out. */
  forget(row: number): void;
}

/** Keeps nothing: the keys are known to differ. */
export function differingKeys(): RowKeys {
  return {
    isRepeated: () => false,
    isDuplicate: () => false,
    isKnown: () => false,
    add: () => {},
    forget: () => {},
  };
}

/** Collects the keys of rows, in file order. */
export function collectKeys(): RowKeys {
  const rows = new Map<string, number>();
  let last: { readonly row: number; readonly keys: string[] } | null = null;
  /** The earlier row with the key; null: the row is the first one. */
  function earlierRow(key: string, row: number): number | null {
    const first = rows.get(key) ?? row;
    if (first !== row) return first;
    rows.set(key, row);
    if (last?.row !== row) last = { row, keys: [] };
    last.keys.push(key);
    return null;
  }
  const isKnown: RowKeys["isKnown"] = (field, key, value, row, report) => {
    const first = rows.get(key) ?? row;
    if (first !== row) report(duplicateIssue(field, value, first));
    return first !== row;
  };
  return {
    isRepeated(field, key, value, row, report) {
      const first = earlierRow(key, row);
      if (first !== null) report(repeatedIssue(field, value, first));
      return first !== null;
    },
    isDuplicate(field, key, value, row, report) {
      if (isKnown(field, key, value, row, report)) return true;
      earlierRow(key, row);
      return false;
    },
    isKnown,
    add: (key, row) => void earlierRow(key, row),
    forget(row) {
      if (last?.row === row) for (const key of last.keys) rows.delete(key);
    },
  };
}

/** The issue of a row with the record of an earlier row. */
export function repeatedIssue(field: Field, value: string, first: number): Issue {
  return { ...duplicateIssue(field, value, first), repeats: first };
}

/** The issue of a row with the same key as an earlier row. */
function duplicateIssue(field: Field, value: string, first: number): Issue {
  const message = msg("is the same as in row {first}", { first });
  return { field, kind: "duplicate", message, value };
}

/** The issue of a new record without a required field. */
export function missingIssue(columns: readonly Column[], field: Field): Issue {
  return { field, kind: "missing", message: missingMessage(columns, field) };
}

/** The message for a missing value. */
export function missingMessage(columns: readonly Column[], field: Field): Message {
  const title = columns.find((column) => column.field === field)?.title ?? field;
  return msg("{column} is missing.", { column: title });
}

/** Reports a key field without a value, unless its cell is invalid: that is reported already. */
export function reportMissingKey(
  field: Field,
  value: unknown,
  invalid: readonly Field[],
  report: ReportIssue,
): void {
  if (value === undefined && !invalid.includes(field))
    report({ field, kind: "missing", message: msg("is required") });
}

/** Reports each field that a new record requires and has no value of, unless its cell is invalid. */
export function reportMissingFields(
  columns: readonly Column[],
  fields: readonly Field[],
  values: Values,
  invalid: readonly Field[],
  report: ReportIssue,
): void {
  for (const field of fields)
    if (values[field] === undefined && !invalid.includes(field)) report(missingIssue(columns, field));
}

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
export type RowErrors = ReturnType<typeof collectRowErrors>;

/** Creates an empty collection. It lists the first ten thousand errors and counts all. */
export function collectRowErrors() {
  const listed: RowError[] = [];
  let count = 0;
  return {
    add(error: RowError) {
      count++;
      if (listed.length < MAX_LISTED) listed.push(error);
    },
    count: () => count,
    /** The first ten thousand. */
    list: (): readonly RowError[] => listed,
  };
}

/** Converts an issue of a row to an error. `headers` are the file's headers by field. */
export function toRowError(
  columns: readonly Column[],
  row: number,
  issue: Issue,
  headers: FileHeaders,
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
