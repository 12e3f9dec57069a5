import { type RawBuilder, sql } from "kysely";
import {
  columnOf,
  type Field,
  fieldsIn,
  type NamesIn,
  type RecordDeclaration,
  type TerminalNames,
  terminalFieldsOf,
} from "../../records/record.ts";
import { bool, money } from "./json.ts";
import type { StoredValue } from "./schema/row.ts";

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
