import { expect, test } from "vitest";
import { bodyOf, EMPTY_PROPOSAL, isComplete, priceOf } from "../../../src/web/requests/proposal.ts";

test.each([
  ["", 0],
  ["0", 0],
  ["1250", 1250],
  ["1250.50", 1250.5],
  ["1250,5", 1250.5],
  ["1 234 567,89", 1234567.89],
  ["1\u00a0234,5", 1234.5],
  ["0.0001", 0.0001],
  ["99999999999.9999", 99999999999.9999],
  ["0.00001", null],
  ["100000000000", null],
  ["-1", null],
  ["1,23,4.5", null],
  ["1.", null],
  ["ten", null],
])("the typed price “%s” is %s", (text, price) => {
  expect(priceOf(text)).toBe(price);
});

test.each([
  ["de", "1.250", 1250],
  ["cs", "1.250,5", 1250.5],
  ["sk", "12.345.678", 12_345_678],
  ["de", "0.125", 0.125],
  ["de", "12.5", 12.5],
  ["en", "1,250", 1250],
  ["en", "1,250.75", 1250.75],
  ["en", "1.250", 1.25],
] as const)("in %s the price %s is read with the thousands of the language", (locale, text, price) => {
  expect(priceOf(text, locale)).toBe(price);
});

const COMPLETE = { ...EMPTY_PROPOSAL, name: " Drill ", categoryId: 3, typeId: 4 };

test("a proposal needs a name, a category and a type, and a valid price", () => {
  expect(isComplete(COMPLETE)).toBe(true);
  for (const missing of [{ name: " " }, { categoryId: null }, { typeId: null }, { price: "much" }])
    expect(isComplete({ ...COMPLETE, ...missing })).toBe(false);
});

test("empty fields of a proposal are sent as null, not as an empty text", () => {
  expect(bodyOf({ ...COMPLETE, serial: " SN-1 " }, 3)).toEqual({
    name: "Drill",
    articleCategoryID: 3,
    articleTypeID: 4,
    price: 0,
    currencyTypeID: null,
    serialNo: "SN-1",
    invoiceNo: null,
    dtBuy: null,
    note: null,
    userID: 3,
  });
});

test("a proposal without a category or a type has no body yet", () => {
  expect(bodyOf({ ...COMPLETE, typeId: null }, 3)).toBeNull();
  expect(bodyOf({ ...COMPLETE, categoryId: null }, 3)).toBeNull();
});
