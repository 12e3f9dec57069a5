import { expect, test } from "vitest";
import { OWN_FIELDS } from "../../../../src/domain/table-kinds.ts";
import { COLUMNS as TABLES } from "../../../../src/exchange/import/columns.ts";
import {
  decisionOf,
  takesDefault,
  withDecision,
  withDefault,
  withField,
  withHeaderRow,
  withProduct,
  withSheet,
  withText,
} from "../../../../src/web/console/import-export/wizard/options.ts";

const COLUMNS = [
  { column: 0, field: "code" },
  { column: 1, field: "name" },
  { column: 2, field: null },
];

/** A file with this header row below others. */
const file = (...cells: readonly string[]) => ({
  firstRows: [{ row: 4, cells }],
  fields: ["name", "price"].map((field) => ({
    ...{ field, title: field, isNeeded: false, isRequired: false, choices: null },
  })),
});

test("a column gets a field beside the column that has it", () => {
  const options = withField({ columns: COLUMNS }, 2, "name");
  expect(options.columns?.map(({ field }) => field)).toEqual(["code", "name", "name"]);
  expect(withField(options, 2, null).columns?.[2]).toEqual({ column: 2, field: null });
});

test("another header row removes the decisions, and matches only columns whose headers are remembered", () => {
  const decisions = [{ cause: "user.unknown", action: "empty" }] as const;
  const before = { columns: COLUMNS, decisions, defaults: { type: "Piece" }, sheet: "Data" };
  const after = withHeaderRow(before, 4, file("Nr", " Thing ", ""), {
    Thing: "name",
    Nr: null,
    Gone: "price",
  });
  expect(after).toEqual({
    ...{ defaults: { type: "Piece" }, sheet: "Data", headerRow: 4 },
    columns: [
      { column: 0, field: null },
      { column: 1, field: "name" },
    ],
  });
  expect(withHeaderRow(before, 4, file("Else"), {})).not.toHaveProperty("columns");
});

test("another header row matches a column again if its remembered field is gone", () => {
  const remembered = { Voltage: "field:12", Thing: "name" };
  expect(withHeaderRow({}, 4, file("Voltage", "Thing"), remembered).columns).toEqual([
    { column: 1, field: "name" },
  ]);
});

test("another header row keeps the columns that are joined, unless the header of one is remembered as something else", () => {
  const before = { columns: [...COLUMNS, { column: 3, field: "name" }] };
  const joined = [
    { column: 1, field: "name" },
    { column: 3, field: "name" },
  ];
  expect(withHeaderRow(before, 4, file("Nr", "Model"), {}).columns).toEqual(joined);
  expect(withHeaderRow(before, 4, file("Nr", "Model"), { Model: "name" }).columns).toEqual(joined);
  expect(withHeaderRow(before, 4, file("Nr", "Model"), { Model: "price" }).columns).toEqual([
    { column: 1, field: "price" },
  ]);
});

test("another sheet, encoding or separator removes the header row and the columns, so that the server finds them again", () => {
  const before = { columns: COLUMNS, headerRow: 4, defaults: { type: "Piece" }, separator: "comma" as const };
  expect(withSheet(before, "Other")).toEqual({ sheet: "Other", defaults: { type: "Piece" } });
  expect(withText(before, { separator: "tab" })).toEqual({ defaults: { type: "Piece" }, separator: "tab" });
});

test("another product, sheet, encoding or column takes the decisions away that were for its values", () => {
  const state = { cause: "state.unknown", action: "replace", to: "In use" } as const;
  const user = { cause: "user.unknown", value: "Novák", action: "empty" } as const;
  const row = { cause: "row.other.too-long", action: "leaveOut" } as const;
  const columns = [...COLUMNS, { column: 3, field: "state" }];
  const before = { columns, decisions: [state, user, row] };
  expect(withProduct(before, "none")).toEqual({ product: "none" });
  expect(withSheet(before, "Other")).toEqual({ sheet: "Other" });
  expect(withText(before, { encoding: "utf-8" })).toEqual({ encoding: "utf-8" });
  expect(withField(before, 2, "state").decisions).toEqual([user]);
  expect(withField(before, 3, null).decisions).toEqual([user]);
  expect(withField(before, 2, "price").decisions).toEqual([state, user]);
});

test("a default value is set, replaced and removed", () => {
  const once = withDefault({}, "type", "Piece");
  expect(withDefault(once, "type", "Set").defaults).toEqual({ type: "Set" });
  expect(withDefault(once, "type", "").defaults).toEqual({});
});

test("a cause has one decision, and each of its values may have another", () => {
  let options = withDecision({}, "user.unknown", undefined, { action: "create" });
  options = withDecision(options, "user.unknown", "Novák", { action: "replace", to: "jan" });
  options = withDecision(options, "user.unknown", undefined, { action: "empty" });
  expect(options.decisions).toHaveLength(2);
  expect(decisionOf(options, "user.unknown")).toMatchObject({ action: "empty" });
  expect(decisionOf(options, "user.unknown", "Novák")).toMatchObject({ action: "replace", to: "jan" });
  options = withDecision(options, "user.unknown", undefined, null);
  expect(decisionOf(options, "user.unknown")).toBe(null);
  expect(options.decisions).toHaveLength(1);
});

test.each(["articles", "users"] as const)(
  "a default is offered for the fields of %s for which the server takes one",
  (kind) => {
    for (const { field, isSecret = false } of TABLES[kind]) {
      const isOwn = isSecret || OWN_FIELDS.some((own) => own === field);
      const one = { field, title: field, isNeeded: false, isRequired: false, choices: null };
      expect(takesDefault({ kind }, one), field).toBe(!isOwn);
    }
  },
);
