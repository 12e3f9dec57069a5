import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cell, plainNumber } from "../../src/platform/tables/cell.ts";
import { csvFile, escapeFormula, unescapeFormula } from "../../src/platform/tables/csv-write.ts";
import { xlsxFile } from "../../src/platform/tables/xlsx-write.ts";
import { times } from "../harness/times.ts";
import { cellsIn } from "./reading.ts";

const NASTY = [
  "=cmd|' /C calc'!A1",
  "+420 123 456 789",
  "-1+1",
  "@SUM(A1)",
  "\tTab",
  "'quoted'",
  "'=1+1",
  "''=1+1",
  "'",
  '27" monitor',
  '"',
  "a,b;c\td",
  "two\nlines",
  "two\r\nlines",
  "00123",
  "1E5",
  "TRUE",
  "Žluťoučký kůň 😀",
  "_x0041_",
  "_x000D_",
  "<b>&amp;</b> ]]>",
  "＝1+1",
  "#N/A",
  "'#REF!",
];
const columns = NASTY.map((_, index) => ({ title: `Column ${index}` }));
const titles = columns.map(({ title }) => title);

describe.each([",", ";", "\t"] as const)("CSV with %j", (separator) => {
  test("returns the written text, whatever it is", async () => {
    const file = await buffer(csvFile({ columns, rows: [NASTY] }, separator));
    expect(await cellsIn(file)).toEqual([titles, NASTY]);
  });

  test("has no cell that a spreadsheet would run", async () => {
    const file = (
      await buffer(csvFile({ columns, rows: [NASTY, [-5, 0.5, true, null]] }, separator))
    ).toString();
    const decimal = separator === ";" ? "0,5" : "0.5";
    expect(file).toContain(["-5", decimal, "TRUE", ""].join(separator));
    const cells = file.replace("-5", "5").split(/[,;\t\r\n]+/);
    expect(cells.filter((cell) => /^"?[=+\-@＝]/.test(cell))).toEqual([]);
  });
});

test("a workbook returns texts, numbers, flags and empty cells as they were written", async () => {
  const typed: Cell[] = ["00123", 123, -1.5, 0.0001, 8590123412345, true, false, null, "end"];
  const rows = [NASTY, typed];
  const file = await buffer(xlsxFile([{ name: "A & B", columns, rows }]));
  expect(await cellsIn(file)).toEqual([titles, ...rows]);
});

test("a workbook of several tables is read by the sheet's name", async () => {
  const table = (name: string) => ({ name, columns: [{ title: name }], rows: [[1]] });
  const file = await buffer(xlsxFile([table("First"), table("Second")]));
  expect(await cellsIn(file)).toEqual([["First"], [1]]);
  expect(await cellsIn(file, "second")).toEqual([["Second"], [1]]);
});

test("any text at all survives both formats", async () => {
  const text = fc.string({ unit: "binary", minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), async (rows) => {
      const two = [{ title: "A" }, { title: "B" }];
      const book = await buffer(xlsxFile([{ name: "A", columns: two, rows }]));
      expect(await cellsIn(book)).toEqual([["A", "B"], ...rows]);
      const readable = rows.filter((row) => row.every((cell) => !cell.includes("\0")));
      const csv = await buffer(csvFile({ columns: two, rows: readable }, ","));
      expect(await cellsIn(csv)).toEqual([["A", "B"], ...readable]);
    }),
    { numRuns: times(50) },
  );
});

test("the apostrophe before a formula is removed once, and no other", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[-'=+@a\t]*$/), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    }),
  );
});

test.each([
  [1234, "1234"],
  [0.1 + 0.2, "0.3"],
  [1e21, "1000000000000000000000"],
  [-1.5e-7, "-0.00000015"],
  [8590123412345, "8590123412345"],
  [-0, "0"],
])("%d is written as %s", (number, text) => {
  expect(plainNumber(number)).toBe(text);
});

test("a number of three decimals can't be read as thousands", async () => {
  const file = await buffer(csvFile({ columns: [{ title: "A" }], rows: [[1.234]] }, ";"));
  expect(file.toString()).toBe("\ufeffA\r\n1,2340\r\n");
});

test("an error while the rows are made is an error of the file", async () => {
  function* rows() {
    yield ["a"];
    throw new Error("the rows broke off");
  }
  const one = [{ title: "A" }];
  await expect(buffer(csvFile({ columns: one, rows: rows() }, ","))).rejects.toThrow("the rows broke off");
  await expect(buffer(xlsxFile([{ name: "A", columns: one, rows: rows() }]))).rejects.toThrow(
    "the rows broke off",
  );
});

test("a file whose reader has left stops the making of its rows", async () => {
  let isBegun = false;
  let isEnded = false;
  async function* rows() {
    isBegun = true;
    try {
      for (;;) yield ["x".repeat(1000)];
    } finally {
      isEnded = true;
    }
  }
  for (const make of [
    () => csvFile({ columns: [{ title: "A" }], rows: rows() }, ","),
    () => xlsxFile([{ name: "A", columns: [{ title: "A" }], rows: rows() }]),
  ]) {
    [isBegun, isEnded] = [false, false];
    const file = make();
    const chunks = file[Symbol.asyncIterator]();
    await chunks.next();
    // The first bytes of a workbook come before its rows are read.
    await expect.poll(() => isBegun).toBe(true);
    await chunks.return?.();
    await expect.poll(() => isEnded).toBe(true);
  }
});
