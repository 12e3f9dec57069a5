import { expect, test } from "vitest";
import { RIGHT_SHARES } from "../../src/domain/cycle-counts/right-share.ts";

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
