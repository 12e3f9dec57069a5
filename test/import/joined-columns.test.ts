import { expect, test } from "vitest";
import type { ApiResponse } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { article, check } from "./uploads.ts";

const { admin } = sharedServer();

const fullOf = async (code: string) =>
  (await admin.get(`/api/articles/${(await article(admin, code)).oid}/full`)).body;

/** Checks the file again with the fields of its columns. */
async function withFields(
  body: ApiResponse["body"],
  fields: readonly (string | null)[],
): Promise<ApiResponse> {
  const columns = fields.map((field, column) => ({ column, field }));
  return await admin.put(`/api/imports/${body.id}`, { columns });
}

test("two columns of a name are joined by a comma, and those of a note by a line break, in the order of the columns", async () => {
  const file =
    "Model;Code;Product;Category;Type;Remark 1;Remark 2\nX 300;J1;Drill;c;t;red;oiled\n;J2;Saw;c;t;;7";
  const { body: first } = await check(admin, "articles", file);
  const fields = ["name", "code", "name", "category", "type", "note", "note"];
  const { body } = await withFields(first, fields);
  expect(body.errors).toEqual([]);
  expect(body.columns.map(({ field }: { field: string }) => field)).toEqual(fields);
  await admin.put(`/api/imports/${body.id}/apply`);
  expect(await fullOf("J1")).toMatchObject({ name: "X 300, Drill", note: "red\noiled" });
  expect(await fullOf("J2")).toMatchObject({ name: "Saw", note: "7" });
});

test("additional codes of two columns are all taken", async () => {
  const file = "Code;Name;Category;Type;First;Second\nJC1;Drill;c;t;OLD-1;A-1; A-2";
  const { body: first } = await check(admin, "articles", file.replace("A-1; A-2", '"A-1; A-2"'));
  const fields = ["code", "name", "category", "type", "additionalCodes", "additionalCodes"];
  const { body } = await withFields(first, fields);
  const change = body.preview.create[0].changes.find(({ column }: { column: string }) => column === "First");
  expect([body.errors, change.after]).toEqual([[], "OLD-1; A-1; A-2"]);
});

test.each([
  ["price", "Price"],
  ["dtBuy", "Purchase date"],
  ["state", "State"],
  ["serialNumber", "Serial number"],
])("a second column of %s is refused by the names of both", async (field, title) => {
  const { body: first } = await check(admin, "articles", "Code;One;Other\nA000001;;");
  const refused = await withFields(first, ["code", field, field]);
  expect([refused.status, refused.body.errors]).toMatchObject([
    400,
    [
      {
        path: "columns.2.field",
        message: `The columns B and C can't both be ${title}: its values can't be joined. Import one of them as something else, or not.`,
      },
    ],
  ]);
});

test("two headers that are chosen for a text at the upload are joined", async () => {
  const columns = JSON.stringify({ Product: "name", Model: "name" });
  const file = "Code;Product;Model;Category;Type\nJU1;Drill;X 300;c;t";
  const { body } = await check(admin, "articles", file, { columns });
  const change = body.preview.create[0].changes.find(
    ({ column }: { column: string }) => column === "Product",
  );
  expect([body.errors, change.after]).toEqual([[], "Drill, X 300"]);
});

test("a column is joined to one that the rules of a product have", async () => {
  const file = "HB.name,HB.location,HB.asset_id,HB.notes,Extra\nDrill,Hall,JP-1,oiled,blue";
  const { body: first } = await check(admin, "articles", file);
  expect(first.product).toBe("homebox");
  const fields = first.columns.map(({ header, field }: { header: string; field: string | null }) =>
    header === "Extra" ? "note" : field,
  );
  const { body } = await withFields(first, fields);
  expect(body.errors).toEqual([]);
  await admin.put(`/api/imports/${body.id}/apply`);
  expect((await fullOf("JP-1")).note).toBe("oiled\nblue");
});

test("a remembered choice of one column is joined to the column with the name of the field, as it was when it was chosen", async () => {
  const file = "Code;Name;Model;Category;Type\nJR1;Drill;X 300;c;t";
  const { body: first } = await check(admin, "articles", file);
  const { body: chosen } = await withFields(first, ["code", "name", "name", "category", "type"]);
  await admin.put(`/api/imports/${chosen.id}/apply`);
  const { body } = await check(admin, "articles", file, { columns: JSON.stringify({ Model: "name" }) });
  expect(body.columns.map(({ field }: { field: string }) => field)).toEqual(
    chosen.columns.map(({ field }: { field: string }) => field),
  );
  expect(body).toMatchObject({ errors: [], toCreate: 0, toUpdate: 0 });
  expect((await article(admin, "JR1")).name).toBe("Drill, X 300");
});

test("of two columns with one header the preview names the fields", async () => {
  const { body: first } = await check(admin, "articles", "Code;Info;Info\nA000001;2026-01-02;2027-01-02");
  const { body } = await withFields(first, ["code", "dtBuy", "warrantyEnd"]);
  expect(body.preview.update[0].changes).toMatchObject([
    { column: "dtBuy", after: "2026-01-02" },
    { column: "warrantyEnd", after: "2027-01-02" },
  ]);
});
