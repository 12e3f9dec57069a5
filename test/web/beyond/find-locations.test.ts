import { expect, test } from "vitest";
import { findLocations } from "../../../src/web/offline/sync/find-locations.ts";

const LOCATIONS = [
  { oid: 1, name: "Hala 2", code: "B-2" },
  { oid: 2, name: "Regál u haly B-1", code: null },
  { oid: 3, name: "Skladová hala č. 2", code: "B1-G-02" },
  { oid: 4, name: "B-1 horní", code: "X" },
  { oid: 5, name: "Regál", code: "b-1" },
  { oid: 6, name: "Regál", code: "B-10" },
];
const found = (text: string, most = 10) => {
  const { hits, total } = findLocations(LOCATIONS, text, most);
  return [hits.map(({ oid }) => oid), total];
};

test("locations are found by words of name and code in any order, without regard to case and accents", () => {
  expect(found("HALA 2 skladova")).toEqual([[3], 1]);
  expect(found("regal b-1")).toEqual([[5, 6, 2], 3]);
  expect(found("b-2 hala")).toEqual([[1], 1]);
  expect(found("hala regal x")).toEqual([[], 0]);
});

test("an exact code comes first, then names and codes that begin with a word; the result has the first ones and the total", () => {
  expect(found("b-1")).toEqual([[5, 6, 4, 2], 4]);
  expect(found("b-1", 2)).toEqual([[5, 6], 4]);
});

test("without a word all locations are found, in their order", () => {
  expect(found(" ", 2)).toEqual([[1, 2], 6]);
});
