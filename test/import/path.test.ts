import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPath, parsePath } from "../../src/exchange/import/cell-texts.ts";
import { times } from "../harness/times.ts";

test.each([
  ["Main building / First floor / 101", ["Main building", "First floor", "101"]],
  ["  Main building   /  101 ", ["Main building", "101"]],
  ["A/B", ["A/B"]],
  ["Hall / 1/2", ["Hall", "1/2"]],
  ["a // b / c", ["a / b", "c"]],
  ["// / ///", ["/", "//"]],
  ["Hall / / 1", ["Hall", "", "1"]],
])("%s", (text, names) => {
  expect(parsePath(text)).toEqual(names);
});

test("every path is read as it was written, whatever the names", () => {
  const sign = fc.constantFrom("/", " ", "a", "\t", "\n", "Ž");
  const name = fc
    .string({ unit: sign, minLength: 1 })
    .map((text) => text.trim())
    .filter((text) => text !== "");
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
      expect(parsePath(formatPath(names))).toEqual(names);
    }),
    { numRuns: times(2000) },
  );
});
