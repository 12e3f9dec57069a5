import type { Generated } from "kysely";
import { columnOf, type DerivedColumn, type Field, type RecordDeclaration } from "../../../records/record.ts";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

type Nullable<F, T> = F extends { readonly isNullable: true } ? T | null : T;

/** How a field is stored. */
type StoredValue<F extends Field> = F["kind"] extends "text" | "lines" | "day" | "texts" | "packs"
  ? string
  : F["kind"] extends "time"
    ? IsoTime
    : F["kind"] extends "flag"
      ? Flag
      : number;

type DerivedValue<C extends DerivedColumn> = C["type"] extends "text" ? string : number;

type ColumnName<F, N> = F extends { readonly column: infer C extends string } ? C : N;

/** The columns of the fields of a record. */
type FieldColumns<R extends RecordDeclaration> = {
  -readonly [N in keyof R["fields"] as ColumnName<R["fields"][N], N>]: Nullable<
    R["fields"][N],
    StoredValue<R["fields"][N]>
  >;
};

type DerivedColumns<R extends RecordDeclaration> = {
  -readonly [N in keyof R["derived"]]: Nullable<R["derived"][N], DerivedValue<R["derived"][N]>>;
};

/** The row of a declared record, for Kysely. */
export type RowOf<R extends RecordDeclaration> = FieldColumns<R> &
  DerivedColumns<R> &
  OfTenant &
  Versioned & { oid: Generated<number> } & (R["hasDeleted"] extends true
    ? { deleted: Generated<Flag> }
    : unknown);

/** The names of the derived columns that triggers write. */
type Triggered<R extends RecordDeclaration> = {
  [N in keyof R["derived"]]: R["derived"][N] extends { readonly isTriggered: true } ? N : never;
}[keyof R["derived"]];

/** The columns of a row that requests write: all but the oid and those of triggers. */
type WrittenColumns<R extends RecordDeclaration> = FieldColumns<R> &
  Omit<DerivedColumns<R>, Triggered<R>> &
  OfTenant &
  Versioned &
  (R["hasDeleted"] extends true ? { deleted: Flag } : unknown);

/** The names of these columns. */
export function writtenColumns<R extends RecordDeclaration>(
  record: R,
): readonly (keyof WrittenColumns<R> & string)[] {
  const derived = Object.entries(record.derived).filter(([, { isTriggered }]) => !isTriggered);
  const columns = [
    "tenantId",
    ...Object.entries(record.fields).map(([name, field]) => columnOf(name, field)),
    ...derived.map(([name]) => name),
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
): Partial<FieldColumns<R>> {
  const values: Readonly<Record<string, unknown>> = given;
  const columns = Object.entries(record.fields).flatMap(([name, field]) =>
    values[name] === undefined ? [] : [[columnOf(name, field), stored(values[name])]],
  );
  return Object.fromEntries(columns) as Partial<FieldColumns<R>>;
}

/**
 * The columns of all fields of a new row: null, 0 or false where nothing is given. Throws Error where a text or reference is needed:
 * the caller has checked that it is there.
 */
export function newColumns<R extends RecordDeclaration>(record: R, given: GivenFields<R>): FieldColumns<R> {
  const values: Readonly<Record<string, unknown>> = given;
  const columns = Object.entries(record.fields).map(([name, field]) => [
    columnOf(name, field),
    stored(values[name] ?? emptyValue(record.table, name, field)),
  ]);
  return Object.fromEntries(columns) as FieldColumns<R>;
}

function emptyValue(table: string, name: string, { isNullable, kind }: Field): 0 | null {
  if (isNullable) return null;
  if (kind === "flag" || kind === "money" || kind === "whole") return 0;
  throw new Error(`${name} of a new ${table} is missing`);
}

function stored(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}
