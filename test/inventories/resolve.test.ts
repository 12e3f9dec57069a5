import fc from "fast-check";
import { expect, test } from "vitest";
import { type Candidate, type Resolution, resolveItem } from "../../src/domain/counting/resolve.ts";

const expected = (oid: number, locationId: number, quantity = 3): Candidate => ({
  oid,
  locationId,
  foundAtLocationId: null,
  quantity,
});
const found = (oid: number, foundAtLocationId: number): Candidate => ({
  oid,
  locationId: null,
  foundAtLocationId,
  quantity: 0,
});
const item = (oid: number, locationId: number | null): Resolution => ({ item: oid, locationId });
const made = (locationId: number): Resolution => ({ item: null, locationId });

const RULES: readonly [string, readonly Candidate[], number | null, number | null, Resolution][] = [
  ["where it is expected: that item", [expected(1, 7), expected(2, 8)], 8, null, item(2, 8)],
  ["where it is not expected: an unexpected item", [], 8, null, made(8)],
  ["where it was found before: that one", [found(1, 7), found(2, 8)], 8, null, item(2, 8)],
  ["a single piece elsewhere: that piece", [expected(1, 7, 1)], 8, null, item(1, 8)],
  ["one of several pieces elsewhere: an unexpected one", [expected(1, 7, 2)], 8, null, made(8)],
  [
    "a single piece at each of two locations: an unexpected one",
    [expected(1, 7, 1), expected(2, 9, 1)],
    8,
    null,
    made(8),
  ],
  [
    "a piece that somebody has added there as unexpected: that",
    [expected(1, 7, 1), found(2, 8)],
    8,
    null,
    item(2, 8),
  ],
  ["no location, one item: that, wherever", [expected(1, 7)], null, 9, item(1, null)],
  [
    "no location, one item and one that was found: the expected",
    [found(2, 8), expected(1, 7)],
    null,
    9,
    item(1, null),
  ],
  ["no location, several items: where?", [expected(1, 7), expected(2, 8)], null, 9, "locationRequired"],
  ["no location, unexpected: the inventory's own", [], null, 9, made(9)],
  ["no location, found at the inventory's own before: that", [found(2, 8), found(3, 9)], null, 9, item(3, 9)],
  ["no location at all: where?", [found(2, 8)], null, null, "locationRequired"],
];
test("one more at a location is never the single piece that is expected elsewhere", () => {
  expect(resolveItem([expected(1, 7, 1)], 8, null, true)).toEqual(made(8));
  expect(resolveItem([expected(1, 7, 1), found(2, 8)], 8, null, true)).toEqual(item(2, 8));
  expect(resolveItem([expected(1, 7, 1)], 7, null, true)).toEqual(item(1, 7));
});

test.each(RULES)("%s", (_, items, locationId, ownLocation, choice) => {
  expect(resolveItem(items, locationId, ownLocation)).toEqual(choice);
});

test("a scan means the same item whatever was scanned before: the rule reads nothing that scans write", () => {
  const location = fc.integer({ min: 1, max: 4 });
  const scan = fc.option(location, { nil: null });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ locationId: location, quantity: fc.integer({ min: 0, max: 2 }) }), {
        selector: ({ locationId }) => locationId,
        maxLength: 3,
      }),
      fc.array(scan, { maxLength: 8 }),
      fc.option(location, { nil: null }),
      (stock, scans, ownLocation) => {
        const before = stock.map(({ locationId, quantity }, index) =>
          expected(index + 1, locationId, quantity),
        );
        const items = [...before];
        for (const where of scans) {
          const alone = resolveItem(before, where, ownLocation);
          const now = resolveItem(items, where, ownLocation);
          if (alone === "locationRequired" || now === "locationRequired") {
            expect(now).toEqual(alone);
            continue;
          }
          expect(now.locationId).toEqual(alone.locationId);
          if (alone.item !== null) expect(now).toEqual(alone);
          else if (now.item !== null) {
            expect(items.find(({ oid }) => oid === now.item)?.foundAtLocationId).toBe(alone.locationId);
          } else items.push(found(100 + items.length, now.locationId));
        }
      },
    ),
  );
});
