import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { workbookOf, zipOf } from "../tables/reading.ts";
import { check, errorsOf, imported } from "./uploads.ts";

const { admin } = sharedServer();
beforeAll(async () => {
  await imported(
    admin,
    "users",
    "User name,First name,Last name,Roles\njnovak,Jan,Novák,User\neva,Eva,Malá Nováková,User\nppan,Peter,Pan,User\nt1,Petr,Dvojí,User\nt2,Petr,Dvojí,User",
  );
});

const PRICES: readonly [string, string][] = [
  ["45 990,-", "45990"],
  ["45.990,-", "45990"],
  ["1,200.--", "1200"],
  ["45 990,— Kč", "45990"],
  ["2 350,00 Kč", "2350"],
  ["2\u00a0350,50\u00a0Kč", "2350.5"],
  ["CZK 12.50", "12.5"],
  ["€ 1 200,50", "1200.5"],
  ["1\u2009200.5 EUR", "1200.5"],
  ["$1,200.50", "1200.5"],
  ["100 --", "100"],
  ["1'200.50 CHF", "1200.5"],
  ["1’200’300.50", "1200300.5"],
  ["1,234.50", "1234.5"],
  ["1 234,50", "1234.5"],
  ["1\u00a0234,50", "1234.5"],
  ["1.234,50", "1234.5"],
  ["12.3456", "12.3456"],
  ["0,125", "0.125"],
  ["1,2340", "1.234"],
  ["1.234.567", "1234567"],
  ["1.234.567,80", "1234567.8"],
  ["12\u00a0345\u00a0678", "12345678"],
  ["1234,5", "1234.5"],
  [",5", "0.5"],
];
test.each(PRICES)("the price %s is %s", async (cell, price) => {
  const { body } = await check(admin, "articles", `Code;Price\nA000001;${cell}`);
  expect(body.errors).toEqual([]);
  expect(body.preview.update[0].changes[0].after).toBe(price);
});

test.each([
  ["1 ks", "1"],
  ["3 pcs", "3"],
  ["2 Stk.", "2"],
  ["2 Stück", "2"],
  ["12 kusů", "12"],
  ["12ks", "12"],
  ["2,00 ks", "2"],
  ["1 200 ks", "1200"],
])("the quantity %s is %s", async (cell, quantity) => {
  const { body } = await check(admin, "articles", `Code;Location;Quantity\nA000001;Depot;${cell}`);
  expect(body.errors).toEqual([]);
  expect(body.preview.update[0].changes.at(-1).after).toBe(quantity);
});

test.each([
  ["Price", "12 ks"],
  ["Price", "12 bal"],
  ["Price", "Kč"],
  ["Price", "-"],
  ["Price", "12 KčX"],
  ["Price", "100-"],
  ["Price", "1 200,50,-"],
  ["Price", "20.11.2025"],
  ["Price", "20. 11. 2025"],
  ["Price", "20.11.2025,-"],
  ["Price", "1.5.2"],
  ["Price", "1,5,2"],
  ["Price", "1 2 3"],
  ["Price", "12 50"],
  ["Price", "1234 567"],
  ["Price", "1.234 567"],
  ["Price", "1,234,50"],
  ["Price", "0 123"],
  ["Quantity", "20.11.2025"],
  ["Quantity", "1 2 3"],
  ["Quantity", "1.5.2 ks"],
  ["Quantity", "5 Kč"],
  ["Quantity", "5 m"],
])("%s %s is not a number, and the error shows the value", async (column, cell) => {
  const { body } = await check(admin, "articles", `Code;${column}\nA000001;${cell}`);
  expect(body.errors).toMatchObject([{ column, message: "must be a number", value: cell }]);
});

test.each([
  "jnovak",
  "Jan Novák",
  "Novák Jan",
  "Novák, Jan",
  "Ing. Jan Novák, Ph.D.",
  "NOVÁK JAN",
  "Bc. Novak Jan",
])("%s matches the user", async (name) => {
  const { body } = await check(admin, "articles", `Code;User\nA000001;"${name}"`);
  expect(body.errors).toEqual([]);
  expect(body.preview.update[0].changes).toMatchObject([{ column: "User", after: "jnovak" }]);
});

test.each([
  "Peter Pan",
  "Pan Peter",
  "Pan, Peter",
  "Ing. Peter Pan",
  "pan Peter Pan",
  "Pan Peter, Ph.D.",
  "Pan, Ing. Peter",
  "Pan Ing., Peter",
])("%s is Peter Pan: a title that is a name is kept", async (name) => {
  const { body } = await check(admin, "articles", `Code;User\nA000001;"${name}"`);
  expect(body.errors).toEqual([]);
  expect(body.preview.update[0].changes).toMatchObject([{ column: "User", after: "ppan" }]);
});

test.each(["Peter", "Ing. Peter", "Pan", "Ph.D."])("%s alone matches no user", async (name) => {
  expect(await errorsOf(admin, "articles", `Code;User\nA000001;${name}x\nA000002;${name}`)).toEqual([
    [2, "User", `The user "${name}x" does not exist.`],
    [3, "User", `The user "${name}" does not exist.`],
  ]);
});

test("a name of several users in any order matches none of them", async () => {
  expect(
    await errorsOf(admin, "articles", "Code;User\nA000001;Dvojí Petr\nA000002;Nováková Eva Malá"),
  ).toEqual([[2, "User", 'Several users are named "Dvojí Petr". Use the user name.']]);
});

test("totals and repeated header rows are left out and counted, and a code that looks like one is not", async () => {
  const file = [
    "Code;Name;Category;Type;Price",
    "TOT-1;Total station;c;t;1",
    "Mezisoučet;;;;1",
    "Code;Name;Category;Type;Price",
    ";;;;",
    "SUM;Summer chair;c;t;2",
    ";Celkem:;;;3",
    "Grand total;;;;3",
  ].join("\n");
  const nameless = `${file}\n;Total station;c;t;4`;
  expect(await errorsOf(admin, "articles", nameless)).toEqual([[9, "Code", "is required"]]);
  const { body } = await check(admin, "articles", file);
  expect(body).toMatchObject({ errors: [], rows: 6, validRows: 2, leftOut: 4 });
});

test.each([
  "CELKEM;12;;;5",
  "Total:;12 ks;;;1 234,50 Kč",
  "Celkem;12 položek;3;;5",
  "Suma;1.234;;;5",
  ";Celkem;12;;5",
])("the row %s is a total where new articles get missing values by default", async (total) => {
  const { body } = await check(
    admin,
    "articles",
    `Code;Name;Serial number;State;Price\nX1;Desk;S1;;5\n${total}`,
  );
  const again = await admin.put(`/api/imports/${body.id}`, { defaults: { type: "t", category: "c" } });
  expect(again.body).toMatchObject({ errors: [], toCreate: 1, leftOut: 1 });
  expect(again.body.preview.create.map(({ key }: { key: string }) => key)).toEqual(["X1"]);
});

const cell = (place: string, content: string) => `<c r="${place}" t="str"><v>${content}</v></c>`;
/** A workbook of these rows, with merged cells. */
function merged(rows: readonly string[], refs: readonly string[]): Promise<Buffer> {
  const parts = workbookOf(rows.join(""));
  const sheet = "xl/worksheets/sheet1.xml";
  const merges = refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const content = parts[sheet]?.replace("</sheetData>", `</sheetData><mergeCells>${merges}</mergeCells>`);
  return zipOf({ ...parts, [sheet]: content ?? "" });
}

test("merged cells: a header covers two columns, and a location several rows", async () => {
  const rows = [
    `<row r="1">${cell("A1", "Assets of the hall")}</row>`,
    `<row r="3">${cell("A3", "Code")}${cell("B3", "Location")}${cell("D3", "Quantity")}</row>`,
    `<row r="4">${cell("A4", "A000001")}${cell("B4", "Hall M")}${cell("D4", "1")}</row>`,
    `<row r="5">${cell("A5", "A000002")}${cell("D5", "2")}</row>`,
    `<row r="6">${cell("A6", "A000003")}${cell("B6", "Hall N")}${cell("D6", "3")}</row>`,
  ];
  const { body } = await check(admin, "stock", await merged(rows, ["A1:D1", "B3:C3", "B4:C5"]));
  expect(body.errors).toEqual([]);
  expect(body.columns.map(({ header, field }: { header: string; field: string }) => [header, field])).toEqual(
    [
      ["Code", "code"],
      ["Location", "location"],
      ["Location", null],
      ["Quantity", "quantity"],
    ],
  );
  const keys = body.preview.create.map(({ key }: { key: string }) => key);
  expect(keys).toEqual(["A000001, Hall M", "A000002, Hall M", "A000003, Hall N"]);
});

test("a header of two rows is read once where a cell is merged down", async () => {
  const rows = [
    `<row r="1">${cell("A1", "Code")}${cell("B1", "Quantity")}${cell("C1", "Location")}</row>`,
    `<row r="2">${cell("C2", "Room")}${cell("D2", "Shelf")}</row>`,
    `<row r="3">${cell("A3", "A000001")}${cell("B3", "1")}${cell("C3", "Hall T")}${cell("D3", "9")}</row>`,
  ];
  const { body } = await check(admin, "stock", await merged(rows, ["A1:A2", "B1:B2", "C1:D1"]));
  expect(body).toMatchObject({ headerRow: 1, errors: [], rows: 2, validRows: 1, leftOut: 1 });
});

test("a location may have a name like a total", async () => {
  const { body } = await check(admin, "locations", "Path,Code\nTotal,\nSum,S");
  expect(body).toMatchObject({ errors: [], toCreate: 2, leftOut: 0 });
});

test("duplicate headers: the first column gets the field, and the other one is not imported", async () => {
  const { body } = await check(admin, "articles", "Kód;Název;Název;Kategorie;Typ\nD1;Chair;more;c;t");
  expect(body.columns.map(({ field }: { field: string | null }) => field)).toEqual([
    ...["code", "name", null, "category", "type"],
  ]);
  expect(body).toMatchObject({ errors: [], ignoredColumns: ["Název"] });
});

test.each([
  ["000000", "000042"],
  ['"INV-"0000', "INV-0042"],
  ["000-000", "000-042"],
  ["000\\ 00", "000 42"],
  ["00000;-00000", "00042"],
  ["[$-405]00000", "00042"],
  ["00.00", "42"],
  ["0", "42"],
])("numbers that a workbook shows by the format %s have the code %s", async (format, code) => {
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="${format.replaceAll('"', "&quot;")}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
  const cell = (content: string) => `<c t="str"><v>${content}</v></c>`;
  const header = ["Code", "Name", "Category", "Type"].map(cell).join("");
  const rows = `<row>${header}</row><row><c s="1"><v>42</v></c>${["x", "y", "z"].map(cell).join("")}</row>`;
  const { body } = await check(admin, "articles", await zipOf(workbookOf(rows, { styles })));
  expect(body.preview.create[0].key).toBe(code);
});

test("lines of a name or a location are joined by a space, and those of a note are kept", async () => {
  const { body } = await check(
    admin,
    "articles",
    'Code;Name;Location;Note;Category;Type\nLINES1;"Chair\n of oak";"Hall\nA / Room";"first\nsecond";c;t',
  );
  expect(body.errors).toEqual([]);
  await admin.put(`/api/imports/${body.id}/apply`);
  const { body: found } = await admin.get("/api/articles/getbycode?code=LINES1");
  expect(found.name).toBe("Chair of oak");
  expect((await admin.get(`/api/articles/${found.oid}/full`)).body.note).toBe("first\nsecond");
  const { body: locations } = await admin.get("/api/locations/findByName?name=Hall%20A&filterOp=Equals");
  expect(locations).toHaveLength(1);
});

test("the result tells how many rows have a name, code or location whose lines are joined, and not those of notes", async () => {
  const rows = [
    'J-1;"Chair\nred";c;t;;"two\nlines"',
    'J-2;Chair;c;t;"Hall 1\n/ Row";',
    'J-3;"Chair\n";c;t;;"two\nlines"',
    '"J-\r\n4";"Chair\rblue";c;t;;',
  ];
  const { body } = await check(
    admin,
    "articles",
    ["Code;Name;Category;Type;Location;Note", ...rows].join("\n"),
  );
  expect(body).toMatchObject({ errors: [], joinedRows: 3 });
  const applied = await admin.put(`/api/imports/${body.id}/apply`);
  expect(applied.body).toMatchObject({ state: "applied", joinedRows: 3 });
  const none = await check(admin, "articles", "Code;Name;Category;Type\nJ-5;Chair;c;t");
  expect(none.body.joinedRows).toBe(0);
});

test("a unit of pieces is none", async () => {
  const head = "Code,Name,Category,Type,Location,Quantity,Unit";
  const rows = [
    "PCS-1,x,c,t,Depot,3,ks",
    "PCS-2,x,c,t,Depot,2,Stk.",
    "PCS-3,x,c,t,Depot,1,",
    "PCS-4,x,c,t,,,m",
  ];
  const { body } = await check(admin, "articles", [head, ...rows].join("\n"));
  expect(body).toMatchObject({
    errors: [],
    sums: { quantity: 6, quantities: [{ unit: null, quantity: 6 }] },
  });
  await admin.put(`/api/imports/${body.id}/apply`);
  expect((await admin.get("/api/export/articles?columns=code,unit&q=PCS-")).text).toContain("PCS-1,\r\n");
  expect(await imported(admin, "articles", "Code,Unit\nPCS-4,pcs")).toMatchObject({ unchanged: 1 });
});
