import { expect, test } from "vitest";
import { ARTICLE } from "../../src/records/article.ts";
import { fieldsIn } from "../../src/records/record.ts";
import { sharedServer } from "../harness/server.ts";
import { check } from "./uploads.ts";

const { admin } = sharedServer();

test("a dry run reports the field of each column, and the possible ones", async () => {
  const { body } = await check(admin, "articles", "Kód;Colour;Název\nX1;red;Chair");
  expect(body.columns).toEqual([
    { column: 0, letter: "A", header: "Kód", field: "code", samples: ["X1"] },
    { column: 1, letter: "B", header: "Colour", field: null, samples: ["red"] },
    { column: 2, letter: "C", header: "Název", field: "name", samples: ["Chair"] },
  ]);
  const field = (name: string) => body.fields.find((one: { field: string }) => one.field === name);
  expect(field("code")).toMatchObject({ title: "Code", isNeeded: true, isRequired: true, choices: null });
  expect(field("serialNumber")).toMatchObject({ title: "Serial number", isNeeded: false, isRequired: false });
  expect(field("state").choices).toContain("In stock");
  expect(body.text).toEqual({ encoding: "utf-8", separator: "semicolon" });
});

test("a chosen field takes precedence over the column's name, and no other column gets the same field", async () => {
  const columns = JSON.stringify({ Nr: "code", Name: null, Words: "name", Gone: "price" });
  const { body } = await check(admin, "articles", "Nr,Code,Name,Words\nA000001,old,no,Another name", {
    columns,
  });
  expect(body.columns).toMatchObject([
    { header: "Nr", field: "code" },
    { header: "Code", field: null },
    { header: "Name", field: null },
    { header: "Words", field: "name" },
  ]);
  expect(body).toMatchObject({ errors: [], ignoredColumns: ["Code", "Name"], toUpdate: 1 });
  expect(body.preview.update[0].changes).toMatchObject([{ column: "Words", after: "Another name" }]);
});

test.each([
  ["two columns for one", JSON.stringify({ A: "code", B: "code" }), 201],
  ["a field of another kind", JSON.stringify({ A: "userName" }), 400],
  ["no object", "[1]", 400],
  ["no JSON", "{", 400],
])("a choice with %s is refused at its place", async (_, columns, status) => {
  const response = await check(admin, "articles", "A,B\n1,2", { columns });
  expect(response.status).toBe(status);
  const { errors } = response.body;
  if (status === 400) expect(errors).toMatchObject([{ path: "columns" }]);
  else expect(errors).toMatchObject([{ column: "B", message: "means the same as the column A" }]);
});

test("a chosen custom field that is gone counts as not chosen", async () => {
  const columns = JSON.stringify({ Name: "field:987654", Voltage: "field:987654" });
  const { status, body } = await check(admin, "articles", "Code,Name\nA000001,Saw", { columns });
  expect(status).toBe(201);
  expect(body.columns).toMatchObject([{ field: "code" }, { field: "name" }]);
});

test("the encoding and the separator may be given where the detection was wrong", async () => {
  const bytes = Buffer.from("Code;Name,Category\nX1;žlutá,K", "utf-8");
  const guessed = await check(admin, "articles", bytes);
  expect(guessed.body.text).toEqual({ encoding: "utf-8", separator: "comma" });
  const { body } = await check(admin, "articles", bytes, {
    encoding: "windows-1250",
    separator: "semicolon",
  });
  expect(body.text).toEqual({ encoding: "windows-1250", separator: "semicolon" });
  expect(body.columns.map(({ header }: { header: string }) => header)).toEqual(["Code", "Name,Category"]);
});

const NAMES = fieldsIn(ARTICLE, "cells").flatMap(([name, { kind, cells }]) =>
  kind === "reference" ? [cells?.name ?? name] : [],
);
test.each(NAMES)(
  "the column %s of articles names a record, which a row may not miss unseen",
  async (column) => {
    const row = {
      code: `N-${column}`,
      name: "x",
      category: "Tools",
      type: "Drill",
      [column]: "Nothing such",
    };
    const table = [Object.keys(row).join(","), Object.values(row).join(",")].join("\n");
    const { body } = await check(admin, "articles", table);
    expect(body.causes.map(({ id }: { id: string }) => id)).toContain(`${column}.unknown`);
  },
);
