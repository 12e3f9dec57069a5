import { expect, test } from "vitest";
import { filterOf, listQueryOf } from "../../../../src/web/console/articles/list-query.ts";

test.each([
  ["true", true],
  ["1", true],
  ["TRUE", true],
  ["false", false],
  ["0", false],
])("a selection of all matches reads the flag %s of the address as the list does", (text, isDisposal) => {
  const query = listQueryOf(new URLSearchParams({ isDisposal: text, categoryId: "3" }));
  expect(filterOf(query)).toEqual({ isDisposal, categoryId: 3 });
});
