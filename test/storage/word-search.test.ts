import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "../../src/domain/text-folding.ts";
import { hasWords, restRank, searchedValues, searchRank, searchWords } from "../../src/domain/word-search.ts";

test("words are folded, split at any white space, and kept once each", () => {
  expect(searchWords("  Kuličkové\tLOŽISKO \u00a06204 6204\nložisko ")).toEqual([
    "kulickove",
    "lozisko",
    "6204",
  ]);
  expect(searchWords(" \u0301 ")).toEqual([]);
});

test("yes and no of custom fields are not searched", () => {
  expect(searchedValues({ 1: "true", 2: "oak", 3: "false" })).toEqual(["oak"]);
});

test("the order of the words does not matter", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (text, parts) => {
      const words = searchWords(parts.join(" "));
      expect(hasWords(fold(text), words)).toBe(hasWords(fold(text), words.slice().reverse()));
    }),
  );
});

test.each<[string, string | null, string, number]>([
  ["a code that is a word", "a-1", "ball", 0],
  ["a code that begins with the first word", "6204-z", "ball", 1],
  ["a code that begins with the second word", "a-10", "6204", 2],
  ["a name that begins with the first word", "x", "6204 ball", 3],
  ["a name that begins with the second word", null, "a-1 6204", 4],
  ["another", "xa-1", "ball 6204", 5],
])("%s has its rank", (_, code, name, rank) => {
  expect(searchRank({ code, name }, ["6204", "a-1"])).toBe(rank);
  expect(restRank(2)).toBe(5);
});
