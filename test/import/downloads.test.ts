import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { xlsxFile } from "../../src/platform/tables/xlsx-write.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";
import { article, check, imported } from "./uploads.ts";

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

test.each(["csv", "xlsx"])(
  "the file of errors as %s has the defaults of new articles, so that it adds what the first import would have",
  async (format) => {
    const code = `DEF-${format}`;
    const file = [
      "Code;Name;Location;Category;Type;Price",
      `${code}-1;Chair;;c;t;x`,
      `${code}-2;Desk;Own hall;c;t;x`,
      "A000001;;;;;x",
    ].join("\n");
    const { body } = await check(admin, "articles", file);
    const defaults = { location: "Hall / Shelf", state: "In use", supplier: "=ACME" };
    const { status } = await admin.put(`/api/imports/${body.id}`, { defaults });
    expect(status).toBe(200);
    const path = `/api/imports/${body.id}/errors?format=${format}`;
    const { bytes } = await admin.get(path);
    const rows = (await cellsIn(bytes)).map((cells) => Array.from(cells, (cell) => cell ?? ""));
    expect(rows).toEqual([
      ["Code", "Name", "Location", "Category", "Type", "Price", "State", "Supplier", "Errors"],
      [`${code}-1`, "Chair", "Hall / Shelf", "c", "t", "x", "In use", "=ACME", "Price: must be a number"],
      [`${code}-2`, "Desk", "Own hall", "c", "t", "x", "In use", "=ACME", "Price: must be a number"],
      ["A000001", "", "", "", "", "x", "", "", "Price: must be a number"],
    ]);
    const corrected = rows.map((cells) => cells.map((cell) => (cell === "x" ? "7" : cell)).join("\t"));
    const before = await article(admin, "A000001");
    await imported(admin, "articles", corrected.join("\n"));
    expect(await article(admin, `${code}-1`)).toMatchObject({
      state: { name: "In use" },
      stock: [["Shelf", 1]],
    });
    expect(await article(admin, `${code}-2`)).toMatchObject({ stock: [["Own hall", 1]] });
    const { stock, state } = before;
    expect(await article(admin, "A000001")).toMatchObject({ price: 7, stock, state });
  },
);

test("the file of errors of minimum stock has the default location", async () => {
  const { body } = await check(admin, "refill-rules", "Code,Minimum\nA000001,many");
  await admin.put(`/api/imports/${body.id}`, { defaults: { location: "Hall" } });
  const { text } = await admin.get(`/api/imports/${body.id}/errors`, { "Accept-Language": "cs" });
  expect(text.split("\r\n").slice(0, 2)).toEqual([
    "\ufeffCode;Minimum;Umístění;Chyby",
    expect.stringMatching(/^A000001;many;Hall;/),
  ]);
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

test("numbers of a custom field stay numbers in the file of errors", async () => {
  const other = (await startServer()).admin;
  await other.post("/api/customfields", { name: "Weight", type: "number" });
  const columns = ["Code", "Price", "Weight"].map((title) => ({ title }));
  const file = await buffer(xlsxFile([{ name: "A", columns, rows: [["A000001", "dear", 1.234]] }]));
  const { body } = await check(other, "articles", file, { fileName: "a.xlsx" });
  const { text } = await other.get(`/api/imports/${body.id}/errors`);
  const again = await check(other, "articles", text.replace("dear", "5"));
  expect(again.body).toMatchObject({ errors: [], validRows: 1 });
});

test("locations in the file of errors have their levels, whatever separated them", async () => {
  const { body } = await check(admin, "articles", "Code,Price,Location\nA000001,dear,Hall - 3");
  await admin.put(`/api/imports/${body.id}`, { levels: "dash" });
  expect((await admin.get(`/api/imports/${body.id}/errors`)).text).toContain("A000001,dear,Hall / 3,");
});
