import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { columnOf, type Field, fieldsIn, type RecordDeclaration } from "../../src/records/record.ts";
import { RECORDS } from "../../src/records/records.ts";
import { migrate } from "../../src/storage/database/migrations.ts";
import { nameOfRow } from "../../src/storage/database/record-names.ts";

// The declarations of src/records say what the tables of migrations/ have.

/** The kinds of fields and internal columns that are no text in the database. */
const TYPES: Readonly<Record<string, "INTEGER" | "BLOB">> = {
  flag: "INTEGER",
  money: "INTEGER",
  whole: "INTEGER",
  order: "INTEGER",
  reference: "INTEGER",
  bytes: "BLOB",
};

const database = new Database(":memory:");
migrate(database, "memory");

test.each<RecordDeclaration>(RECORDS)("the columns of $table are those of its declaration", (record) => {
  const columns = database.pragma(`table_xinfo(${record.table})`) as readonly {
    readonly name: string;
    readonly type: string;
    readonly notnull: 0 | 1;
    readonly dflt_value: string | null;
  }[];
  const stored = columns.map(({ name, type, notnull, dflt_value }) =>
    columnText(name, type, { isNullable: notnull === 0, hasDefault: dflt_value !== null }),
  );
  expect(stored.toSorted()).toEqual(declaredColumns(record).toSorted());
});

test.each<RecordDeclaration>(RECORDS)(
  "a reference of $table is a foreign key to the declared table",
  (record) => {
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
  },
);

test.each<RecordDeclaration>(RECORDS)("a record of $table has a name for people", (record) => {
  const names = database
    .prepare(`SELECT ${nameOfRow(record, "r")} FROM ${record.table} r`)
    .pluck()
    .all();
  expect(names.every((name) => typeof name === "string")).toBe(true);
});

const inTables = RECORDS.filter((record: RecordDeclaration) =>
  Object.values(record.fields).some(({ cells }) => cells !== undefined),
);
test.each(inTables)("each field of $table stands in tables, or says why it does not", (record) => {
  const missing = fieldsIn(record, "cells").filter(([, { cells }]) => cells === undefined);
  expect(missing.map(([name]) => name)).toEqual([]);
});

const audited = RECORDS.filter(({ entity }) => entity !== null);
test.each<RecordDeclaration>(audited)("the audited record $table has a name for users", ({ label }) => {
  expect(label?.source).toMatch(/^[A-Z]/);
});

test.each<RecordDeclaration>(audited)("each audited field of $table has a name for users", (record) => {
  const nameless = fieldsIn(record, "audit").filter(([, { label }]) => label === undefined);
  expect(nameless.map(([name]) => name)).toEqual([]);
});

interface ColumnOptions {
  readonly isNullable?: boolean;
  readonly hasDefault?: boolean;
}

const columnText = (
  name: string,
  type: string,
  { isNullable = false, hasDefault = false }: ColumnOptions = {},
) => `${name} ${type}${isNullable ? "" : " NOT NULL"}${hasDefault ? " DEFAULT" : ""}`;

/** The columns as SQLite describes them. */
function declaredColumns({ fields, internal, hasDeleted, hasGlobal }: RecordDeclaration): string[] {
  return [
    // The oid is the primary key, which SQLite does not call NOT NULL.
    columnText("oid", "INTEGER", { isNullable: true }),
    columnText("tenantId", "INTEGER", { isNullable: hasGlobal === true }),
    columnText("change", "INTEGER"),
    ...(hasDeleted ? [columnText("deleted", "INTEGER", { hasDefault: true })] : []),
    ...Object.entries(fields).map(([name, field]) => columnText(columnOf(name, field), typeOf(field), field)),
    ...Object.entries(internal).map(([name, one]) => columnText(name, TYPES[one.type] ?? "TEXT", one)),
  ];
}

function typeOf(field: Field): string {
  const isNumber = field.kind === "choice" && typeof field.of[0] === "number";
  return isNumber ? "INTEGER" : (TYPES[field.kind] ?? "TEXT");
}
