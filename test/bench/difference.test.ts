import { expect, test } from "vitest";
import { difference } from "./difference.ts";

const record = { oid: 1, name: "Chair", category: { oid: 2, name: "Furniture" }, price: 1.5, rfId: null };

test.each([
  { what: "the same in another order", actual: { ...record, oid: 1 }, found: undefined },
  { what: "more than expected", actual: { ...record, extra: true }, found: undefined },
  { what: "another value", actual: { ...record, price: 1.51 }, found: "$.price: 1.5 against 1.51" },
  {
    what: "a value deep inside",
    actual: { ...record, category: { oid: 2, name: "Tools" } },
    found: "$.category.name",
  },
  {
    what: "null where it was absent",
    actual: { ...record, rfId: undefined },
    found: "$.rfId: null against undefined",
  },
  { what: "text for a number", actual: { ...record, oid: "1" }, found: '$.oid: 1 against "1"' },
])("the difference of two values is found: $what", ({ actual, found }) => {
  const line = difference(record, actual);
  if (found === undefined) expect(line).toBeUndefined();
  else expect(line).toContain(found);
});

test("the difference of a shorter list, and of a list in another order, is found", () => {
  expect(difference([1, 2], [1])).toBe("$: 2 entries against 1");
  expect(difference([1, 2], [2, 1])).toBe("$[0]: 1 against 2");
});
