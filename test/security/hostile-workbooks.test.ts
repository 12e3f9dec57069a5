import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { cellsIn, refusalOf, rowsIn, workbookOf, zipOf } from "../tables/reading.ts";

const MIB = 1024 * 1024;
const row = (cells: string) => `<row>${cells}</row>`;
const text = (content: string) => `<c t="inlineStr"><is>${content}</is></c>`;
/** The parser's elements around a row's content: worksheet, sheetData, row. */
const AROUND = 3;
const nested = (levels: number) => "<a>".repeat(levels - AROUND) + "</a>".repeat(levels - AROUND);

test("a workbook of 15 KiB that nests three million levels deep is 400 at the file, not 500", async () => {
  const server = await startServer();
  const bomb = await zipOf(workbookOf(row("<a>".repeat(3_000_000))));
  expect(bomb.length).toBeLessThan(15 * 1024);
  const response = await check(await server.as("admin"), "articles", bomb, { fileName: "bomb.xlsx" });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([
    { path: "file", message: expect.stringContaining("nested more than 64 levels deep") },
  ]);
});

test("64 levels are read, 65 are not", async () => {
  expect(await refusalOf(await zipOf(workbookOf(row(nested(64)))))).toBe("read");
  expect(await refusalOf(await zipOf(workbookOf(row(nested(65)))))).toContain("more than 64 levels");
});

test.each([
  ["a text between two tags", row(`<c t="str"><v>${"x".repeat(2 * MIB)}</v></c>`)],
  ["a text that is no cell's", row(`<x>${"x".repeat(2 * MIB)}</x>`)],
  ["an attribute", row(`<c r="${"A".repeat(2 * MIB)}"/>`)],
  ["a comment", row(`<!--${"x".repeat(2 * MIB)}-->`)],
])("%s of 2 MiB is refused", async (_, rows) => {
  expect(await refusalOf(await zipOf(workbookOf(rows)))).toContain("more than 1,024 KiB");
});

test("a cell has at most 32 767 characters, also of many short runs", async () => {
  const most = "x".repeat(32_767);
  expect(await cellsIn(await zipOf(workbookOf(row(text(`<t>${most}</t>`)))))).toEqual([[most]]);
  const runs = "<r><t>0123456789</t></r>".repeat(3277);
  for (const long of [`<t>${most}x</t>`, runs]) {
    expect(await refusalOf(await zipOf(workbookOf(row(text(long)))))).toContain(
      "more than 32,767 characters",
    );
    const shared = { shared: `<si>${long}</si>` };
    expect(await refusalOf(await zipOf(workbookOf("", shared)))).toContain("more than 32,767 characters");
  }
});

test("shared strings are limited in number, empty ones too, and in characters", async () => {
  const refused = "more than 2,000,000 different texts, or 67,108,864 characters";
  const many = { shared: "<si/>".repeat(2_000_001) };
  expect(await refusalOf(await zipOf(workbookOf("", many)))).toContain(refused);
  const long = { shared: `<si><t>${"x".repeat(32_767)}</t></si>`.repeat(2050) };
  expect(await refusalOf(await zipOf(workbookOf("", long)))).toContain(refused);
});

test("a shared string counts once for each cell that shows it", async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(256);
  const shared = `<si><t>${"x".repeat(32_767)}</t></si>`;
  const book = await zipOf(workbookOf(row(cells).repeat(40), { shared }));
  expect(await refusalOf(book)).toContain("more than 268,435,456 characters");
});

test("a cell far to the right is refused before memory for the cells before it is used", async () => {
  const book = await zipOf(workbookOf('<row><c r="XFD1"><v>1</v></c></row>'));
  expect(await refusalOf(book)).toContain("more than 256 columns");
});

test("a workbook has at most ten thousand sheets, and as many links", async () => {
  const sheet = '<sheet name="Data" sheetId="1" r:id="rId1"/>';
  expect(await refusalOf(await zipOf(workbookOf("", { sheets: sheet.repeat(10_000) })))).toBe("read");
  const sheets = sheet.repeat(10_001);
  expect(await refusalOf(await zipOf(workbookOf("", { sheets })))).toContain("damaged");
  const parts = workbookOf("");
  const path = "xl/_rels/workbook.xml.rels";
  const links = `${parts[path]}`.replace(
    "</Relationships>",
    '<Relationship Id="x" Type="y/z" Target="a"/>'.repeat(10_000),
  );
  const book = await zipOf({ ...parts, [path]: `${links}</Relationships>` });
  expect(await refusalOf(book)).toContain("damaged");
});

test("the error for a sheet that does not exist names a few sheets, and their long names in part", async () => {
  const sheets = `<sheet name="${"n".repeat(500)}" sheetId="1" r:id="rId1"/>`.repeat(5000);
  const refusal = await refusalOf(await zipOf(workbookOf("", { sheets })), "none");
  expect(refusal).toContain("Use one of: nnn");
  expect(refusal.length).toBeLessThan(2000);
});

test("of merged cells that begin in the same cell one counts, and none beyond the columns of a table", async () => {
  const sheet = "xl/worksheets/sheet1.xml";
  const rows = row(text("<t>x</t>")).repeat(2);
  const merges = '<mergeCell ref="A1:XFD9"/>'.repeat(500) + '<mergeCell ref="IW1:IX9"/>'.repeat(500);
  const xml = `<worksheet><sheetData>${rows}</sheetData><mergeCells>${merges}</mergeCells></worksheet>`;
  const read = await rowsIn(await zipOf({ ...workbookOf(""), [sheet]: xml }));
  const merged = [{ first: 0, last: 255 }];
  expect(read).toMatchObject([{ merged }, { merged }]);
});
