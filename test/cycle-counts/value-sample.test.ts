import { expect, test } from "vitest";
import {
  NO_CERTIFICATE,
  refusalOf,
  refusalOfEstimate,
} from "../../src/domain/cycle-counts/value-certificate.ts";
import {
  type CountedStratum,
  differenceEstimate,
  drawnDifferences,
  meanPerUnitEstimate,
  NO_SUMS,
  studentQuantile,
  withRecord,
} from "../../src/domain/cycle-counts/value-estimate.ts";
import {
  isDrawn,
  planFor,
  planOfSize,
  type Stratum,
  strataOf,
  valueList,
} from "../../src/domain/cycle-counts/value-strata.ts";
import { resultOf } from "../../src/domain/stepwise.ts";

const listOf = (values: readonly number[]) => resultOf(valueList(values));
/** Values from a million down, the dearer the fewer, and a hundred that are worth nothing. */
const SKEWED = [
  ...Array.from({ length: 3000 }, (_, index) => Math.round(1_000_000 / (index + 1))),
  ...Array.from({ length: 100 }, () => 0),
];
const pairs = (count: number, recorded: number, found: number) =>
  Array.from({ length: count }, () => [recorded, found] as const);
/** A stratum whose sampled records have these recorded and found values. */
const counted = (stratum: Stratum, records: readonly (readonly [number, number])[]): CountedStratum => ({
  ...stratum,
  ...records.reduce((sums, [recorded, found]) => withRecord(sums, recorded, found), NO_SUMS),
});

test("the dearest records are all counted, the others in equal parts of strata of equal value, worthless ones not", () => {
  const strata = strataOf(listOf(SKEWED), planOfSize(listOf(SKEWED), 300));
  const [full, ...others] = strata;
  const [worthless, ...drawn] = others.toReversed();
  expect(full?.sample).toBe(full?.records);
  expect(worthless).toEqual({ records: 100, value: 0, sample: 0 });
  expect(strata.reduce((sum, { sample }) => sum + sample, 0)).toBe(300);
  expect(strata.reduce((sum, { records }) => sum + records, 0)).toBe(SKEWED.length);
  const rest = drawn.reduce((sum, { value }) => sum + value, 0);
  for (const { value, sample } of drawn) {
    expect(value / rest).toBeCloseTo(1 / drawn.length, 2);
    expect(Math.abs(sample - (300 - (full?.sample ?? 0)) / drawn.length)).toBeLessThanOrEqual(1);
  }
  // No record of the others is worth their sampling interval.
  const dearest = SKEWED[full?.records ?? 0] ?? 0;
  expect(dearest).toBeLessThan(rest / (300 - (full?.sample ?? 0)));
});

const alike = (records: number, value: number) => Array.from({ length: records }, () => value);

test.each<[string, readonly number[], { full: number; drawn: number }, readonly Stratum[]]>([
  [
    "at most ten are drawn",
    alike(4000, 1),
    { full: 0, drawn: 400 },
    Array.from({ length: 10 }, () => ({ records: 400, value: 400, sample: 40 })),
  ],
  [
    "20 records are drawn from each",
    alike(400, 1),
    { full: 0, drawn: 40 },
    Array.from({ length: 2 }, () => ({ records: 200, value: 200, sample: 20 })),
  ],
  ["none is empty", [5, 3], { full: 2, drawn: 0 }, [{ records: 2, value: 8, sample: 2 }]],
  [
    "what one is too small for is drawn from the next",
    [1000, ...alike(5, 100), ...alike(500, 1)],
    { full: 1, drawn: 40 },
    [
      { records: 1, value: 1000, sample: 1 },
      { records: 5, value: 500, sample: 5 },
      { records: 500, value: 500, sample: 35 },
    ],
  ],
])("of the strata %s", (_, values, plan, strata) => {
  expect(strataOf(listOf(values), plan)).toEqual(strata);
});

test("a record that is worth exactly the sampling interval of the others is counted", () => {
  expect(planOfSize(listOf([10, 4, 2, 2]), 3)).toEqual({ full: 2, drawn: 1 });
});

test("of equal records as many are drawn as the error of 0.8 % needs", () => {
  // 2.042² × (0.5² × 0.05 × (1 / n − 1 / 10,000) + (1 − n / 10,000) / n²) ≤ 0.008² from n = 822 on.
  expect(planFor(listOf(alike(10_000, 1)), 0.95)).toEqual({ full: 1, drawn: 821 });
});

test("so many are drawn that 32 differences are expected", () => {
  expect(planFor(listOf([1e9, ...alike(1000, 1)]), 0.2)).toEqual({ full: 1, drawn: 40 });
});

test("a sample is the larger the fewer differences are expected, and never larger than what is worth something", () => {
  const list = listOf(SKEWED);
  const sizeOf = (accuracy: number) => {
    const { full, drawn } = planFor(list, accuracy);
    return full + drawn;
  };
  expect(sizeOf(0.9)).toBeLessThan(sizeOf(0.97));
  expect(sizeOf(1)).toBe(3000);
  expect(planFor(listOf([0, 0]), 0.95)).toEqual({ full: 0, drawn: 0 });
  const drawn = strataOf(list, planFor(list, 0.97)).filter(isDrawn);
  expect(drawn.reduce((sum, { sample }) => sum + sample, 0) * 0.03).toBeGreaterThanOrEqual(30);
});

test("the estimates are those of Cochran's formulas", () => {
  const full = counted({ records: 2, value: 300, sample: 2 }, [
    [200, 190],
    [100, 100],
  ]);
  const drawn = counted({ records: 40, value: 400, sample: 4 }, [
    [10, 6],
    [10, 10],
    [12, 12],
    [8, 10],
  ]);
  const worthless = { records: 9, value: 0, sample: 0, ...NO_SUMS };
  const strata = [full, drawn, worthless];
  expect(drawnDifferences(strata)).toBe(2);
  // Differences −4, 0, 0, 2: mean −0.5, variance (20 − 1) / 3. c is proportional to them: 400 / 272 − 1 is less than one.
  // One more record that is missing altogether, of the mean value 10.
  const half = 12.706 * Math.sqrt((40 * 40 * 0.9 * (19 / 3)) / 4 + 10 * 10 * 0.9 * 10 ** 2);
  const difference = differenceEstimate(strata);
  expect(difference.estimate).toBeCloseTo(700 - 10 - 20);
  expect(difference.upper - difference.estimate).toBeCloseTo(half);
  expect(difference.estimate - difference.lower).toBeCloseTo(half);
  expect(difference).toMatchObject({ degreesOfFreedom: 1, quantile: 12.706 });
  expect(difference.precision).toBeCloseTo(half / 670);
  // Found 6, 10, 12, 10: mean 9.5, variance (380 − 361) / 3.
  const perUnit = meanPerUnitEstimate(strata);
  expect(perUnit.estimate).toBeCloseTo(290 + 380);
  expect(perUnit.degreesOfFreedom).toBe(3);
  expect(perUnit.upper - perUnit.estimate).toBeCloseTo(3.182 * Math.sqrt((40 * 40 * 0.9 * (19 / 3)) / 4));
});

test("found values that are all alike have a mean-per-unit estimate without an interval", () => {
  const { estimate, lower, upper } = meanPerUnitEstimate([
    counted({ records: 40, value: 400, sample: 20 }, pairs(20, 10, 9)),
  ]);
  expect([estimate, lower, upper]).toEqual([360, 360, 360]);
});

test("the differences of the drawn strata are the records that were not found as recorded", () => {
  expect(drawnDifferences([ENOUGH])).toBe(20);
});

test("a few large differences among many small ones have few degrees of freedom", () => {
  const of = (large: number) =>
    differenceEstimate([
      counted({ records: 1000, value: 100_000, sample: 100 }, [
        ...Array.from({ length: 70 }, () => [100, 100] as const),
        ...Array.from({ length: 30 - large }, () => [100, 99] as const),
        ...Array.from({ length: large }, () => [100, 0] as const),
      ]),
    ]).degreesOfFreedom;
  expect(of(0)).toBe(29);
  expect(of(3)).toBe(2);
});

test("the degrees of freedom depend on how many records a difference stands for", () => {
  const strata = [
    counted({ records: 400, value: 4000, sample: 40 }, [...pairs(20, 10, 9), ...pairs(20, 10, 10)]),
    counted({ records: 100, value: 1000, sample: 20 }, [...pairs(15, 10, 7), ...pairs(5, 10, 10)]),
  ];
  // Weights 10² × 0.9 and 5² × 0.8: (90 × 20 + 20 × 135)² / (90² × 20 + 20² × 1215) − 1.
  expect(differenceEstimate(strata).degreesOfFreedom).toBe(30);
});

test("a single record that is counted in full adds nothing to the error", () => {
  const one = counted({ records: 1, value: 200, sample: 1 }, [[200, 190]]);
  const [alone, both] = [differenceEstimate([ENOUGH]), differenceEstimate([one, ENOUGH])];
  expect(both.upper - both.estimate).toBeCloseTo(alone.upper - alone.estimate);
});

test("an estimate of nothing has no precision", () => {
  const gone = counted({ records: 40, value: 400, sample: 4 }, pairs(4, 10, 0));
  expect(differenceEstimate([gone])).toMatchObject({ estimate: 0, precision: 1 });
});

/** The share of Student's distribution between −t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
function shareWithin(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const isOdd = degrees % 2 === 1;
  let [sum, term] = [0, isOdd ? Math.cos(angle) : 1];
  for (let power = isOdd ? 1 : 0; power <= degrees - 2; power += 2) {
    sum += term;
    term *= ((power + 1) / (power + 2)) * Math.cos(angle) ** 2;
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

test.each([...Array.from({ length: 30 }, (_, index) => index + 1), 40, 60, 120, 1000])(
  "95 %% are within the quantile of %d degrees of freedom",
  (degrees) => {
    expect(shareWithin(studentQuantile(degrees), degrees)).toBeCloseTo(0.95, 3);
  },
);

test("a quantile is never smaller than that of the degrees of freedom", () => {
  expect([1, 19, 30, 39, 40, 5000].map(studentQuantile)).toEqual([12.706, 2.093, 2.042, 2.042, 2.021, 1.962]);
});

const ENOUGH = counted(
  { records: 1000, value: 100_000, sample: 100 },
  Array.from({ length: 100 }, (_, index) => [100, index < 20 ? 99 : 100] as const),
);
const GOOD = {
  fixedDT: "2027-03-01T05:00:00.000Z",
  drawnDT: "2027-03-01T05:00:01.000Z",
  currencies: ["CZK"],
  strata: [ENOUGH],
};
const ONE_LESS = { ...ENOUGH, differences: 19 };

test.each([
  ["seedNotFixed", { fixedDT: null }],
  ["seedNotFixed", { fixedDT: "2027-03-01T05:00:02.000Z" }],
  ["seedNotFixed", { drawnDT: null }],
  ["severalCurrencies", { currencies: ["CZK", null] }],
  ["notCounted", { strata: [{ ...ENOUGH, counted: 99 }] }],
  ["fullCount", { strata: [{ ...ENOUGH, records: 100 }] }],
  ["fewDifferences", { strata: [ONE_LESS] }],
  // Those of a stratum that was counted in full say nothing of the others.
  ["fewDifferences", { strata: [{ ...ENOUGH, records: 100 }, ONE_LESS] }],
  [null, {}],
  [null, { fixedDT: GOOD.drawnDT }],
])("no estimate is given: %s", (reason, changes) => {
  expect(refusalOf({ ...GOOD, ...changes })).toBe(reason);
});

test("an estimate makes a certificate where its error is 1 % at most", () => {
  const estimate = differenceEstimate([ENOUGH]);
  expect(refusalOfEstimate({ ...estimate, precision: 0.01 })).toBeNull();
  expect(refusalOfEstimate({ ...estimate, precision: 0.0101 })).toBe("precision");
  expect(NO_CERTIFICATE.precision.values).toEqual({ percent: 1 });
});
