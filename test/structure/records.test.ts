import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { DELIVERED, officeColumns, officeTable } from "../../src/head-office/tables.ts";
import { PRINTER_TYPES } from "../../src/printing/languages/printer-types.ts";
import { CATALOGUE_NAMES, type CatalogueName } from "../../src/records/catalogues.ts";
import { columnOf, type Field, fieldsIn, type RecordDeclaration } from "../../src/records/record.ts";
import { RECORDS } from "../../src/records/records.ts";
import { FED, formOf } from "../../src/storage/database/feed-triggers.ts";
import { migrate, repeatEach } from "../../src/storage/database/migrations.ts";
import { nameOfRow } from "../../src/storage/database/record-names.ts";

const OFFICE = join(import.meta.dirname, "../../migrations/head-office");

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
  const declared = declaredColumns(record);
  expect({
    "columns that are no field and no internal column": stored.filter((one) => !declared.includes(one)),
    "declared, but no migration makes them": declared.filter((one) => !stored.includes(one)),
  }).toEqual({
    "columns that are no field and no internal column": [],
    "declared, but no migration makes them": [],
  });
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

/** What the schema makes for a list, with `{list}` in place of its name. */
function listSchema(catalogue: CatalogueName): readonly string[] {
  const made = database
    .prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE tbl_name = ? ORDER BY type, name")
    .pluck()
    .all(catalogue);
  return made.map((text) => text.replaceAll(catalogue, "{list}"));
}

test.each(CATALOGUE_NAMES)(
  "the list %s has the table, the index and the trigger of all lists",
  (catalogue) => {
    const [first = catalogue] = CATALOGUE_NAMES;
    expect(listSchema(catalogue)).toEqual(listSchema(first));
    expect(listSchema(catalogue).length).toBe(3);
  },
);

test("a tenant may hide and move the records of each list", () => {
  const text = String(
    database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'catalogueSetting'").pluck().get(),
  );
  const [, names = ""] = /catalogue IN \(([^)]*)\)/.exec(text) ?? [];
  const allowed = names.split(",").map((name) => name.trim().slice(1, -1));
  expect(allowed.toSorted(), "the CHECK of catalogueSetting.catalogue").toEqual(CATALOGUE_NAMES.toSorted());
});

test.each(["printer", "printFormat"])("the table %s takes each printer type", (table) => {
  const text = String(database.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").pluck().get(table));
  const [, highest] =
    /printerTypeId BETWEEN 1 AND (\d+)/i.exec(text.replaceAll("newTypeId", "printerTypeId")) ?? [];
  expect(Number(highest), "the CHECK of printerTypeId").toBe(
    Math.max(...PRINTER_TYPES.map(({ oid }) => oid)),
  );
});

const inTables = RECORDS.filter((record: RecordDeclaration) =>
  Object.values(record.fields).some(({ cells }) => cells !== undefined),
);
test.each(inTables)("each field of $table stands in tables, or says why it does not", (record) => {
  const missing = fieldsIn(record, "cells").filter(([, { cells }]) => cells === undefined);
  expect(missing.map(([name]) => name)).toEqual([]);
});

test("a field stands in tables only if its kind says how cells are read, and with a label", () => {
  const cells = { width: 10, aliases: [] };
  const label = { source: "Barcode type" };
  const form: Field = { kind: "text", reach: "everywhere", label, cells };
  // @ts-expect-error The texts of a choice are not known.
  const choice: Field = { kind: "choice", of: ["ean", "code128"], reach: "everywhere", label, cells };
  // @ts-expect-error The header of a column is its label.
  const nameless: Field = { kind: "text", reach: "everywhere", cells };
  expect([form, choice, nameless].map(({ kind }) => kind)).toEqual(["text", "choice", "text"]);
});

const audited = RECORDS.filter(({ entity }) => entity !== null);
test.each<RecordDeclaration>(audited)("the audited record $table has a name for users", ({ label }) => {
  expect(label?.source).toMatch(/^[A-Z]/);
});

test.each<RecordDeclaration>(audited)("each audited field of $table has a name for users", (record) => {
  const nameless = fieldsIn(record, "audit").filter(([, { label }]) => label === undefined);
  expect(nameless.map(([name]) => name)).toEqual([]);
});

test.each<RecordDeclaration>(RECORDS)("each exception of a field of $table excepts it", (record) => {
  const idle = Object.entries(record.fields).flatMap(([name, field]) => {
    const { except, ...reached } = field;
    const parts = Object.keys(except ?? {}) as (keyof NonNullable<Field["except"]>)[];
    return parts
      .filter((part) => fieldsIn({ fields: { [name]: reached } }, part).length === 0)
      .map((part) => `${name} is in no ${part}: remove the exception`);
  });
  expect(idle).toEqual([]);
});

const FED_RECORDS = RECORDS.filter(({ feedKind }) => feedKind !== null);
test.each<RecordDeclaration>(FED_RECORDS)("each field of $table in the change feed has a form", (record) => {
  const formless = FED.filter(({ table }) => table === record.table)
    .flatMap(({ properties }) => Object.entries(properties))
    .map(([name, property]) => `${name}: ${formOf(name, property).form}`)
    .filter((text) => text.includes("undefined"));
  expect(formless).toEqual([]);
});

const officeFiles = readdirSync(OFFICE).filter((name) => name.endsWith(".sql"));
test("the migrations of the head office have each number from 0008 once: their order is their version", () => {
  const [first, ...others] = officeFiles.toSorted().map((name) => Number(name.slice(0, 4)));
  expect([first, ...others]).toEqual([1, ...others.map((_, index) => index + 8)]);
});

const officeMigrations = officeFiles
  .map((name) => repeatEach(readFileSync(join(OFFICE, name), "utf8")))
  .join("\n");
test.each(DELIVERED)("the head office has a column for each property of $table", (fed) => {
  const table = officeTable(fed).replace(".", "\\.");
  const made = [
    ...officeMigrations.matchAll(
      new RegExp(`(?:CREATE TABLE IF NOT EXISTS|ALTER TABLE) ${table}\\b([^;]*);`, "g"),
    ),
  ].map(([, columns]) => columns);
  const missing = officeColumns(fed).filter(({ name, type }) => {
    const column = new RegExp(`\\b${name} ${type.replace(/[()]/g, "\\$&")}`);
    return !made.some((columns) => columns !== undefined && column.test(columns));
  });
  expect(missing.map(({ name, type }) => `no file in migrations/head-office adds ${name} ${type}`)).toEqual(
    [],
  );
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
