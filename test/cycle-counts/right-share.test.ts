import { expect, test } from "vitest";
import { RIGHT_SHARES, rightShareIn, unitsOf } from "../../src/domain/cycle-counts/right-share.ts";

const FOUND = {
  items: 12,
  notCounted: 2,
  wrongItems: 1,
  pieces: 40,
  wrongPieces: 50,
  value: 300,
  wrongValue: 1,
};

test("the share of right items is of those that were counted", () => {
  expect(RIGHT_SHARES.items(FOUND)).toBe(90);
});

test("more wrong pieces than pieces are a share of nothing", () => {
  expect(RIGHT_SHARES.pieces(FOUND)).toBe(0);
});

test("a share of all is one without a wrong record", () => {
  const many = { ...FOUND, items: 30_000, notCounted: 0 };
  expect(RIGHT_SHARES.items({ ...many, wrongItems: 1 })).toBe(99.99);
  expect(RIGHT_SHARES.items({ ...many, wrongItems: 0 })).toBe(100);
});

test("a share has two decimals", () => {
  expect(RIGHT_SHARES.value(FOUND)).toBe(99.67);
});

test.each([
  ["value", { value: null }],
  ["wrong value", { wrongValue: null }],
  ["value above zero", { value: 0, wrongValue: 0 }],
])("without a %s there is no share of the value", (_, given) => {
  expect(RIGHT_SHARES.value({ ...FOUND, ...given })).toBeNull();
});

const IN_UNITS = {
  otherUnits: [
    { unit: "kg", quantity: 200, wrongQuantity: 3 },
    { unit: "m", quantity: 0, wrongQuantity: 4 },
  ],
};

test.each([
  ["of a counted unit is of its own quantity", "kg", 98.5],
  ["of a unit without recorded quantity is none", "m", null],
  ["of a unit that was not counted is none", "l", null],
])("the share %s", (_, unit, share) => {
  expect(rightShareIn(unit, IN_UNITS)).toBe(share);
});

test("the units of stocktakes are each named once, by name", () => {
  const litres = { otherUnits: [{ unit: "a", quantity: 1, wrongQuantity: 0 }] };
  expect(unitsOf([IN_UNITS, litres, IN_UNITS])).toEqual(["a", "kg", "m"]);
});
