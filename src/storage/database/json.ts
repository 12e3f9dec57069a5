import { type Expression, type RawBuilder, sql } from "kysely";
import {
  columnOf,
  type Field,
  fieldsIn,
  type NamesIn,
  type RecordDeclaration,
  type TerminalNames,
  terminalFieldsOf,
} from "../../records/record.ts";
import type { Reader } from "./reader.ts";
import type { StoredValue } from "./schema.ts";
import type { Db, Statement } from "./statement.ts";

/** JSON text of a value of type T. SQLite builds it, so a row needs no conversion before it is sent. */
export type Json<T> = string & { readonly json?: T };

/** A part of a body: its bytes, or a function that reads them later. */
export type Piece = Buffer | { readonly bytes: number; read(): Promise<Buffer> };

/** JSON in pieces; `T` is the type of an array's elements. */
export class JsonPieces<T> {
  readonly pieces: readonly Piece[];
  declare readonly element?: T;

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

/** A JSON object with the properties of T, in this order. */
export function jsonObject<T extends object>(
  properties: {
    readonly [K in keyof T]-?: Expression<T[K]> | RawBuilder<T[K]>;
  },
): RawBuilder<Json<T>> {
  const parts = Object.entries<Expression<unknown>>(properties).map(
    ([key, value]) => sql`${sql.lit(key)}, ${value}`,
  );
  return sql<Json<T>>`json_object(${sql.join(parts)})`;
}

/** A column with 0 or 1 as a JSON boolean. */
export function bool(column: Expression<unknown>): RawBuilder<boolean> {
  return sql<boolean>`json(iif(${column}, 'true', 'false'))`;
}

/** A column in ten-thousandths as an exact decimal number. */
export function money(column: Expression<unknown>): RawBuilder<number> {
  return sql<number>`json(rtrim(rtrim(printf('%d.%04d', ${column} / 10000, ${column} % 10000), '0'), '.'))`;
}

/** A nested object, or null where `oid` is null. */
export function objectOrNull<T extends object>(
  oid: Expression<unknown>,
  properties: { readonly [K in keyof T]-?: Expression<T[K]> | RawBuilder<T[K]> },
): RawBuilder<T | null> {
  return sql<T | null>`iif(${oid} IS NULL, NULL, ${jsonObject<T>(properties)})`;
}

/** A nested object. */
export function object<T extends object>(
  properties: {
    readonly [K in keyof T]-?: Expression<T[K]> | RawBuilder<T[K]>;
  },
): RawBuilder<T> {
  // json_object directly inside another one becomes an object, not text.
  return jsonObject<T>(properties) as unknown as RawBuilder<T>;
}

/** The numbers of a JSON array, as a subquery: `where("oid", "in", numbersIn(p.oids))`. */
export function numbersIn(array: string): RawBuilder<number> {
  return sql<number>`(SELECT value FROM json_each(${array}))`;
}

/**
 * The elements of a JSON array as rows with a `value`, in their order. With the limit, SQLite makes a value once and not for each
 * use of it.
 */
export function elementsOf(array: string): RawBuilder<{ value: unknown }> {
  return sql<{ value: unknown }>`(SELECT value FROM json_each(${array}) ORDER BY rowid LIMIT -1)`;
}

/** Lists with more rows are read in the reader thread. */
export const MAX_MAIN_THREAD_ROWS = 300;

/** The whole result of a query of one `json` column as an array; `isLong`: it has more than MAX_MAIN_THREAD_ROWS rows. */
export async function list<P, T>(
  storage: { readonly db: Db; readonly reader: Reader },
  isLong: boolean,
  query: Statement<P, { json: Json<T> }>,
  parameters: P,
): Promise<JsonPieces<T> | Json<T[]>> {
  return isLong
    ? listInReader(storage.reader, query, parameters)
    : listInMainThread(storage.db, query, parameters);
}

const OPEN = Buffer.from("[");
const CLOSE = Buffer.from("]");

/** The whole result of a query of one `json` column as an array, read in the reader thread. */
export async function listInReader<P, T>(
  reader: Reader,
  query: Statement<P, { json: Json<T> }>,
  parameters: P,
): Promise<JsonPieces<T>> {
  const { pieces } = await reader.rows(query.bound(parameters));
  return new JsonPieces([OPEN, ...pieces, CLOSE]);
}

/** Like listInReader, but in the main thread and as text. For results that are known to be short. */
export function listInMainThread<P, T>(
  db: Db,
  query: Statement<P, { json: Json<T> }>,
  parameters: P,
): Json<T[]> {
  return `[${query
    .all(db, parameters)
    .map((row) => row.json)
    .join(",")}]`;
}

/** Parses the rows of the reader thread. The caller validates the values. */
export function parsedRows({ pieces }: { readonly pieces: readonly Buffer[] }): unknown {
  return JSON.parse(`[${Buffer.concat(pieces)}]`);
}

/** The kinds that are stored as JSON. The declaration does not know the structure of `json`, so that it fits each property. */
interface Structures {
  readonly texts: Record<string, string>;
  readonly list: string[];
  readonly ints: number[];
  readonly packs: never;
  readonly json: never;
}

/** A field's value in JSON. */
type JsonValue<F extends Field> =
  | (F["kind"] extends "flag"
      ? boolean
      : F["kind"] extends keyof Structures
        ? Structures[F["kind"]]
        : StoredValue<F>)
  | (F extends { readonly isNullable: true } ? null : never);
type Properties<R extends RecordDeclaration, N extends keyof R["fields"]> = {
  [K in N]: RawBuilder<JsonValue<R["fields"][K]>>;
};

const propertiesOf = (fields: ReturnType<typeof fieldsIn>, alias: string) =>
  Object.fromEntries(
    fields.map(([name, field]) => [name, jsonValue(`${alias}.${columnOf(name, field)}`, field)]),
  );

/** The fields of the row `alias` in the list shape of its record, for `jsonObject`. */
export function listProperties<R extends RecordDeclaration>(record: R, alias: string) {
  return propertiesOf(fieldsIn(record, "list"), alias) as Properties<R, NamesIn<R, "list">>;
}

/** The fields of the row `alias` that terminals store beside the list shape. */
export function terminalProperties<R extends RecordDeclaration>(record: R, alias: string) {
  return propertiesOf(terminalFieldsOf(record), alias) as Properties<R, TerminalNames<R>>;
}

/** The value of a field in JSON. */
export function jsonValue(column: string, { kind }: Field): RawBuilder<unknown> {
  const value = sql.ref(column);
  switch (kind) {
    case "flag":
      return bool(value);
    case "money":
      return money(value);
    case "texts":
    case "list":
    case "ints":
    case "packs":
    case "json":
      return sql`json(${value})`;
    default:
      return value;
  }
}
