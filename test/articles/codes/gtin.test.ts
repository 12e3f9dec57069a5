import { expect, test } from "vitest";
import { gtinForms, missedCheckDigit, missedOwnCheckDigit } from "../../../src/domain/codes/gtin.ts";

test.each([
  ["of 8 digits", "00000040170725", ["00000040170725", "0000040170725", "000040170725", "40170725"]],
  ["of 13 digits", "04006381333931", ["04006381333931", "4006381333931"]],
])("a GTIN %s has all forms that leave out only zeros", (_, gtin, forms) => {
  expect(gtinForms(gtin)).toEqual(forms);
});

test.each([
  ["a wrong check digit", "4006381333932", "1", "1"],
  ["a right check digit", "4006381333931", null, null],
  ["another length", "12345", null, null],
  ["8 digits, which may be a number of one's own", "40170724", "5", null],
])("the check digit that a code with %s should have", (_, text, missed, missedOwn) => {
  expect([missedCheckDigit(text), missedOwnCheckDigit(text)]).toEqual([missed, missedOwn]);
});
