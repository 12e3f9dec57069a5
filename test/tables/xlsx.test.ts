import { expect, test } from "vitest";
import { cellsIn, refusalOf, rowsIn, workbookOf, zipOf } from "./reading.ts";

const bookOf = (...given: Parameters<typeof workbookOf>) => zipOf(workbookOf(...given));
const row = (cells: string, attributes = "") => `<row ${attributes}>${cells}</row>`;

test("shared strings and rich text runs are read, and phonetic text is ignored", async () => {
  const shared =
    '<si><t>one</t></si><si><r><t>t</t></r><r><t xml:space="preserve">wo </t></r><rPh><t>TWO</t></rPh></si>';
  const cells = '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>';
  expect(await cellsIn(await bookOf(row(cells), { shared }))).toEqual([["one", "two "]]);
});

test.each([
  ["a number", '<c r="A1"><v>1234</v></c>', 1234],
  ["a large number, as Excel writes it", '<c r="A1"><v>8.590123412345E12</v></c>', 8590123412345],
  ["a text of digits keeps its zeros", '<c r="A1" t="inlineStr"><is><t>00123</t></is></c>', "00123"],
  ["a formula's value", '<c r="A1" t="str"><f>A2&amp;"x"</f><v>yx</v></c>', "yx"],
  ["a formula's number", '<c r="A1"><f>1+1</f><v>2</v></c>', 2],
  ["a formula without its value", '<c r="A1"><f>1+1</f></c>', { failed: "" }],
  ["true", '<c r="A1" t="b"><v>1</v></c>', true],
  ["an error", '<c r="A1" t="e"><v>#N/A</v></c>', { failed: "#N/A" }],
  ["a day, in a format of Excel's own", '<c r="A1" s="1"><v>46346</v></c>', "2026-11-20"],
  ["a day, in a custom format", '<c r="A1" s="2"><v>46346.5</v></c>', "2026-11-20T12:00:00"],
  ["a number in a format with text in it", '<c r="A1" s="3"><v>46346</v></c>', 46346],
  ["a day before the one that never was", '<c r="A1" s="1"><v>59</v></c>', "1900-02-28"],
  ["a day after it", '<c r="A1" s="1"><v>61</v></c>', "1900-03-01"],
])("%s", async (_, cell, value) => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="d\\. m\\. yyyy"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
  expect(await cellsIn(await bookOf(row(cell), { styles }))).toEqual([[value]]);
});

test("a formula whose text is empty is an empty cell", async () => {
  const cells =
    '<c r="A1" t="str"><f>C1</f><v></v></c><c r="B1" t="str"><f>C1</f><v/></c><c r="C1"><v>1</v></c>';
  expect(await cellsIn(await bookOf(row(cells)))).toEqual([[null, null, 1]]);
});

test("a workbook with the 1904 date system is read", async () => {
  const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
  const book = await bookOf(row("<c><v>44884</v></c>"), { styles, properties: 'date1904="1"' });
  expect(await cellsIn(book)).toEqual([["2026-11-20"]]);
});

test("cells and rows are placed by their references, and without one behind the one before", async () => {
  const book = await bookOf(
    row('<c r="B2"><v>1</v></c><c><v>2</v></c><c r="AA2" s="1"/>', 'r="2"') +
      row("<c><v>3</v></c>") +
      row("", 'r="9"'),
  );
  expect(await rowsIn(book)).toEqual([
    { number: 2, cells: [null, 1, 2] },
    { number: 3, cells: [3] },
  ]);
});

test("the first visible sheet is read, or the named one", async () => {
  const sheets = '<sheet name="Lists" state="hidden" r:id="rId1"/><sheet name="Sklad" r:id="rId2"/>';
  const book = await bookOf(row('<c t="str"><v>hidden</v></c>'), { sheets });
  expect(await cellsIn(book)).toEqual([["second"]]);
  expect(await cellsIn(book, "lists")).toEqual([["hidden"]]);
  expect(await refusalOf(book, "Other")).toBe(
    '"sheet" is not a sheet of this workbook. Use one of: Lists, Sklad.',
  );
});

test("elements with a namespace prefix are read the same", async () => {
  const parts = workbookOf("");
  const sheet =
    '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  expect(await cellsIn(await zipOf({ ...parts, "xl/worksheets/sheet1.xml": sheet }))).toEqual([[1]]);
});

const BILLION =
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>';
const OUTSIDE =
  '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>';
test.each([
  ["entities that multiply", { "xl/worksheets/sheet1.xml": BILLION }],
  ["entities from outside", { "xl/worksheets/sheet1.xml": OUTSIDE }],
  [
    "a document type, even one that declares nothing",
    { "xl/worksheets/sheet1.xml": "<!DOCTYPE worksheet><worksheet/>" },
  ],
  ["XML that is not well-formed", { "xl/worksheets/sheet1.xml": "<worksheet><row></worksheet>" }],
  ["a sheet that is cut off", { "xl/worksheets/sheet1.xml": "<worksheet><sheetData><row>" }],
  ["bytes that are no UTF-8", { "xl/worksheets/sheet1.xml": Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c]) }],
  ["a column beyond the last", { "xl/worksheets/sheet1.xml": '<a><row><c r="ZZZZ1"><v>1</v></c></row></a>' }],
  ["rows that go back", { "xl/worksheets/sheet1.xml": '<a><row r="2"/><row r="1"/></a>' }],
  ["a number that is none", { "xl/worksheets/sheet1.xml": "<a><row><c><v>x</v></c></row></a>" }],
  ["no workbook", { "_rels/.rels": "<Relationships/>" }],
  ["no sheet", { "xl/_rels/workbook.xml.rels": "<Relationships/>" }],
])("%s: refused", async (_, parts) => {
  expect(await refusalOf(await zipOf({ ...workbookOf(""), ...parts }))).toBe(
    "The workbook is damaged or not in the XLSX format. Open it in a spreadsheet and save it as XLSX.",
  );
});

test("a truncated archive is refused", async () => {
  const book = await bookOf(row("<c><v>1</v></c>"));
  expect(await refusalOf(book.subarray(0, book.length - 30))).toContain("damaged");
  expect(await refusalOf(Buffer.from("PK\u0003\u0004 and no more"))).toContain("damaged");
});

/** The workbook, whose directory declares this unpacked size of the sheet. */
async function lyingBook(bytes: number): Promise<Buffer> {
  const parts = workbookOf(row('<c t="str"><v>1</v></c>').repeat(50_000));
  const book = await zipOf(parts);
  const size = Buffer.byteLength(parts["xl/worksheets/sheet1.xml"] ?? "");
  book.writeUInt32LE(bytes, book.lastIndexOf(Buffer.from(Uint32Array.of(size).buffer)));
  return book;
}

test("an archive that unpacks to more than a gigabyte is refused before it is unpacked", async () => {
  expect(await refusalOf(await lyingBook(2 ** 30 + 1))).toContain("The workbook is too large.");
});

test("an archive with a false unpacked size is cut off there", async () => {
  expect(await refusalOf(await lyingBook(1000))).toContain("damaged");
});
