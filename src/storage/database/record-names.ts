import { columnOf, type RecordDeclaration } from "../../records/record.ts";
import { RECORDS } from "../../records/records.ts";

/** The declaration of the records of a table; null: they are not declared. */
export function findRecord(table: string): RecordDeclaration | null {
  return RECORDS.find((record) => record.table === table) ?? null;
}

/** SQL of the name for people of the row `alias` of a record's table; null in SQL: it has none. */
export function nameOfRow({ fields, names }: RecordDeclaration, alias: string): string {
  const parts = names.map((name) => {
    const field = fields[name];
    if (field === undefined) throw new Error(`the record has no ${name}`);
    const value = `${alias}.${columnOf(name, field)}`;
    return field.kind === "reference" ? nameOfReferred(field.to, value) : value;
  });
  return parts.length === 1 ? parts.join() : `nullif(concat_ws(' ', ${parts.join(", ")}), '')`;
}

/** SQL of the name for people of the record of a table whose `oid` is `value`; null in SQL: there is none. */
export function nameOfReferred(table: string, value: string): string {
  const record = findRecord(table);
  if (record === null) throw new Error(`${table} is not declared`);
  const alias = `${table}Named`;
  return `(SELECT ${nameOfRow(record, alias)} FROM ${table} ${alias} WHERE ${alias}.oid = ${value})`;
}
