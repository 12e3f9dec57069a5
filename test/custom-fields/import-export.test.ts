import { beforeAll, expect, test } from "vitest";
import { added } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { addedField, setValues, valuesOf } from "./samples.ts";

/** The names of categories 1 and 2. */
let own: string;
let other: string;
const { admin } = sharedServer();
beforeAll(async () => {
  const { body } = await admin.get("/api/articlecategories");
  const nameOf = (oid: number) => body.find((one: { oid: number }) => one.oid === oid).name;
  [own, other] = [nameOf(1), nameOf(2)];
  await addedField(admin, "Weight", { type: "number", unit: "kg" });
  await addedField(admin, "Inspected", { type: "date" });
  await addedField(admin, "Colour", { type: "choice", choices: ["red", "blue"] });
  await addedField(admin, "Insured", { type: "yesNo" });
  await addedField(admin, "Manual", { type: "link" });
  await addedField(admin, "Remarks of purchase");
  await addedField(admin, "Of Furniture", { categoryIds: [1], isRequired: true });
});

const fieldOf = async (name: string): Promise<number> =>
  (await admin.get("/api/customfields")).body.find((one: { name: string }) => one.name === name).oid;
const apply = (id: number) => admin.put(`/api/imports/${id}/apply`);
const oidOf = async (code: string) => (await admin.get(`/api/articles/getbycode?code=${code}`)).body.oid;

test("columns with the names of custom fields are read, by the rules of their types", async () => {
  const { status, body } = await check(
    admin,
    "articles",
    [
      "Code,Name,Category,Type,WEIGHT (kg),inspected,Colour,Insured,Manual,Supplier,Purchase date,Note,Of furniture",
      `IM-1,One,${own},Chair,"1 234,5",23. 11. 2026,RED,yes,https://m.test/1,ACME,2026-01-31,A note,oak`,
      `IM-2,Two,${own},Chair,-3,2026-01-02T00:00:00,blue,no,,,,,pine`,
    ].join("\n"),
  );
  expect([status, body.errorCount, body.ignoredColumns]).toEqual([201, 0, []]);
  expect(body.preview.create[0].changes).toContainEqual({ column: "Colour", before: null, after: "red" });
  expect((await apply(body.id)).status).toBe(200);
  expect(await valuesOf(admin, await oidOf("IM-1"))).toEqual({
    ...{ Weight: "1234.5", Inspected: "2026-11-23", Colour: "red", Insured: "true" },
    ...{ Manual: "https://m.test/1", "Of Furniture": "oak" },
  });
  const { body: full } = await admin.get(`/api/articles/${await oidOf("IM-1")}/full`);
  expect(full).toMatchObject({ supplier: "ACME", dtBuy: "2026-01-31", note: "A note" });
});

test("a wrong value, a field of another category, and a missing required value are errors of their rows", async () => {
  const { body } = await check(
    admin,
    "articles",
    [
      "Code,Name,Category,Type,Weight,Colour,Of Furniture",
      `IE-1,One,${own},Chair,heavy,,oak`,
      `IE-2,Two,${own},Chair,,green,oak`,
      `IE-3,Three,${other},Chair,,,oak`,
      `IE-4,Four,${own},Chair,1,,`,
      `IE-5,Five,${other},Chair,1,,`,
    ].join("\n"),
  );
  const errors = body.errors.map(({ row, column }: { row: number; column: string }) => [row, column]);
  expect(errors).toEqual([
    [2, "Weight"],
    [3, "Colour"],
    [4, "Of Furniture"],
    [5, "Of Furniture"],
  ]);
  expect(body.toCreate).toBe(1);
});

test("a file without the column of a required field is accepted", async () => {
  const { body } = await check(admin, "articles", `Code,Name,Category,Type\nIR-1,One,${own},Chair`);
  expect([body.errorCount, body.toCreate]).toEqual([0, 1]);
});

test("an empty cell keeps the value, and a decision replaces a wrong one", async () => {
  const { oid } = await added(admin, "IK-1");
  await setValues(admin, oid, { [await fieldOf("Colour")]: "red" });
  const { body } = await check(admin, "articles", "Code,Colour,Weight\nIK-1,,5");
  expect(body.preview.update[0].changes).toEqual([{ column: "Weight", before: null, after: "5" }]);
  const wrong = await check(admin, "articles", "Code,Colour\nIK-1,azure");
  const [cause] = wrong.body.causes;
  expect(cause).toMatchObject({ field: `field:${await fieldOf("Colour")}`, kind: "invalid" });
  expect(cause.actions).toContain("replace");
  const options = { decisions: [{ cause: cause.id, value: "azure", action: "replace", to: "blue" }] };
  const decided = await admin.put(`/api/imports/${wrong.body.id}`, options);
  expect([decided.status, decided.body.errorCount, decided.body.toUpdate]).toEqual([200, 0, 1]);
});

test.each(["csv", "xlsx"])(
  "an exported table (%s) has all fields, and importing it again changes nothing",
  async (format) => {
    const { oid } = await added(admin, `RT-${format}`);
    const values = {
      ...{ Weight: "1.234", Inspected: "2026-02-28", Colour: "blue", Insured: "false" },
      ...{ Manual: "https://m.test/?a=1", "Remarks of purchase": "=1+1", "Of Furniture": "-5 oak" },
    };
    const given = await Promise.all(
      Object.entries(values).map(async ([name, value]) => [await fieldOf(name), value]),
    );
    await setValues(admin, oid, Object.fromEntries(given));
    expect(await valuesOf(admin, oid)).toEqual(values);
    const { bytes } = await admin.get(`/api/export/articles?format=${format}&q=RT-${format}`);
    const { status, body } = await check(admin, "articles", bytes, { fileName: `a.${format}` });
    expect([status, body.rows, body.unchanged, body.ignoredColumns, body.errors]).toEqual([
      201,
      1,
      1,
      [],
      [],
    ]);
  },
);
