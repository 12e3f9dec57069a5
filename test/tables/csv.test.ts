import { expect, test } from "vitest";
import { cellsIn, refusalOf, rowsIn } from "./reading.ts";

const CZECH = [
  ["Kód", "Název"],
  ["A1", "Žluťoučký kůň"],
];
const text = CZECH.map((row) => row.join(";")).join("\r\n");
const windows1250 = Buffer.from([
  ...Buffer.from("K\xf3d;N\xe1zev\r\nA1;", "latin1"),
  ...Buffer.from("\x8elu\x9dou\xe8k\xfd k\xf9\xf2", "latin1"),
]);

test.each([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little end first", Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16, big end first", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ["Windows-1250", windows1250],
])("the encoding %s is detected", async (_, bytes) => {
  expect(await cellsIn(bytes)).toEqual(CZECH);
});

test.each([
  ["Rohr Ø 12 mm", "Rohr \xd8 12 mm"],
  ["Größe ½ m²", "Gr\xf6\xdfe \xbd m\xb2"],
  ["Müller 5 €", "M\xfcller 5 \x80"],
])("signs that are no letters of a word are read as Windows-1252: %s", async (cell, bytes) => {
  expect(await cellsIn(Buffer.from(`a\n${bytes}`, "latin1"))).toEqual([["a"], [cell]]);
});

test.each([
  ["Inv. č.;Název", "Inv. \xe8.;N\xe1zev"],
  ["Ž. č. 5", "\x8e. \xe8. 5"],
])("Czech letters alone are read as Windows-1250: %s", async (line, bytes) => {
  expect(await cellsIn(Buffer.from(`${bytes}\n`, "latin1"))).toEqual([line.split(";")]);
});

test("a file with words and signs is read as Windows-1250", async () => {
  const file = Buffer.from("\x8elu\x9dou\xe8k\xfd\n\xd8\n", "latin1");
  expect(await cellsIn(file)).toEqual([["Žluťoučký"], ["Ř"]]);
});

test("UTF-8 is distinguished from Windows-1250 by the whole file, wherever its letters are", async () => {
  const filler = "x".repeat(700_000);
  expect((await cellsIn(`a\n${filler}\nž`)).at(-1)).toEqual(["ž"]);
  expect((await cellsIn(Buffer.concat([Buffer.from(`a\n${filler}\n`), Buffer.from([0x9e])]))).at(-1)).toEqual(
    ["ž"],
  );
});

test.each([
  ["comma", "a,b\n1,2"],
  ["semicolon", "a;b\n1;2"],
  ["tab", "a\tb\n1\t2"],
  ["semicolon, with commas in the values", "a;b\n1;2"],
  ["the one outside of quotes", '"a";"b"\n1;2'],
  ["a line that tells it", "sep=;\r\na;b\r\n1;2"],
  ["line ends of old Macs", "a,b\r1,2"],
])("the separator is detected: %s", async (_, file) => {
  expect(await cellsIn(file)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});

test("titles above the table and decimal commas do not determine the separator", async () => {
  const file = "List of assets, state, as of today\n\nCode;Price\nA1;1,50\nA2;2,50";
  expect((await cellsIn(file)).slice(1)).toEqual([
    ["Code", "Price"],
    ["A1", "1,50"],
    ["A2", "2,50"],
  ]);
});

test("commas in quotes do not make a comma the separator", async () => {
  expect(await cellsIn('"Name, first, last, other";Code\n"a,b";c')).toEqual([
    ["Name, first, last, other", "Code"],
    ["a,b", "c"],
  ]);
});

test("quotes enclose separators, line ends and quotes", async () => {
  expect(await cellsIn('a,b\r\n"1,\r\n""x""",y\r\n')).toEqual([
    ["a", "b"],
    ['1,\r\n"x"', "y"],
  ]);
});

test("an inch sign is not a quote", async () => {
  expect(await cellsIn('a,b\r\nx,27" monitor\r\n')).toEqual([
    ["a", "b"],
    ["x", '27" monitor'],
  ]);
});

test("rows have the spreadsheet's numbers: blank ones and line ends in quotes count", async () => {
  const rows = await rowsIn('a,b\n\n"1\n2",x\n,\n3,4\n');
  expect(rows.map(({ number, cells }) => [number, cells[0]])).toEqual([
    [1, "a"],
    [3, "1\n2"],
    [5, "3"],
  ]);
});

test("the error value of a formula is distinguished from text", async () => {
  expect(await cellsIn("a,b\n#N/A,'#N/A\n")).toEqual([
    ["a", "b"],
    [{ failed: "#N/A" }, "#N/A"],
  ]);
});

test.each(['="00123"', '"=""00123"""'])("a formula of a text alone is that text: %s", async (cell) => {
  expect(await cellsIn(`Code;Name\n${cell};x\n`)).toEqual([
    ["Code", "Name"],
    ["00123", "x"],
  ]);
});

test("a file of one column needs no separator", async () => {
  expect(await cellsIn("Kód\nA1\nA2\n")).toEqual([["Kód"], ["A1"], ["A2"]]);
});

test("an empty file is a table without rows", async () => {
  expect(await cellsIn("")).toEqual([]);
  expect(await cellsIn("\ufeff\r\n\r\n")).toEqual([]);
});

test("line ends and letters may be split over the chunks in which a file is read", async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => [`č${index}`, `"q${index}"`]);
  const file = rows.map(([a, b = ""]) => `${a},"${b.replaceAll('"', '""')}"\r\n`).join("");
  expect(await cellsIn(file)).toEqual(rows);
});

test.each([
  ["a quotation mark that is never closed", 'a,b\n1,2\n"3,4\n', "row 3"],
  ["a row longer than 32 MiB", `a,b\n1,2\n${"x".repeat(34_000_000)}`, "row 3"],
  ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]), "The file is not a CSV or XLSX table."],
  ["an old Excel file", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), "Save it as XLSX or CSV"],
  ["too many columns", `${"a,".repeat(256)}b`, "more than 256 columns"],
])("%s is refused with a message", async (_, bytes, sentence) => {
  expect(await refusalOf(bytes)).toContain(sentence);
});

test("columns without content do not count", async () => {
  expect((await cellsIn(`a${",".repeat(5000)}\n`))[0]?.[0]).toBe("a");
});

test("a row of white space is no row", async () => {
  expect((await rowsIn("a;b\n ;\u00a0\n  \n1;2\n\f")).map(({ number }) => number)).toEqual([1, 4]);
});
