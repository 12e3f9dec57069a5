import { type Message, msg } from "../../domain/message.ts";
import { COLUMNS } from "./columns.ts";
import type { Issue, TellIssue } from "./issues.ts";
import type { Field, Kind } from "./values.ts";

/** The keys of the rows so far. */
export interface RowKeys {
  /** Tells, at `field`, that a row above has the same key; true: it has. The same row may come again. */
  isRepeated(field: Field, key: string, value: string, row: number, tell: TellIssue): boolean;
  /** Forgets the key of the row that came last: it is left out. */
  forget(row: number): void;
}

/** Collects the keys of rows, which come in their order. */
export function collectKeys(): RowKeys {
  const rows = new Map<string, number>();
  let last: { readonly row: number; readonly key: string } | null = null;
  return {
    isRepeated(field, key, value, row, tell) {
      const first = rows.get(key) ?? row;
      if (first === row) {
        rows.set(key, row);
        last = { row, key };
        return false;
      }
      tell(duplicate(field, value, first));
      return true;
    },
    forget(row) {
      if (last?.row === row) rows.delete(last.key);
    },
  };
}

/** The issue of a row that means the same record as one above it. */
export function duplicate(field: Field, value: string, first: number): Issue {
  const words = msg(`is the same as in row ${first}`, `je stejné jako v řádku ${first}`);
  return { field, kind: "duplicate", words, value };
}

/** The issue of a new record that lacks what it can't be without. */
export function neededFor(kind: Kind, field: Field): Issue {
  return { field, kind: "missing", words: missing(kind, field) };
}

/** A sentence that says that a value is missing. */
export function missing(kind: Kind, field: Field): Message {
  const title = COLUMNS[kind].find((column) => column.field === field)?.title ?? msg(field, field);
  return msg(`${title.en} is missing.`, `Chybí údaj „${title.cs}“.`);
}

/** The issue of a row that lacks what its record is found by. */
export function requiredFor(field: Field): Issue {
  return { field, kind: "missing", words: msg("is required", "je povinné") };
}
