import { expect, test } from "vitest";
import { elementsOfLink } from "../../../src/domain/codes/gs1-link.ts";

test("an item number in a GS1 link gets its 14 digits, another value stays as it is", () => {
  expect(elementsOfLink("https://example.org/01/9521234543213/21/9521234543213")).toEqual([
    { ai: "01", value: "09521234543213" },
    { ai: "21", value: "9521234543213" },
  ]);
});

const ELEMENTS = [
  { ai: "01", value: "09521234543213" },
  { ai: "21", value: "A" },
];

test.each([
  ["a slash at its end", "/21/A/"],
  ["parameters that are no elements", "/21/A?utm=x&10="],
])("a GS1 link may have %s", (_, rest) => {
  expect(elementsOfLink(`https://example.org/01/09521234543213${rest}`)).toEqual(ELEMENTS);
});

test("a GS1 link with a percent sign without digits is none", () => {
  expect(elementsOfLink("https://example.org/01/09521234543213/21/%zz")).toBeNull();
});
