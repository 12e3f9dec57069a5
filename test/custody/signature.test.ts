import { expect, test } from "vitest";
import { isSignature, isWritten } from "../../src/domain/signature.ts";

test("a stroke may reach the edges of the field", () => {
  expect(isSignature("M0 0L600 200")).toBe(true);
});

test.each([
  [601, 0],
  [0, 201],
])("a stroke to %d, %d, beyond the field, is no signature", (x, y) => {
  expect(isSignature(`M0 0L${x} ${y}`)).toBe(false);
});

test.each([
  ["L1 1", true],
  ["L1 10", false],
])("a signature of at most 12,000 characters is one: ending with %s", (end, isOne) => {
  const path = `M0 0${"L1 1".repeat(2998)}${end}`;
  expect(isSignature(path)).toBe(isOne);
});

test.each([
  ["one stroke of a tenth of the width", "M100 100L136 148", true],
  ["strokes that are shorter", "M100 100L159 100M100 120L159 120", false],
])("%s is written, or not", (_, path, expected) => {
  expect(isWritten(path)).toBe(expected);
});
