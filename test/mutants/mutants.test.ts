import { expect, test } from "vitest";
import { applyMutant, describeMutant, mutantsOf } from "./mutants.ts";

/** The mutated sources of a source. */
const mutated = (source: string) => mutantsOf(source).map((mutant) => applyMutant(source, mutant));

test.each([
  ["a comparison", "f(a < b);", ["f(a <= b);"]],
  ["an equality", "f(a === b);", ["f(a !== b);"]],
  ["an operator whose text stands in an operand", 'f("<" < b);', ['f("<" <= b);']],
  ["a connection of conditions", "f(a && b);", ["f(a || b);"]],
  ["a condition", "if (a) b();", ["if (!(a)) b();"]],
  ["a choice", "f(a ? b : c);", ["f(!(a) ? b : c);"]],
  ["an error", "f(() => { throw e; });", ["f(() => { ; });"]],
  ["a limit", "const MAX_ROWS = 500;", ["const MAX_ROWS = 501;"]],
  ["a unit", "const DAY_MS = a * 1000;", ["const DAY_MS = a / 1000;", "const DAY_MS = a * 1001;"]],
  ["an answer", "function f() { return true; }", ["function f() { return false; }"]],
  ["a permission", 'f({ permission: "manage" });', ['f({ permission: "work" });']],
  ["a permission of everybody", 'f({ permission: "work" });', ['f({ permission: "manage" });']],
])("%s has a mutant", (_, source, expected) => {
  expect(mutated(source)).toEqual(expected);
});

test.each([
  ["a type", "let a: 5 | 6;"],
  ["an import", 'import { a } from "a";'],
  ["a text", 'f("a < b");'],
  ["a number that is no limit", "f(5);"],
])("%s has none", (_, source) => {
  expect(mutated(source)).toEqual([]);
});

test("a mutant is described by its line before and after", () => {
  const source = "f();\n  if (a < b) c();\ng();";
  expect(mutantsOf(source).map((mutant) => describeMutant(source, mutant))).toEqual([
    "if (a < b) c(); → if (!(a < b)) c();",
    "if (a < b) c(); → if (a <= b) c();",
  ]);
});
