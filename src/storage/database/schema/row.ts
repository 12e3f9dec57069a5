import type { Generated, GeneratedAlways, Selectable } from "kysely";
import {
  columnOf,
  type Field,
  type InternalColumn,
  type RecordDeclaration,
} from "../../../records/record.ts";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

type Nullable<F, T> = F extends { readonly isNullable: true } ? T | null : T;

/** The values of the kinds of fields and internal columns in their columns. */
interface Stored {
  readonly text: string;
  readonly lines: string;
  readonly source: string;
  readonly url: string;
  readonly day: string;
  readonly time: IsoTime;
  readonly texts: string;
  readonly list: string;
  readonly ints: string;
  readonly packs: string;
  readonly json: string;
  readonly money: number;
  readonly whole: number;
  readonly order: number;
  readonly reference: number;
  readonly flag: Flag;
  readonly bytes: Buffer;
}

/** How a field is stored. */
export type StoredValue<F extends Field> = F extends { readonly of: infer O extends readonly unknown[] }
  ? O[number]
  : Stored[Exclude<F["kind"], "choice">];

/** A column with its value, as Kysely has it. */
type Column<C, T> = C extends { readonly writtenBy: "column" }
  ? GeneratedAlways<T>
  : C extends { readonly hasDefault: true }
    ? Generated<T>
    : Nullable<C, T>;

type ColumnName<F, N> = F extends { readonly column: infer C extends string } ? C : N;

/** The columns of the fields of a record. */
type FieldColumns<R extends RecordDeclaration> = {
  -readonly [N in keyof R["fields"] as ColumnName<R["fields"][N], N>]: Column<
    R["fields"][N],
    StoredValue<R["fields"][N]>
  >;
};

type InternalColumns<R extends RecordDeclaration> = {
  -readonly [N in keyof R["internal"]]: Column<R["internal"][N], Stored[R["internal"][N]["type"]]>;
};

/** The row of a declared record, for Kysely. */
export type RowOf<R extends RecordDeclaration> = FieldColumns<R> &
  InternalColumns<R> &
  (R extends { readonly hasGlobal: true } ? { tenantId: number | null } : OfTenant) &
  Versioned & { oid: Generated<number> } & (R["hasDeleted"] extends true
    ? { deleted: Generated<Flag> }
    : unknown);

/** The names of the internal columns that the database writes. */
type Triggered<R extends RecordDeclaration> = {
  [N in keyof R["internal"]]: R["internal"][N] extends Required<Pick<InternalColumn, "writtenBy">>
    ? N
    : never;
}[keyof R["internal"]];

/** The values of these columns. */
type FieldValues<R extends RecordDeclaration> = Selectable<FieldColumns<R>>;

/** The columns of a row that requests write: all but the oid and those that the database writes. */
type WrittenColumns<R extends RecordDeclaration> = FieldValues<R> &
  Omit<InternalColumns<R>, Triggered<R>> &
  OfTenant &
  Versioned &
  (R["hasDeleted"] extends true ? { deleted: Flag } : unknown);

/** The names of these columns. */
export function writtenColumns<R extends RecordDeclaration>(
  record: R,
): readonly (keyof WrittenColumns<R> & string)[] {
  const internal = Object.entries(record.internal).filter(([, { writtenBy }]) => writtenBy === undefined);
  const columns = [
    "tenantId",
    ...Object.entries(record.fields).map(([name, field]) => columnOf(name, field)),
    ...internal.map(([name]) => name),
    ...(record.hasDeleted ? ["deleted"] : []),
    "change",
  ];
  // The type is made of the same parts.
  return columns as (keyof WrittenColumns<R> & string)[];
}

type GivenValue<F extends Field> = F["kind"] extends "flag" ? boolean : StoredValue<F>;

/** Values of fields by their names, as features have them: a flag is a boolean. An absent one is not given. */
export type GivenFields<R extends RecordDeclaration> = {
  readonly [N in keyof R["fields"]]?: Nullable<R["fields"][N], GivenValue<R["fields"][N]>> | undefined;
};

/** The columns of the fields that are given. */
export function changedColumns<R extends RecordDeclaration>(
  record: R,
  given: GivenFields<R>,
): Partial<FieldValues<R>> {
  const values: Readonly<Record<string, unknown>> = given;
  const columns = Object.entries(record.fields).flatMap(([name, field]) =>
    values[name] === undefined ? [] : [[columnOf(name, field), stored(values[name])]],
  );
  return Object.fromEntries(columns) as Partial<FieldValues<R>>;
}

/**
 * The columns of all fields of a new row: null, 0 or false where nothing is given. Throws Error where a text or reference is needed:
 * the caller has checked that it is there.
 */
export function newColumns<R extends RecordDeclaration>(record: R, given: GivenFields<R>): FieldValues<R> {
  const values: Readonly<Record<string, unknown>> = given;
  const columns = Object.entries(record.fields).map(([name, field]) => [
    columnOf(name, field),
    stored(values[name] ?? emptyValue(record.table, name, field)),
  ]);
  return Object.fromEntries(columns) as FieldValues<R>;
}

function emptyValue(table: string, name: string, { isNullable, kind }: Field): 0 | null {
  if (isNullable) return null;
  if (kind === "flag" || kind === "money" || kind === "whole") return 0;
  throw new Error(`${name} of a new ${table} is missing`);
}

function stored(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}
