import { expect, test } from "vitest";
import { ITEM_SORTS } from "../../../src/inventories/results/page.ts";
import { resultsQueryOf } from "../../../src/web/console/stocktakes/decide/use-results.ts";

const sortOf = (query: string) => resultsQueryOf(new URLSearchParams(query)).sort;

test("the items have each order of the server, and none of the locations", () => {
  expect(ITEM_SORTS.map((sort) => sortOf(`sort=${sort}`))).toEqual(ITEM_SORTS);
  expect(["sort=-items", "sort=notCounted", "sort=-moved"].map(sortOf)).toEqual(Array(3).fill("-value"));
});

test("the locations have their own orders, and none of the items", () => {
  expect(sortOf("by=location&sort=-items")).toBe("-items");
  expect(sortOf("by=location&sort=name")).toBe("-value");
});
