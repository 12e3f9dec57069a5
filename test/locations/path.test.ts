import { expect, test } from "vitest";
import { joinPath } from "../../src/locations/path.ts";

test("a path of 500 characters is whole", () => {
  expect(joinPath(["b".repeat(247), "a".repeat(250)])).toBe(`${"a".repeat(250)} / ${"b".repeat(247)}`);
});

test("a path of 501 characters is shortened to its end", () => {
  expect(joinPath(["b".repeat(248), "a".repeat(250)])).toBe(`… / ${"b".repeat(248)}`);
});

test("the location's own name stays, however long", () => {
  expect(joinPath(["b".repeat(600), "a"])).toBe(`… / ${"b".repeat(600)}`);
});
