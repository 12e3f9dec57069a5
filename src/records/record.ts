import type { Message } from "../domain/message.ts";

// A record is declared once, as plain data: its table, its fields, and who gets them. Each consumer (row types, audit, change feed,
// …) is one function that reads declarations. What is special about a record stays in its feature.

/**
 * Who gets a field. `everywhere`: also programs, the change feed and the head office. `inside`: the server and its clients alone.
 * `personal`: as inside, a fact about a person. `secret`: nobody; the audit says that it is set, and tables are
 * imported with it.
 */
type Reach = "everywhere" | "inside" | "personal" | "secret";

/**
 * What fields take part in. `list`, `detail` and `body` are the contract's shapes of a record; `full` is the body with all that
 * clients may set, `terminal` what terminals store beside the list shape, `cells` are tables for import and export. A body that adds a
 * record has the fields of `new`, one that changes it those of `change`.
 */
type Part = "audit" | "feed" | "list" | "detail" | "body" | "full" | "new" | "change" | "terminal" | "cells";

/** How a field stands in imported and exported tables. */
interface Cells {
  /** Its name where a reference stands as the name of its record. */
  readonly name?: string;
  /** The header that the export writes where it is not the label. */
  readonly title?: Message;
  /** Width in a workbook, in characters. */
  readonly width: number;
  /** Other accepted headers. Case, accents, blanks and punctuation are ignored. */
  readonly aliases: readonly string[];
}

interface AnyField {
  readonly reach: Reach;
  readonly isNullable?: true;
  /** A new row may lack it: the table has a value. */
  readonly hasDefault?: true;
  /** A new record must be given it. */
  readonly isRequired?: true;
  /** The column where it has another name. */
  readonly column?: string;
  /** No other record of the tenant has it. */
  readonly isUnique?: true;
  /** What the description of the API says of its value in responses. */
  readonly description?: string;
  /** The parts that a field within its reach does not take part in, each with the reason. */
  readonly except?: { readonly [P in Part]?: string };
}

/** The name of a field for users. Without: no form, list or history names it. */
interface Labelled {
  readonly label?: Message;
  readonly cells?: undefined;
}

/** The name of a field for users, and how it stands in tables. */
type Tabular = { readonly label: Message; readonly cells: Cells } | Labelled;

/**
 * A field by its kind. `text`: one line, of at most `length` characters. `lines`: text of any lines. `source`: a long text, of which the audit has the beginning.
 * `url`: the audit has its origin, for path and query may contain a secret. `money`: an amount, stored in ten-thousandths. `day`:
 * YYYY-MM-DD. `time`: ISO 8601 in UTC. `order`: the index among its siblings, at most `max`; others that make room do not change. `choice`:
 * one of these values. `whole`: a whole number, with the range that clients may set. `reference`: the oid of a record of a table. Stored as
 * JSON: `texts`: texts by a key; `list`: texts; `ints`: oids of records of a table; `packs`: packs of an article (domain/packs.ts); `json`: a structure
 * of its feature.
 */
export type Field = AnyField & ((Tabular & TabularKind) | (Labelled & OtherKind));

/** The kinds that may stand in tables: `formOf` (exchange/import/columns.ts) says how their cells are read. */
type TabularKind =
  | { readonly kind: "lines" | "money" | "day" | "flag" | "list" }
  | { readonly kind: "text"; readonly length?: number }
  | { readonly kind: "whole"; readonly min?: number; readonly max?: number }
  | {
      readonly kind: "reference";
      readonly to: string;
      /** The property of a detail that shows the record with its name. Without: a detail shows the oid. */
      readonly named?: string;
      /** The record is a part of that one: locked with it while a job changes it. */
      readonly isOwner?: true;
    };

type OtherKind =
  | { readonly kind: "source" | "url" | "time" | "texts" | "packs" | "json" }
  | { readonly kind: "ints"; readonly to: string }
  | { readonly kind: "order"; readonly max?: number }
  | { readonly kind: "bytes"; readonly reach: "secret" }
  | { readonly kind: "choice"; readonly of: readonly string[] | readonly number[] };

/** A field that stands in tables. */
export type TabularField = Extract<Field, { readonly cells: Cells }>;

/** A column that is no field: a key or text for searches, or a state of the server's own. */
export interface InternalColumn {
  readonly type: "text" | "whole" | "time" | "flag" | "bytes";
  readonly isNullable?: true;
  /** A new row may lack it: the table has a value. */
  readonly hasDefault?: true;
  /** No other record of the tenant has it. */
  readonly isUnique?: true;
  /** The database writes it: `trigger`, or as a generated column. */
  readonly writtenBy?: "trigger" | "column";
}

/** The declaration of a kind of record. Its table has the columns `oid`, `tenantId` and `change` too. */
export interface RecordDeclaration {
  readonly table: string;
  /** Its name in the audit. Null: not audited, or as a part of another record. */
  readonly entity: string | null;
  /** Its name for users. Without: no history names it. */
  readonly label?: Message;
  /** The fields that name a record for people, in this order. A reference stands for the name of its record. */
  readonly names: readonly string[];
  /** What a restore loses with it (ops/backup/console/lost-tables.ts). */
  readonly lostAs: string;
  /** Its number in the change feed; never given to another kind of record. Null: not in the feed. */
  readonly feedKind: number | null;
  /** Deleted rows stay and are marked (`deleted`). */
  readonly hasDeleted: boolean;
  /** Rows without a tenant are of all tenants. */
  readonly hasGlobal?: true;
  readonly fields: { readonly [name: string]: Field };
  readonly internal: { readonly [column: string]: InternalColumn };
}

/** The column of a field. */
export function columnOf(name: string, { column = name }: Field): string {
  return column;
}

/** The columns of a record that refer to records of a table: each to one (`reference`), or each to several (`ints`). */
export function columnsTo(
  record: Pick<RecordDeclaration, "fields">,
  table: string,
  kind: "reference" | "ints" = "reference",
): readonly string[] {
  return Object.entries(record.fields).flatMap(([name, field]) =>
    field.kind === kind && field.to === table ? [columnOf(name, field)] : [],
  );
}

const BODIES = ["body", "full", "new", "change"] as const satisfies readonly Part[];
const INSIDE = ["audit", "list", "detail", ...BODIES, "terminal", "cells"] as const satisfies readonly Part[];
const REACHED = {
  everywhere: [...INSIDE, "feed"],
  inside: INSIDE,
  personal: INSIDE,
  secret: ["audit", ...BODIES, "cells"],
} as const satisfies Readonly<Record<Reach, readonly Part[]>>;

/** The names of the fields that take part in a part. */
export type NamesIn<R extends RecordDeclaration, P extends Part> = {
  [N in keyof R["fields"]]: R["fields"][N]["except"] extends { readonly [E in P]: string }
    ? never
    : P extends (typeof REACHED)[R["fields"][N]["reach"]][number]
      ? N
      : never;
}[keyof R["fields"]] &
  string;

/** The names of the fields that stand in tables. */
export type CellField<R extends RecordDeclaration> = {
  [N in keyof R["fields"]]: R["fields"][N] extends { readonly cells: Cells } ? N : never;
}[keyof R["fields"]];

/** The name of the column of a field in tables. */
export type CellNameOf<R extends RecordDeclaration, N extends keyof R["fields"]> = R["fields"][N] extends {
  readonly cells: { readonly name: infer M extends string };
}
  ? M
  : N;

/** The names of the columns of a record in tables. */
export type CellName<R extends RecordDeclaration> = { [N in CellField<R>]: CellNameOf<R, N> }[CellField<R>];

/** The fields that take part in a part, by name, in the order of the declaration. */
export function fieldsIn(
  record: Pick<RecordDeclaration, "fields">,
  part: Part,
): readonly (readonly [string, Field])[] {
  return Object.entries(record.fields).filter(
    ([, { reach, except }]) => REACHED[reach].some((one) => one === part) && except?.[part] === undefined,
  );
}

/** The names of the fields that terminals store beside the list shape. */
export type TerminalNames<R extends RecordDeclaration> = Exclude<NamesIn<R, "terminal">, NamesIn<R, "list">>;

/** The fields that terminals store beside the list shape. */
export function terminalFieldsOf<R extends RecordDeclaration>(
  record: R,
): readonly (readonly [TerminalNames<R>, Field])[] {
  const listed = fieldsIn(record, "list").map(([name]) => name);
  const fields = fieldsIn(record, "terminal").filter(([name]) => !listed.includes(name));
  return fields.map(([name, field]) => [name as TerminalNames<R>, field]);
}

/** The names of the fields for users, of those that have one. */
export function labelsOf<R extends RecordDeclaration>({
  fields,
}: R): {
  readonly [N in keyof R["fields"] as R["fields"][N] extends { label: Message } ? N : never]: Message;
} {
  const labels = Object.entries(fields).flatMap(([name, { label }]) =>
    label === undefined ? [] : [[name, label]],
  );
  return Object.fromEntries(labels);
}
