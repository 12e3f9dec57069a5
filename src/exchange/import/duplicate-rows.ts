import { type Message, msg } from "../../domain/message.ts";
import type { Column } from "./columns.ts";
import type { Issue, ReportIssue } from "./issues.ts";
import type { Field } from "./values.ts";

/** The keys of the rows read so far. */
export interface RowKeys {
  /** Reports an issue at `field` and returns true if an earlier row has the same key. The same row may be checked again. */
  isDuplicate(field: Field, key: string, value: string, row: number, report: ReportIssue): boolean;
  /** Removes the keys of the last row, which is left out. */
  forget(row: number): void;
}

/** Keeps nothing: the keys are known to differ. */
export function differingKeys(): RowKeys {
  return { isDuplicate: () => false, forget: () => {} };
}

/** Collects the keys of rows, in file order. */
export function collectKeys(): RowKeys {
  const rows = new Map<string, number>();
  let last: { readonly row: number; readonly keys: string[] } | null = null;
  return {
    isDuplicate(field, key, value, row, report) {
      const first = rows.get(key) ?? row;
      if (first === row) {
        rows.set(key, row);
        if (last?.row !== row) last = { row, keys: [] };
        last.keys.push(key);
        return false;
      }
      report(duplicateIssue(field, value, first));
      return true;
    },
    forget(row) {
      if (last?.row === row) for (const key of last.keys) rows.delete(key);
    },
  };
}

/** The issue of a row with the same key as an earlier row. */
export function duplicateIssue(field: Field, value: string, first: number): Issue {
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

/** The issue of a row without a key field. */
export function requiredIssue(field: Field): Issue {
  return { field, kind: "missing", message: msg("is required") };
}
