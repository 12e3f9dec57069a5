import { type Message, msg } from "../../domain/message.ts";
import { COLUMNS } from "./columns.ts";
import { causeIdOf, type Issue } from "./issues.ts";
import type { Field, Kind } from "./values.ts";

/** What is wrong at one place of a file. */
export interface RowFault {
  /** The row's number as the spreadsheet shows it; 1 for what is wrong with the table as a whole. */
  readonly row: number;
  /** What the file calls the column; null where it is none of them. */
  readonly column: string | null;
  readonly words: Message;
  /** The text at fault; null: there is none, or it is a secret. */
  readonly value: string | null;
  /** The id of its cause. */
  readonly cause: string;
}

/** More are counted, but not told. */
const MOST_TOLD = 10_000;

/** Collects what is wrong with a file. */
export interface Faults {
  add(fault: RowFault): void;
  count(): number;
  /** The first ten thousand. */
  told(): readonly RowFault[];
}

export function collectFaults(): Faults {
  const told: RowFault[] = [];
  let count = 0;
  return {
    add(fault) {
      count++;
      if (told.length < MOST_TOLD) told.push(fault);
    },
    count: () => count,
    told: () => told,
  };
}

/** An issue of a row as an error; `headers` are the file's own names of the fields. */
export function rowFault(
  kind: Kind,
  row: number,
  issue: Issue,
  headers: Readonly<Partial<Record<Field, string>>>,
): RowFault {
  const { field, words, value = null } = issue;
  const header = field === null ? null : (headers[field] ?? null);
  const cause = causeIdOf(issue);
  return { row, column: header, words: header === null ? named(kind, field, words) : words, value, cause };
}

/** A sentence about a field, with the name of its column. */
export function named(kind: Kind, field: Field | null, words: Message): Message {
  const title = COLUMNS[kind].find((column) => column.field === field)?.title;
  return title && !/^\p{Lu}/u.test(words.en)
    ? msg(`"${title.en}" ${words.en}`, `„${title.cs}“ ${words.cs}`)
    : words;
}
