import { expect, test } from "vitest";
import { elementsOfLink } from "../../../src/domain/codes/gs1-link.ts";

test("an item number in a GS1 link gets its 14 digits, another value stays as it is", () => {
  expect(elementsOfLink("https://example.org/01/9521234543213/21/9521234543213")).toEqual([
    { ai: "01", value: "09521234543213" },
    { ai: "21", value: "9521234543213" },
  ]);
});
