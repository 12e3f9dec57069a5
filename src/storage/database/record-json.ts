import { type RawBuilder, sql } from "kysely";
import {
  columnOf,
  type Field,
  fieldsIn,
  type NamesIn,
  type RecordDeclaration,
} from "../../records/record.ts";
import { bool, money } from "./json.ts";

/** A field's value in JSON. */
type JsonValue<F extends Field> =
  | (F["kind"] extends "flag" ? boolean : F["kind"] extends "money" | "whole" | "reference" ? number : string)
  | (F extends { readonly isNullable: true } ? null : never);

/** The fields of the row `alias` in the list shape of its record, for `jsonObject`. */
export function listProperties<R extends RecordDeclaration>(record: R, alias: string) {
  const properties = fieldsIn(record, "list").map(([name, field]) => {
    return [name, jsonValue(`${alias}.${columnOf(name, field)}`, field)];
  });
  return Object.fromEntries(properties) as {
    [N in NamesIn<R, "list">]: RawBuilder<JsonValue<R["fields"][N]>>;
  };
}

/** The value of a field in JSON. */
export function jsonValue(column: string, { kind }: Field): RawBuilder<unknown> {
  const value = sql.ref(column);
  return kind === "flag" ? bool(value) : kind === "money" ? money(value) : value;
}
