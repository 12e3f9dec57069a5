import fc from "fast-check";
import { expect, test } from "vitest";
import {
  findLevelSeparator,
  formatPath,
  parseLevels,
  parsePath,
} from "../../src/exchange/import/cell-texts.ts";
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

test.each([
  ["greater", "Hall 1 >Shelf/2> A", ["Hall 1", "Shelf/2", "A"]],
  ["backslash", "Hall\\Shelf A-1", ["Hall", "Shelf A-1"]],
  ["dash", "Hall - Shelf A-1 – 3", ["Hall", "Shelf A-1", "3"]],
] as const)("levels with the separator %s are parsed: %s", (separator, text, names) => {
  expect(parseLevels(text, separator)).toEqual(names);
});

test.each([
  [["Hall > A", "Hall > B", "", "Hall", "Yard"], "greater"],
  [["Hall\\A", "Hall\\B"], "backslash"],
  [["Shelf > 2 m", "Hall", "Yard"], "slash"],
  [["Shelf > 2 m"], "slash"],
  [["Shelf > 2 m", "Shelf > 2 m", "Shelf > 2 m"], "slash"],
  [["Shelf > 2 m", "Rack > 3 m", "Yard"], "slash"],
  [["Hall", "Hall > A"], "slash"],
  [["N\\A", "W\\O"], "slash"],
  [["Hall / A > B"], "slash"],
  [["Hall - A", "<unknown>", "> 3 m"], "slash"],
  [[], "slash"],
] as const)("the separator of %j is %s", (locations, separator) => {
  expect(findLevelSeparator(locations)).toBe(separator);
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
