import { expect, test } from "vitest";
import { englishText } from "../../src/domain/message.ts";
import { windowWarnings } from "../../src/domain/stocktakes/frame.ts";

// The first and the last days of the law's windows. What a stocktake shows of them: frame.test.ts.

const YEAR_END = { purpose: "yearEnd", balanceSheetDay: "12-31", decisiveDay: null } as const;
type Days = Parameters<typeof windowWarnings>[0];

const BEGIN = "must not begin more than four months before the balance-sheet day 2030-12-31";
const END = "must end within two months after the balance-sheet day 2030-12-31";
const MONTHS = "within three months before and two months after the balance-sheet day 2030-12-31";
const TEN_DAYS = "more than ten days from the balance-sheet day 2030-12-31";
const ROLLED = "The decisive day is not the balance-sheet day 2030-12-31";
const DECISIVE = "The decisive day must not be after the balance-sheet day";

test.each<[Days["law"], string, string, string[], Partial<Days>?]>([
  ["CZ", "2030-09-01", "2031-02-28", []],
  ["CZ", "2030-08-31", "2031-02-28", [BEGIN]],
  ["CZ", "2030-09-01", "2031-03-01", [END]],
  ["CZ", "2030-03-01", "2030-08-31", [], { balanceSheetDay: "06-30" }],
  ["CZ", "2030-02-28", "2030-08-31", ["four months"], { balanceSheetDay: "06-30" }],
  ["CZ", "2030-06-15", "2030-08-15", [], { balanceSheetDay: "06-15" }],
  ["CZ", "2030-06-15", "2030-08-16", ["two months"], { balanceSheetDay: "06-15" }],
  ["CZ", "2030-12-31", "2031-01-01", [], { decisiveDay: "2030-12-31" }],
  ["CZ", "2030-12-31", "2031-01-01", [DECISIVE], { decisiveDay: "2031-01-01" }],
  ["CZ", "2031-02-28", "2031-02-28", [], { decisiveDay: "2031-02-28", balanceSheetDay: "02-29" }],
  ["CZ", "2031-02-28", "2031-02-28", [DECISIVE], { decisiveDay: "2031-03-01", balanceSheetDay: "02-29" }],
  ["CZ", "2030-11-29", "2030-11-29", [], { decisiveDay: "2030-06-30" }],
  ["CZ", "2030-06-30", "2030-06-30", [BEGIN], { decisiveDay: "2030-12-31" }],
  ["CZ", "2030-08-30", "2031-03-01", [], { purpose: "continuous" }],
  ["CZ", "2030-08-30", "2031-03-01", [], { balanceSheetDay: null }],
  ["DE", "2030-12-21", "2031-01-10", []],
  ["DE", "2030-12-20", "2031-01-10", [TEN_DAYS]],
  ["DE", "2030-12-21", "2031-01-11", [TEN_DAYS]],
  ["DE", "2030-10-01", "2031-02-28", [TEN_DAYS]],
  ["DE", "2030-09-30", "2031-02-28", [MONTHS]],
  ["DE", "2030-10-01", "2031-03-01", [MONTHS]],
  ["DE", "2030-04-01", "2030-08-31", ["ten days"], { balanceSheetDay: "06-30" }],
  ["DE", "2030-03-31", "2030-08-31", ["within three months"], { balanceSheetDay: "06-30" }],
  ["DE", "2030-12-01", "2031-04-30", ["ten days"], { balanceSheetDay: "02-28" }],
  ["SK", "2030-10-01", "2031-01-31", []],
  ["SK", "2030-09-30", "2031-01-31", ["Assets other than stock"]],
  ["SK", "2030-10-01", "2031-02-01", ["Assets other than stock"]],
  // Of a mistyped year.
  [
    "CZ",
    "2031-01-03",
    "2031-01-03",
    ["two months after the balance-sheet day 2029"],
    { decisiveDay: "2029-12-31" },
  ],
  ["SK", "2031-01-03", "2031-01-03", ["balance-sheet day 2029"], { decisiveDay: "2029-12-31" }],
  ["DE", "2031-01-03", "2031-01-03", ["balance-sheet day 2029"], { decisiveDay: "2029-12-31" }],
  ["DE", "2030-12-27", "2030-12-27", [], { decisiveDay: "2030-12-31" }],
  ["DE", "2030-12-27", "2030-12-27", [ROLLED], { decisiveDay: "2030-10-01" }],
  ["DE", "2030-12-27", "2030-12-27", [MONTHS], { decisiveDay: "2030-09-30" }],
  ["DE", "2031-01-05", "2031-01-05", [ROLLED], { decisiveDay: "2031-02-28" }],
  ["DE", "2031-01-05", "2031-01-05", [MONTHS], { decisiveDay: "2031-03-01" }],
  ["CZ", "2030-12-30", "2031-02-28", [], { balanceSheetDay: "12-30" }],
  ["CZ", "2030-12-30", "2031-03-01", ["two months"], { balanceSheetDay: "12-30" }],
  [null, "2030-08-30", "2031-03-01", []],
])("%s: a count from %s to %s", (law, begun, ended, faults, changes) => {
  const warnings = windowWarnings({ ...YEAR_END, law, begun, ended, ...changes }, (day) => day);
  expect(warnings.map(englishText)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});
