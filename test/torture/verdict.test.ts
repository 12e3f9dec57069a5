import { expect, test } from "vitest";
import { fault, objectionsTo, total } from "./verdict.ts";

test("a run in which nothing was acknowledged is inconclusive, not a loss", () => {
  const objections = objectionsTo({ checked: 0, lost: [], faults: [] });
  expect(objections).toEqual([expect.stringMatching(/^inconclusive: no write was acknowledged/)]);
});

test("a run with acknowledged writes is proven where none is lost, and fails where one is", () => {
  expect(objectionsTo({ checked: 3, lost: [], faults: [] })).toEqual([]);
  const lost = { checked: 3, lost: ["location A"], faults: [] };
  expect(objectionsTo(lost)).toEqual(["lost: location A"]);
  expect(objectionsTo(total([lost, fault("it did not start")]))).toEqual([
    "lost: location A",
    "fault: it did not start",
  ]);
});
