import fc from "fast-check";
import { expect, test } from "vitest";

const values = () => fc.sample(fc.array(fc.integer()), 20);

test("a property test draws the same values in each run", () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(Number(process.env["TALLYBOX_SEED"] ?? 1));
  expect(values()).toEqual(values());
});
