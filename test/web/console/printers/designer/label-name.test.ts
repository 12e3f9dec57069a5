import { expect, test } from "vitest";
import { numberedName } from "../../../../../src/web/console/printers/labels/numbered-name.ts";

test("the name of a label file is shortened so that its number fits", () => {
  expect(numberedName("Shelf ", 1)).toBe("Shelf");
  expect(numberedName("Shelf", 2)).toBe("Shelf (2)");
  expect(numberedName("x".repeat(200), 1)).toBe("x".repeat(200));
  expect(numberedName("x".repeat(250), 1)).toBe("x".repeat(200));
  expect(numberedName("x".repeat(200), 20)).toBe(`${"x".repeat(195)} (20)`);
  expect(numberedName(`${"x".repeat(195)} y`, 2)).toBe(`${"x".repeat(195)} (2)`);
});
