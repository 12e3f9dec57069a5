import { isValidElement } from "preact";
import { expect, test } from "vitest";
import { customValue, customValueText } from "../../../src/web/articles/custom-values.tsx";

const form = (type: "link" | "number" | "date" | "yesNo") => ({ type, unit: null });

test("only an address of the web becomes a link", () => {
  expect(isValidElement(customValue(form("link"), "https://example.test/"))).toBe(true);
  for (const value of ["javascript:alert(1)", "data:text/html,x", "example.test"])
    expect(customValue(form("link"), value)).toBe(value);
});

test("a value that the type does not permit is shown as it is", () => {
  expect(customValueText(form("number"), "twelve")).toBe("twelve");
  expect(customValueText(form("date"), "soon")).toBe("soon");
  expect(customValueText(form("yesNo"), "maybe")).toBe("maybe");
});
