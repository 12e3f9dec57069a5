import { expect, test } from "vitest";
import { beforeNumber, directedRuns } from "../../src/platform/pdf/directions.ts";
import { getPdf } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse } from "./stocktake.ts";

// Texts from right to left, and letters that the font lacks, in the report as a PDF.

/** A line as it stands on paper, from left to right. */
const onPaper = (line: string) =>
  directedRuns(line)
    .map(({ text, direction }) => (direction === "ltr" ? text : [...text].reverse().join("")))
    .join("");

test.each([
  ["digits behind letters", "\u05d0\u05d112", "12\u05d1\u05d0"],
  ["digits before letters", "12\u05d0\u05d1", "12\u05d1\u05d0"],
  ["digits between letters", "\u05d012\u05d1", "\u05d112\u05d0"],
  ["a number with separators", "\u05d0 12/34.5", "12/34.5 \u05d0"],
  ["a percentage", "\u05d0 50%", "50% \u05d0"],
  ["two words", "\u05d0\u05d1 \u05d2\u05d3", "\u05d3\u05d2 \u05d1\u05d0"],
  ["words among Latin ones", "Saw \u05d0\u05d1 7 mm", "Saw 7 \u05d1\u05d0 mm"],
  ["a code behind words", "\u05d0\u05d1 AB-12", "\u05d1\u05d0 AB-12"],
  ["brackets", "\u05d0 (\u05d1) \u05d2", "\u05d2 (\u05d1) \u05d0"],
  ["Arabic digits", "\u0628 \u0661\u0662", "\u0661\u0662 \u0628"],
  ["no such letters", "Saw 12/34 (a)", "Saw 12/34 (a)"],
])("%s keep the order in which they are read", (_, line, expected) => {
  expect(onPaper(line)).toBe(expected);
});

test("a number behind a name from right to left stays behind it", () => {
  expect(onPaper(`${beforeNumber("\u05d0\u05d1")}: 4 counts`)).toBe("\u05d1\u05d0: 4 counts");
  expect(beforeNumber("Saw")).toBe("Saw");
});

const server = sharedServer();

test.each<[what: string, name: string, expected: string]>([
  ["Vietnamese", "Nguy\u1ec5n Th\u1ecb Ph\u01b0\u1ee3ng", "Nguy\u1ec5n Th\u1ecb Ph\u01b0\u1ee3ng"],
  [
    "Cyrillic",
    "\u041f\u0438\u043b\u0430 \u0407\u0436\u0430\u043a",
    "\u041f\u0438\u043b\u0430 \u0407\u0436\u0430\u043a",
  ],
  ["Greek", "\u03a0\u03c1\u03b9\u03cc\u03bd\u03b9", "\u03a0\u03c1\u03b9\u03cc\u03bd\u03b9"],
  ["Polish and Romanian", "Pi\u0142a \u0219i \u021b\u0103ru\u0219", "Pi\u0142a \u0219i \u021b\u0103ru\u0219"],
  ["Hebrew with digits", "\u05d0\u05d1 1234", "1234"],
  ["Arabic with digits", "\u0628\u064a\u062a5678", "5678"],
  ["what the font lacks", "Saw \u4e2d \u6587", "Saw U+4E2D U+6587"],
])("the inventory list is readable for %s", async (what, name, expected) => {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation(what);
  await warehouse.article(what, { [what]: 1 }, { name });
  const id = await warehouse.stocktake([what]);
  await warehouse.move(id, "finish");
  const text = await getPdf(server.manager, `/api/inventories/${id}/report?format=pdf`);
  expect(text).toContain(expected);
});
