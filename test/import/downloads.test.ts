import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { xlsxFile } from "../../src/platform/tables/xlsx-write.ts";
import { sharedServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";
import { check } from "./uploads.ts";

const server = sharedServer();
const { admin } = server;

const FILE = [
  "List of things;;;;",
  "Code;Name;Note;Price;Category;Type",
  "E1;=1+1;keep;x;c;t",
  "E2;Chair;;5;c;t",
  ";Desk;;much;c;t",
].join("\n");

test.each(["csv", "xlsx"])(
  "the rows with errors are downloaded as %s, with the error beside each",
  async (format) => {
    const { body } = await check(admin, "articles", FILE, { fileName: "Seznam věcí.csv" });
    const { status, headers, bytes, text } = await admin.get(
      `/api/imports/${body.id}/errors?format=${format}`,
    );
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="seznam-veci-errors.${format}"`);
    if (format === "csv") expect(text).toContain("E1,'=1+1,keep");
    expect((await cellsIn(bytes)).map((cells) => Array.from(cells, (cell) => cell ?? ""))).toEqual([
      ["Code", "Name", "Note", "Price", "Category", "Type", "Errors"],
      ["E1", "=1+1", "keep", "x", "c", "t", "Price: must be a number"],
      ["", "Desk", "", "much", "c", "t", "Price: must be a number; Code: is required"],
    ]);
    const czech = await admin.get(`/api/imports/${body.id}/errors`, { "Accept-Language": "cs" });
    expect(czech.text).toContain("Chyby\r\n");
    expect(czech.text).toContain(";Cena: musí být číslo".replace("Cena", "Price"));
  },
);

test("a corrected error file can be imported as it is", async () => {
  const { body } = await check(admin, "articles", FILE);
  await admin.put(`/api/imports/${body.id}/apply?validRows=true`);
  const { text } = await admin.get(`/api/imports/${body.id}/errors`);
  const again = await check(
    admin,
    "articles",
    text.replace(",x,", ",1,").replace(",much,", ",2,").replace("\r\n,Desk", "\r\nE3,Desk"),
  );
  expect(again.body).toMatchObject({ errors: [], toCreate: 2, ignoredColumns: ["Errors"] });
});

test.each([
  ["en", "comma", "; "],
  ["en", "comma", "\t"],
  ["cs", "semicolon", ", "],
])(
  "in %s the file of errors is read with its %s, whatever its values hold",
  async (language, separator, other) => {
    const filled = ["1", "2", "3", "4", "5", "6"].join(other);
    const file = `Code,Price,"Wear ${filled}"\nA000001,dear,"${filled}"\nA000002,dear,"${filled}"`;
    const { body } = await check(admin, "articles", file, { separator: "comma" });
    const headers = { "Accept-Language": language };
    const { text } = await admin.get(`/api/imports/${body.id}/errors`, headers);
    const { body: again } = await check(admin, "articles", text.replaceAll("dear", "7"));
    expect(again).toMatchObject({ text: { separator }, errors: [], validRows: 2 });
    expect(again.columns.slice(0, 3)).toMatchObject([
      { field: "code" },
      { field: "price" },
      { header: `Wear ${filled.trim()}`, samples: [filled] },
    ]);
  },
);

test("numbers and flags of a workbook stay numbers and flags in the file of errors, but for codes and names", async () => {
  const columns = ["Code", "Name", "Price", "Quantity", "Sold"].map((title) => ({ title }));
  const rows = [["A000001", 1.001, 12.345, "many", false]];
  const file = await buffer(xlsxFile([{ name: "A", columns, rows }]));
  const { body } = await check(admin, "articles", file, { fileName: "a.xlsx" });
  const path = `/api/imports/${body.id}/errors`;
  expect((await admin.get(`${path}?separator=comma`)).text).toContain("A000001,1.001,12.3450,many,FALSE,");
  const { text } = await admin.get(`${path}?separator=semicolon`);
  expect(text).toContain("A000001;1.001;12,3450;many;FALSE;");
  const { bytes } = await admin.get(`${path}?format=xlsx`);
  expect((await cellsIn(bytes))[1]?.slice(1, 5)).toEqual(["1.001", 12.345, "many", false]);
  const corrected = text.replace("many", "0");
  expect((await check(admin, "articles", corrected)).body).toMatchObject({ errors: [], validRows: 1 });
});

test("an import without errors has no error file", async () => {
  const { body } = await check(admin, "locations", "Path\nHall");
  const refused = await admin.get(`/api/imports/${body.id}/errors`);
  expect([refused.status, refused.body.message]).toEqual([400, "The file has no rows with errors."]);
});

test("passwords and PINs are neither in the error file nor in the samples, whatever the fields of the columns", async () => {
  const file = "User name,First name,Password,PIN\nnew1,A,a-long-secret,8264";
  const { body } = await check(admin, "users", file);
  expect(JSON.stringify(body)).not.toMatch(/a-long-secret|8264/);
  const { text } = await admin.get(`/api/imports/${body.id}/errors`);
  expect(text).toContain("new1,A,,,");
  expect(text).toContain("Passwords and PINs are left out of this file.");
  const columns = [
    { column: 2, field: null },
    { column: 3, field: null },
  ];
  const again = await admin.put(`/api/imports/${body.id}`, { columns });
  expect(JSON.stringify(again.body)).not.toMatch(/a-long-secret|8264/);
  const left = (await admin.get(`/api/imports/${body.id}/errors`)).text;
  expect(left).not.toMatch(/a-long-secret|8264/);
  expect(left).toContain("Passwords and PINs are left out of this file.");
});

test.each([
  ["articles", "en", "csv"],
  ["articles", "cs", "xlsx"],
  ["locations", "en", "xlsx"],
  ["locations", "cs", "csv"],
  ["users", "en", "csv"],
  ["users", "cs", "xlsx"],
  ["users", "de", "csv"],
  ["users", "sk", "xlsx"],
] as const)("the template of %s in %s as %s can be imported as it is", async (kind, language, format) => {
  const headers = { "Accept-Language": language };
  const {
    status,
    bytes,
    headers: responseHeaders,
  } = await admin.get(`/api/imports/templates/${kind}?format=${format}`, headers);
  expect([status, responseHeaders.get("content-disposition")]).toEqual([
    200,
    `attachment; filename="${kind}-template.${format}"`,
  ]);
  const { body } = await check(admin, kind, bytes);
  expect(body).toMatchObject({ errors: [], validRows: 2, ignoredColumns: [] });
});

test("the template of stock names articles by their codes", async () => {
  const { text } = await admin.get("/api/imports/templates/stock");
  expect(text.split("\r\n")[0]).toBe("\ufeffCode,Name,Location,Quantity,Unit");
  expect((await admin.get("/api/imports/templates/printers")).status).toBe(400);
});
