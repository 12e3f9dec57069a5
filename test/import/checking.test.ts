import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer, json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { xlsxFile } from "../../src/platform/tables/xlsx-write.ts";
import { sharedServer } from "../harness/server.ts";
import { workbookOf, zipOf } from "../tables/reading.ts";
import { check, errorsOf } from "./uploads.ts";

const server = sharedServer();
const { admin } = server;

test("a dry run reports what would be created, changed and unchanged, and changes nothing", async () => {
  const before = (await admin.get("/api/articles")).text;
  const { status, headers, body } = await check(
    admin,
    "articles",
    [
      "Code,Name,Category,Type,Location,Colour",
      "NEW-1,New chair,Chairs,Office furniture,Main building / Attic / 1,blue",
      "A000001,Another name,,,,red",
      "A000002,,,,,",
    ].join("\n"),
    { fileName: `C:\\${"lists/".repeat(50)}chairs.csv` },
  );
  expect(status).toBe(201);
  expect(headers.get("location")).toBe(`/api/imports/${body.id}`);
  expect(body).toMatchObject({
    ...{ kind: "articles", fileName: "chairs.csv", state: "checked", createdBy: "admin" },
    ...{ rows: 3, toCreate: 1, toUpdate: 1, unchanged: 1, errorCount: 0, errors: [] },
    ignoredColumns: ["Colour"],
    progress: { done: 3, total: 3 },
    made: {
      locations: { count: 2, names: ["Main building / Attic", "Main building / Attic / 1"] },
      categories: { count: 1, names: ["Chairs"] },
      types: { count: 1, names: ["Office furniture"] },
    },
  });
  expect(body.preview.create[0]).toMatchObject({ row: 2, key: "NEW-1" });
  expect(body.preview.create[0].changes).toContainEqual({
    ...{ column: "Location", before: null, after: "Main building / Attic / 1" },
  });
  expect(body.preview.update).toEqual([
    {
      ...{ row: 3, key: "A000001" },
      changes: [{ column: "Name", before: expect.any(String), after: "Another name" }],
    },
  ]);
  expect(body.preview.unchanged).toEqual([{ row: 4, key: "A000002", changes: [] }]);
  expect((await admin.get("/api/articles")).text).toBe(before);
  expect((await admin.get(`/api/imports/${body.id}`)).body).toEqual(body);
  const [head] = (await admin.get("/api/imports")).body;
  expect(head).toMatchObject({ id: body.id, rows: 3, validRows: 3, errorRows: 0, leftOut: 0 });
  expect(body).toMatchObject(head);
});

test("the sums of the rows that can be imported are given, and null where the file has no column for them", async () => {
  const prices = "Code,Name,Category,Type,Price\nS-1,A,K,T,1.5\nS-2,B,K,T,\nS-3,C,K,T,wrong";
  expect((await check(admin, "articles", prices)).body.sums).toEqual({
    quantity: null,
    quantities: [],
    price: 1.5,
    value: null,
  });
  const stock =
    "Code,Name,Category,Type,Price,Location,Quantity\nS-1,A,K,T,1.5,Here,3\nS-2,B,K,T,0.25,Here,2";
  expect((await check(admin, "articles", stock)).body.sums).toMatchObject({
    quantity: 5,
    price: 1.75,
    value: 5,
  });
});

test("quantities of several units have no sum, but one for each unit", async () => {
  const file = [
    "Code,Name,Category,Type,Location,Quantity,Unit",
    ...["U-1,A,K,T,Here,2,m", "U-2,B,K,T,Here,3,", "U-3,C,K,T,Here,4,m", "U-4,D,K,T,Here,0,kg"],
  ];
  const { quantity, quantities } = (await check(admin, "articles", file.join("\n"))).body.sums;
  expect([quantity, quantities]).toEqual([
    null,
    [
      { unit: null, quantity: 3 },
      { unit: "m", quantity: 6 },
    ],
  ]);
});

test("a row without a unit has that of its article", async () => {
  const { body } = await check(
    admin,
    "articles",
    "Code,Name,Category,Type,Unit,Location\nU-5,A,K,T,kg,Measured",
  );
  expect((await admin.put(`/api/imports/${body.id}/apply`)).status).toBe(200);
  const quantities = [{ unit: "kg", quantity: 7 }];
  for (const [kind, file] of [
    ["articles", "Code,Location,Quantity\nU-5,Measured,7"],
    ["stock", "Code,Location,Quantity\nU-5,Measured,7"],
  ] as const)
    expect((await check(admin, kind, file)).body.sums).toMatchObject({ quantity: 7, quantities });
});

test("very many units are no list of sums", async () => {
  const rows = Array.from({ length: 21 }, (_, n) => `U-${n},A,K,T,Here,1,unit ${n}`);
  const file = ["Code,Name,Category,Type,Location,Quantity,Unit", ...rows].join("\n");
  expect((await check(admin, "articles", file)).body.sums).toMatchObject({ quantity: null, quantities: [] });
});

test("locations with > between their levels are read as a tree, and the separator is reported", async () => {
  const { body } = await check(admin, "locations", "Path\nLevels > A\nLevels > B");
  expect([body.levels, body.preview.create.map(({ key }: { key: string }) => key)]).toEqual([
    "greater",
    ["Levels / A", "Levels / B"],
  ]);
  expect((await check(admin, "users", "User name\nnobody")).body.levels).toBeNull();
});

test("the separator of levels may be chosen where it can't be detected", async () => {
  const { body } = await check(admin, "locations", "Path\nLevels - A");
  expect(body.preview.create[0].key).toBe("Levels - A");
  const again = await admin.put(`/api/imports/${body.id}`, { levels: "dash" });
  expect([again.body.levels, again.body.preview.create[0].key]).toEqual(["dash", "Levels / A"]);
  const wrong = await admin.put(`/api/imports/${body.id}`, { levels: "dot" });
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, "levels"]);
});

test("a day is read as a spreadsheet counts it", async () => {
  const { body } = await check(admin, "articles", "Code,Name,Category,Type,Purchase date\nD-1,A,K,T,46349");
  expect(body.preview.create[0].changes).toContainEqual({
    ...{ column: "Purchase date", before: null, after: "2026-11-23" },
  });
});

test("the line with a form feed that begins a printed page is left out", async () => {
  const { body } = await check(
    admin,
    "articles",
    "Code,Name,Category,Type\nD-1,A,K,T\n\fPage 2,,,\n\fD-2,B,K,T",
  );
  expect([body.errors, body.leftOut, body.toCreate]).toEqual([[], 1, 2]);
});

test("a location that begins a printed page is no page line", async () => {
  const { body } = await check(admin, "locations", "Path,Code\nPaged,\n\fPaged 2,");
  expect([body.leftOut, body.toCreate]).toEqual([0, 2]);
});

test("all errors are reported at once, with the spreadsheet's row and the file's own column", async () => {
  const file = [
    "Kód;Název;Kategorie;Typ;Stav;Cena;Uživatel",
    "",
    '"E1";"two\nlines";K;T;In stock;1,5;user',
    "E2;Stůl;K;T;Broken;12 ks;nobody",
    ";Bez kódu;K;T;;;",
    "E1;Podruhé;K;T;;;",
    "E3;;K;;;-1;",
  ].join("\r\n");
  expect(await errorsOf(admin, "articles", file)).toEqual([
    [4, "Cena", "must be a number"],
    [4, "Stav", 'The state "Broken" does not exist. Use one of: In use, In stock, Proposed, Disposed.'],
    [4, "Uživatel", 'The user "nobody" does not exist.'],
    [5, "Kód", "is required"],
    [6, "Kód", 'is the same as in row 3, but Název is "Podruhé" here and "two\nlines" there'],
    [7, "Cena", "must be at least 0"],
    [7, "Název", "Name is missing."],
    [7, "Typ", "Type is missing."],
  ]);
  const czech = await errorsOf(admin, "articles", file, { headers: { "Accept-Language": "cs" } });
  expect(czech[0]).toEqual([4, "Cena", "musí být číslo"]);
  expect(czech[4]).toEqual([
    6,
    "Kód",
    "je stejné jako v řádku 3, ale Název je tady „Podruhé“ a tam „two\nlines“",
  ]);
});

test("a column that a new record needs and the file lacks is named", async () => {
  const file = "Code,Name\nNEW-2,Lamp";
  expect(await errorsOf(admin, "articles", file)).toEqual([
    [2, null, "Category is missing."],
    [2, null, "Type is missing."],
  ]);
  const czech = await errorsOf(admin, "articles", file, { headers: { "Accept-Language": "cs" } });
  expect(czech[0]?.[2]).toBe("Chybí údaj „Kategorie“.");
});

test("a separator in an unquoted text is an error, not a shift of the columns after it", async () => {
  const file = "Code,Name,Category,Type\nNEW-3,Desk, large,Furniture,Desks\nNEW-4,Lamp,Lights,Lamps,\n";
  expect(await errorsOf(admin, "articles", file)).toEqual([
    [
      2,
      null,
      "has more values than there are columns. Put text that contains the separator in quotation marks",
    ],
  ]);
});

test("a formula whose value is not in the workbook is an error, not an empty cell", async () => {
  const cell = (content: string) => `<c t="str"><v>${content}</v></c>`;
  const rows = `<row>${cell("Code")}${cell("Price")}</row><row>${cell("A000001")}<c><f>1+1</f></c></row>`;
  expect(await errorsOf(admin, "articles", await zipOf(workbookOf(rows)))).toEqual([
    [2, "Price", "contains a formula without its value. Open the file in a spreadsheet and save it"],
  ]);
});

test.each([
  ["Price", "1,234", "can be read in two ways. Write 1234 or 1,2340"],
  ["Price", "12.34567", "must have at most four decimal places"],
  ["Price", "abc", "must be a number"],
  ["Price", "1-2", "must be a number"],
  ["Price", "1e5", "must be a number"],
  ["Price", "-0,01", "must be at least 0"],
  ["Quantity", "1,5", "must be a whole number"],
  ["Quantity", "-1", "must be at least 0"],
  ["Quantity", "99999999999", "must be at most 2,147,483,647"],
  ["Name", "#N/A", "contains a formula with an error"],
  ["Name", "x".repeat(201), "must have at most 200 characters"],
  ["Unit", "x".repeat(21), "must have at most 20 characters"],
  ["Name", "a\u0001b", "must not contain control characters"],
  ["Location", "Main building / / 1", "is required"],
])("%s %s: %s", async (column, cell, message) => {
  const file = `Code;${column}\nA000001;${cell}`;
  expect(await errorsOf(admin, "articles", file)).toEqual([[2, column, message]]);
});

test.each([
  ["no row at all", "", [1, null, "The table has no rows."]],
  ["nothing below the names", "Code,Name\n", [1, null, "The table has no rows."]],
  ["the key's column is missing", "\nName\nx", [2, null, "The column Code is missing."]],
  [
    "no names of columns",
    "1,2\n3,4",
    [1, null, "No row with column names was found. Choose the header row."],
  ],
] as const)("%s", async (_, file, error) => {
  expect(await errorsOf(admin, "articles", file)).toEqual([error]);
});

test.each([
  ["articles", "inventární číslo;NÁZEV ARTIKLU;  kategorie:;Typ\nZ1;x;y;z"],
  ["articles", "code,name,CATEGORY,article type\nZ1,x,y,z"],
  ["locations", "Název;kód umístění\nHala 7;H7"],
  ["users", "login;jmeno;prijmeni;ROLE\nnew;N;N;user"],
  ["stock", "kod;misto;pocet kusu\nA000001;Hala 7;3"],
] as const)(
  "%s: columns are recognised by their names in either language, in any notation",
  async (kind, file) => {
    const { body } = await check(admin, kind, file);
    expect(body).toMatchObject({ errors: [], ignoredColumns: [], toCreate: 1 });
  },
);

test("a workbook is read by its sheet's name, and codes of digits keep their zeros", async () => {
  const table = (name: string, code: string | number) => ({
    name,
    columns: ["Code", "Name", "Category", "Type", "Price"].map((title) => ({ title })),
    rows: [[code, "x", "y", "z", 1.234]],
  });
  const file = await buffer(xlsxFile([table("First", "00123"), table("Second", 123)]));
  const first = (await check(admin, "articles", file)).body;
  const second = (await check(admin, "articles", file, { sheet: "second" })).body;
  expect([first.preview.create[0].key, second.preview.create[0].key]).toEqual(["00123", "123"]);
  expect(first.preview.create[0].changes).toContainEqual({ column: "Price", before: null, after: "1.234" });
  const absent = await check(admin, "articles", file, { sheet: "Third" });
  expect(absent.status).toBe(400);
  expect(absent.body.errors[0].path).toBe("sheet");
});

test.each([
  ["a picture", Buffer.from([0xff, 0xd8, 0, 0]), 400, "file"],
  ["an empty workbook", Buffer.from("PK\u0003\u0004"), 400, "file"],
])("%s is refused and deleted", async (_, bytes, status, path) => {
  const ids = async () => (await admin.get("/api/imports")).body.map(({ id }: { id: number }) => id);
  const response = await check(admin, "articles", bytes);
  const before = await ids();
  expect([response.status, response.body.errors[0].path]).toEqual([status, path]);
  await check(admin, "articles", bytes);
  expect((await ids()).length).toBe(before.length);
});

test("an unknown kind is refused", async () => {
  const form = new FormData();
  form.append("kind", "printers");
  form.append("file", new Blob(["x"]), "x.csv");
  const response = await admin.send("POST", "/api/imports", form);
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe("kind");
});

test("a file of more than 200 MiB is refused by its length, before any of it has arrived", async () => {
  const upload = request(`${server.url}/api/imports`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${await server.tokenOf("admin")}`,
      "Content-Type": "multipart/form-data; boundary=part",
      "Content-Length": 201 * 1024 * 1024,
    },
  });
  onTestFinished(() => void upload.destroy());
  upload.flushHeaders();
  const [response] = (await once(upload, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(413);
  expect(await json(response)).toMatchObject({ message: "The file is larger than 200 MiB." });
});

test("all errors are counted, and the first ten thousand reported", async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `Z${index},x`);
  const { body } = await check(admin, "articles", `Code,Price\n${rows.join("\n")}`);
  expect([body.errorCount, body.errors.length]).toEqual([4 * 20_000, 10_000]);
});

test("the newest ten imports are kept", async () => {
  const ids = [];
  for (let i = 0; i < 12; i++) ids.unshift((await check(server.admin2, "locations", "Path\nx")).body.id);
  const { body } = await server.admin2.get("/api/imports");
  expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 10));
  expect((await server.admin2.get(`/api/imports/${ids[11]}`)).status).toBe(404);
});
