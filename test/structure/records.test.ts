import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { ARTICLE } from "../../src/records/article.ts";
import { columnOf, type Field, fieldsIn, type RecordDeclaration } from "../../src/records/record.ts";
import { migrate } from "../../src/storage/database/migrations.ts";

// The declarations of src/records say what the tables of migrations/ have.

const RECORDS: readonly RecordDeclaration[] = [ARTICLE];
const TYPES: Readonly<Record<Field["kind"], "TEXT" | "INTEGER">> = {
  text: "TEXT",
  lines: "TEXT",
  day: "TEXT",
  time: "TEXT",
  texts: "TEXT",
  packs: "TEXT",
  flag: "INTEGER",
  money: "INTEGER",
  whole: "INTEGER",
  reference: "INTEGER",
};

const database = new Database(":memory:");
migrate(database, "memory");

test.each(RECORDS)("the columns of $table are those of its declaration", (record) => {
  const columns = database.pragma(`table_info(${record.table})`) as readonly {
    readonly name: string;
    readonly type: string;
    readonly notnull: 0 | 1;
  }[];
  const stored = columns.map(
    ({ name, type, notnull }) => `${name} ${type}${notnull === 1 ? " NOT NULL" : ""}`,
  );
  expect(stored.toSorted()).toEqual(declaredColumns(record).toSorted());
});

test.each(RECORDS)("a reference of $table is a foreign key to the declared table", (record) => {
  const keys = database.pragma(`foreign_key_list(${record.table})`) as readonly {
    readonly table: string;
    readonly from: string;
  }[];
  const references = keys
    .filter(({ from }) => from !== "tenantId")
    .map(({ from, table }) => `${from} ${table}`);
  const declared = Object.entries(record.fields).flatMap(([name, field]) =>
    field.kind === "reference" ? [`${columnOf(name, field)} ${field.to}`] : [],
  );
  expect(references.toSorted()).toEqual(declared.toSorted());
});

test.each(RECORDS)("each field of $table stands in tables, or says why it does not", (record) => {
  const missing = fieldsIn(record, "cells").filter(([, { cells }]) => cells === undefined);
  expect(missing.map(([name]) => name)).toEqual([]);
});

/** The columns as SQLite describes them. */
function declaredColumns({ fields, derived, hasDeleted }: RecordDeclaration): string[] {
  const line = (name: string, type: string, isNullable = false) =>
    `${name} ${type}${isNullable ? "" : " NOT NULL"}`;
  return [
    // The oid is the primary key, which SQLite does not call NOT NULL.
    "oid INTEGER",
    line("tenantId", "INTEGER"),
    line("change", "INTEGER"),
    ...(hasDeleted ? [line("deleted", "INTEGER")] : []),
    ...Object.entries(fields).map(([name, field]) =>
      line(columnOf(name, field), TYPES[field.kind], field.isNullable),
    ),
    ...Object.entries(derived).map(([name, { type, isNullable }]) =>
      line(name, type === "text" ? "TEXT" : "INTEGER", isNullable),
    ),
  ];
}
