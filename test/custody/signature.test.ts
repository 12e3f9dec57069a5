import { expect, test } from "vitest";
import { isSignature, SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from "../../src/domain/custody.ts";

test("a stroke may reach the edges of the field", () => {
  expect(isSignature(`M0 0L${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`)).toBe(true);
});

test.each([
  [SIGNATURE_WIDTH + 1, 0],
  [0, SIGNATURE_HEIGHT + 1],
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
