import { expect, test } from "vitest";
import { isWeakPin } from "../../src/access/secrets/secret-rules.ts";

test.each([
  ["a repeated digit", ["4444", "00000", "999999"]],
  ["digits in sequence", ["4567", "7890", "09876", "987654"]],
  ["two digits in turn", ["1212", "3737", "20202", "121212", "101010", "202020", "939393"]],
  ["a year from 1900 to 2039", ["1900", "1984", "2000", "2001", "2039"]],
  ["a day, the year in two digits", ["310795", "123199", "073195", "950731", "953107", "290203"]],
  ["a day without zeros, the year in four digits", ["171995", "199571", "992039"]],
  // The second to twentieth of DataGenetics' ranking of four digits, and those of five and six that no rule names.
  ["a common PIN of four digits", ["1004", "1313", "1010", "2468", "6969", "1122", "0852", "5683"]],
  ["a common PIN of five digits", ["12321", "90210", "38317", "00700", "42069"]],
  ["a common PIN of six digits", ["123123", "159753", "696969", "292513", "007007", "789456"]],
])("%s is easy to guess", (_, pins) => {
  expect(pins.filter((pin) => !isWeakPin(pin))).toEqual([]);
});

test("a PIN that no rule and no ranking names is accepted", () => {
  const pins = ["8264", "2047", "1899", "2040", "90163", "826415", "905162", "320795", "310495", "134099"];
  expect(pins.filter(isWeakPin)).toEqual([]);
});

test("most PINs of four digits are left", () => {
  const all = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, "0"));
  expect(all.filter((pin) => !isWeakPin(pin)).length).toBeGreaterThan(9_500);
});
