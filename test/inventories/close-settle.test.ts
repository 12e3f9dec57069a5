import fc from "fast-check";
import { expect, test } from "vitest";
import { type CountedItem, settle as settleStock } from "../../src/domain/closing/settle.ts";
import { isCounted } from "../../src/domain/counting/fold.ts";
import { times } from "../harness/times.ts";

// The result of a close for the stock of one article, by properties. The single rules: close-rules.test.ts.

/** Without a location inside the stocktake that has no item. */
const settleAll = (items: readonly CountedItem[], recorded: ReadonlyMap<number, number>) =>
  settleStock(items, recorded, () => false);
const settle = (...given: Parameters<typeof settleAll>) => settleAll(...given).after;
const LOCATIONS = [1, 2, 3, 4];
const location = fc.constantFrom(...LOCATIONS);
const stockOf = (pieces: Readonly<Record<number, number>>) =>
  new Map(Object.entries(pieces).map(([at, quantity]) => [Number(at), quantity]));
const stock = fc.dictionary(location.map(String), fc.nat(9)).map((pieces) => stockOf(pieces));
const fields = {
  inventoryLocationId: fc.option(location),
  inventoryQuantity: fc.option(fc.nat(9)),
  isFound: fc.constantFrom<0 | 1>(0, 1),
};
const moved = {
  movedQuantity: fc.integer({ min: -9, max: 9 }),
  movedSinceCount: fc.integer({ min: -9, max: 9 }),
  movedToFound: fc.integer({ min: -9, max: 9 }),
  stayedWhereExpected: fc.nat(9),
  recordedWhereFound: fc.nat(9),
  decision: fc.option(fc.constantFrom("keepCount" as const, "keepDifference" as const)),
};
const still = {
  movedQuantity: fc.constant(0),
  movedSinceCount: fc.constant(0),
  movedToFound: fc.constant(0),
  stayedWhereExpected: fc.constant(0),
  recordedWhereFound: fc.constant(0),
  decision: fc.constant(null),
};
/** Items that are expected at different locations, and found at unexpected ones. */
const itemsOf = (movement: typeof moved | typeof still) =>
  fc
    .record({
      expected: fc.uniqueArray(fc.record({ ...fields, ...movement, at: location, quantity: fc.nat(9) }), {
        selector: ({ at }) => at,
      }),
      found: fc.uniqueArray(fc.record({ ...fields, ...movement, at: location }), {
        selector: ({ at }) => at,
      }),
    })
    .map(({ expected, found }): CountedItem[] => [
      ...expected.map(({ at, ...rest }) => ({ ...rest, locationId: at, foundAtLocationId: null })),
      ...found.map(({ at, ...rest }) => ({ ...rest, quantity: 0, locationId: null, foundAtLocationId: at })),
    ]);
/** The state after prepare: the expected quantity of a location is its recorded stock. */
const unmoved = fc.tuple(itemsOf(still), stock).map(([items, recorded]) => {
  const after = new Map(recorded);
  for (const { locationId, quantity } of items) if (locationId !== null) after.set(locationId, quantity);
  return { items, recorded: after };
});
const sum = (pieces: Iterable<number>) => [...pieces].reduce((total, each) => total + each, 0);

test("the stock is the same whatever the order of the items", () => {
  fc.assert(
    fc.property(itemsOf(moved), stock, fc.integer(), (items, recorded, by) => {
      const expected = items.filter(({ locationId }) => locationId !== null);
      const turned = [...expected.slice(by % 4), ...expected.slice(0, by % 4)];
      expect(settle(turned, recorded)).toEqual(settle(expected, recorded));
      const sorted = (result: Map<number, number>) => [...result].sort(([a], [b]) => a - b);
      expect(sorted(settle(items.toReversed(), recorded))).toEqual(sorted(settle(items, recorded)));
    }),
  );
});

test("no location ever has a negative stock", () => {
  fc.assert(
    fc.property(itemsOf(moved), stock, (items, recorded) => {
      expect(Math.min(0, ...settle(items, recorded).values())).toBe(0);
    }),
  );
});

test("without counts nothing changes", () => {
  fc.assert(
    fc.property(itemsOf(moved), stock, (items, recorded) => {
      const silent = items.filter((item) => !isCounted(item) && item.locationId !== null);
      expect(settle(silent, recorded)).toEqual(recorded);
    }),
  );
});

test("where no stock has moved, the counted quantities are the stock afterwards, and no piece is lost or doubled", () => {
  fc.assert(
    fc.property(unmoved, ({ items, recorded }) => {
      const expected = items.filter(({ locationId }) => locationId !== null);
      const counted = expected.filter(isCounted);
      const before = sum(recorded.values()) - sum(counted.map(({ quantity }) => quantity));
      const found = counted.map(({ isFound, inventoryQuantity, quantity }) =>
        isFound === 1 ? (inventoryQuantity ?? quantity) : 0,
      );
      expect(sum(settle(expected, recorded).values())).toBe(before + sum(found));
    }),
  );
});

test("settling a settled stock again, with everything counted as it is, changes nothing", () => {
  fc.assert(
    fc.property(unmoved, ({ items, recorded }) => {
      const after = settle(items, recorded);
      const again = [...after].map(
        ([locationId, quantity]): CountedItem => ({
          locationId,
          inventoryLocationId: null,
          foundAtLocationId: null,
          quantity,
          inventoryQuantity: quantity,
          isFound: 1,
          movedQuantity: 0,
          movedSinceCount: 0,
          movedToFound: 0,
          stayedWhereExpected: 0,
          recordedWhereFound: 0,
          decision: null,
        }),
      );
      expect(settle(again, after)).toEqual(after);
    }),
  );
});

test("what items take from a location is what it loses by unexpected items, none more than once", () => {
  fc.assert(
    fc.property(itemsOf(moved), stock, (items, recorded) => {
      const { after, taken } = settleAll(items, recorded);
      const expected = items.filter(({ locationId }) => locationId !== null);
      const without = settle(expected, recorded);
      const unexpected = items.filter(({ locationId, isFound }) => locationId === null && isFound === 1);
      const places = new Set(
        unexpected.map(
          ({ inventoryLocationId, foundAtLocationId }) => inventoryLocationId ?? foundAtLocationId,
        ),
      );
      for (const at of LOCATIONS.filter((one) => !places.has(one))) {
        const own = taken.filter(({ locationId }) => locationId === at).map(({ quantity }) => quantity);
        expect(sum(own)).toBe((without.get(at) ?? 0) - (after.get(at) ?? 0));
      }
      for (const { item, locationId, quantity } of taken) {
        expect(unexpected).toContain(item);
        expect(places).not.toContain(locationId);
        expect(quantity).toBeGreaterThan(0);
      }
      expect(new Set(taken.map(({ item }) => item)).size).toBe(taken.length);
    }),
    { numRuns: times(1000) },
  );
});

test("of what two unexpected items take from a location, the first has its part first, and the second what is left", () => {
  const first = found({ foundAtLocationId: 3, inventoryQuantity: 3 });
  const second = found({ foundAtLocationId: 4, inventoryQuantity: 4 });
  const from = (item: CountedItem, quantity: number) => ({ item, locationId: 2, quantity });
  expect(settleAll([first, second], stockOf({ 2: 5 })).taken).toEqual([from(first, 3), from(second, 2)]);
});

const found = (given: Partial<CountedItem>): CountedItem => ({
  locationId: null,
  inventoryLocationId: null,
  foundAtLocationId: null,
  quantity: 0,
  inventoryQuantity: null,
  isFound: 1,
  movedQuantity: 0,
  movedSinceCount: 0,
  movedToFound: 0,
  stayedWhereExpected: 0,
  recordedWhereFound: 0,
  decision: null,
  ...given,
});

test("unexpected pieces come from the only other location with pieces, whatever locations have none", () => {
  const item = found({ foundAtLocationId: 3, inventoryQuantity: 2 });
  const after = settle([item], stockOf({ 1: 0, 2: 5, 3: 0 }));
  expect(after).toEqual(stockOf({ 1: 0, 2: 3, 3: 2 }));
});

test("pieces that were recorded where they are found unexpectedly are counted once", () => {
  const item = found({ foundAtLocationId: 3, inventoryQuantity: 5, recordedWhereFound: 2 });
  expect(settle([item], stockOf({ 3: 2 }))).toEqual(stockOf({ 3: 5 }));
});

test("pieces found unexpectedly are those that came there since the preparation, those recorded there before, and more", () => {
  const item = found({
    ...{ foundAtLocationId: 3, inventoryQuantity: 7, movedToFound: 2, recordedWhereFound: 2 },
  });
  expect(settle([item], stockOf({ 3: 4 }))).toEqual(stockOf({ 3: 7 }));
});

test("pieces found unexpectedly where others are expected, but not counted, are added to these", () => {
  const item = found({ foundAtLocationId: 3, inventoryQuantity: 2 });
  const expected = found({ locationId: 3, quantity: 5, isFound: 0 });
  expect(settle([item, expected], stockOf({ 3: 5 }))).toEqual(stockOf({ 3: 7 }));
});

test("of pieces counted elsewhere only those that moved before the count are recorded there already", () => {
  const item = found({
    ...{ locationId: 1, inventoryLocationId: 2, quantity: 5, inventoryQuantity: 5 },
    ...{ movedQuantity: -3, movedSinceCount: -1, movedToFound: 2 },
  });
  expect(settle([item], stockOf({ 1: 2, 2: 3 }))).toEqual(stockOf({ 1: 0, 2: 5 }));
});

const seen = (foundAtLocationId: number, more: Partial<CountedItem> = {}) =>
  found({ foundAtLocationId, inventoryQuantity: null, ...more });

test.each<[string, CountedItem[], Record<number, number>, Record<number, number>]>([
  ["at two locations: the pieces are there once", [seen(2), seen(1)], { 4: 5 }, { 1: 5 }],
  ["beside counted pieces: the rest", [seen(1), seen(2, { inventoryQuantity: 2 })], { 4: 5 }, { 1: 3, 2: 2 }],
  ["where pieces are recorded: these", [seen(1, { recordedWhereFound: 2 })], { 1: 2, 4: 5 }, { 1: 2, 4: 5 }],
])("found without a quantity %s", (_, items, recorded, after) => {
  const settled = [...settle(items, stockOf(recorded))].filter(([, pieces]) => pieces > 0);
  expect(settled.sort()).toEqual([...stockOf(after)].sort());
});

test("what was counted at the location outside stays there", () => {
  const here = found({
    ...{ locationId: 1, foundAtLocationId: null, inventoryLocationId: 2 },
    quantity: 3,
    inventoryQuantity: 3,
  });
  const after = settle([here, seen(3)], stockOf({ 1: 3, 2: 1 }));
  expect(after).toEqual(stockOf({ 1: 0, 2: 3, 3: 1 }));
});
