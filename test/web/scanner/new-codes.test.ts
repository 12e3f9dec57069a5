import { expect, test } from "vitest";
import { newCodeFilter } from "../../../src/web/scanner/detector.ts";

test("a code that stays in the picture is read once", () => {
  const isNew = newCodeFilter();
  expect(isNew(["A"], 0)).toEqual(["A"]);
  for (let at = 100; at < 10_000; at += 100) expect(isNew(["A"], at)).toEqual([]);
});

test("a code that is missing for less than 1.5 seconds is not read again", () => {
  const isNew = newCodeFilter();
  isNew(["A"], 0);
  isNew([], 700);
  expect(isNew(["A"], 1499)).toEqual([]);
  expect(isNew(["A"], 2998)).toEqual([]);
});

test("a code that was missing for 1.5 seconds is read again", () => {
  const isNew = newCodeFilter();
  isNew(["A"], 0);
  isNew([], 700);
  expect(isNew(["A"], 1500)).toEqual(["A"]);
});

test("several codes in one picture are read once each", () => {
  const isNew = newCodeFilter();
  expect(isNew(["A", "B", "A"], 0)).toEqual(["A", "B"]);
  expect(isNew(["B", "C"], 100)).toEqual(["C"]);
});
