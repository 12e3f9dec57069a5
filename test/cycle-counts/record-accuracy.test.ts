import { describe, expect, test } from "vitest";
import { atLeast, atMost, type Draw, probability } from "../../src/domain/cycle-counts/hypergeometric.ts";
import { accuracyInterval, sampleSize } from "../../src/domain/cycle-counts/record-accuracy.ts";

const LOGARITHMS = [0];
for (let n = 1; n <= 100_000; n++) LOGARITHMS.push((LOGARITHMS[n - 1] ?? 0) + Math.log(n));
const log = (n: number) => LOGARITHMS[n] ?? Number.NaN;
const logChoose = (n: number, k: number) => log(n) - log(k) - log(n - k);

/** The probability of `from` to `to` wrong records in the sample: all terms, with the largest one taken out of the sum. */
function sumOfLogarithms(draw: Draw, from: number, to: number): number {
  const { population, sample, wrong } = draw;
  const terms: number[] = [];
  for (let found = from; found <= Math.min(to, wrong); found++)
    if (sample - found <= population - wrong)
      terms.push(logChoose(wrong, found) + logChoose(population - wrong, sample - found));
  const largest = terms.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const sum = terms.reduce((all, term) => all + Math.exp(term - largest), 0);
  return terms.length === 0 ? 0 : Math.exp(largest - logChoose(population, sample)) * sum;
}

describe("the hypergeometric distribution", () => {
  test("has the probabilities of counting all samples", () => {
    // 4 wrong of 10, samples of 3: C(4,x)·C(6,3−x)/C(10,3).
    const draw = { population: 10, wrong: 4, sample: 3 };
    const expected = [20 / 120, 60 / 120, 36 / 120, 4 / 120];
    for (const [found, share] of expected.entries()) expect(probability(draw, found)).toBeCloseTo(share, 12);
    expect(atMost(draw, 1)).toBeCloseTo(80 / 120, 12);
    expect(atLeast(draw, 2)).toBeCloseTo(40 / 120, 12);
    expect(probability(draw, 4)).toBe(0);
    // One record is right, so at least two of three are wrong.
    expect(probability({ population: 10, wrong: 9, sample: 3 }, 1)).toBe(0);
  });

  test("is exact for a large population", () => {
    const ways = (n: bigint, k: bigint): bigint => (k === 0n ? 1n : (ways(n - 1n, k - 1n) * n) / k);
    const exact = Number((10n ** 20n * ways(300n, 150n) ** 2n) / ways(600n, 300n)) / 1e20;
    const found = probability({ population: 600, wrong: 300, sample: 300 }, 150);
    expect(found / exact).toBeCloseTo(1, 10);
  });

  test("adds up to 1 for a large population, on either side of each number", () => {
    const draw = { population: 1_000_000, wrong: 31_000, sample: 900 };
    for (const found of [0, 5, 20, 28, 40, 100])
      expect(atMost(draw, found) + atLeast(draw, found + 1)).toBeCloseTo(1, 8);
  });
});

describe("the interval of the record accuracy", () => {
  test("has exactly the numbers of wrong records under which the sample is not unlikely", () => {
    const interval = accuracyInterval({ population: 100, sample: 20, wrong: 1 }, 0.95);
    expect(interval).toEqual({ estimate: 0.95, lower: 0.78, upper: 0.99, fewestWrong: 1, mostWrong: 22 });
    const both = { population: 100, sample: 20 };
    expect(atMost({ ...both, wrong: 22 }, 1)).toBeGreaterThan(0.025);
    expect(atMost({ ...both, wrong: 23 }, 1)).toBeLessThanOrEqual(0.025);
  });

  test.each([
    // Exact fractions of whole numbers.
    [100_000, 1500, 30, 0.95, 1358, 2836],
    [100_000, 1500, 0, 0.95, 0, 243],
    [20_000, 5000, 100, 0.95, 336, 474],
    [20_000, 5000, 4500, 0.95, 17_851, 18_142],
    [20_000, 5000, 4500, 0.99, 17_803, 18_184],
    [10_000, 9000, 90, 0.95, 94, 107],
  ])("of %d records, %d in the sample and %d wrong at %d is %d to %d wrong", (...values) => {
    const [population, sample, wrong, confidence, fewestWrong, mostWrong] = values;
    const interval = accuracyInterval({ population, sample, wrong }, confidence);
    expect(interval).toMatchObject({ fewestWrong, mostWrong });
  });

  test.each([1500, 5000, 20_000])("of a sample of %d is that of sums of logarithms", (sample) => {
    const population = 100_000;
    for (const share of [0, 0.01, 0.02, 0.5, 0.9]) {
      const wrong = Math.round(sample * share);
      const found = accuracyInterval({ population, sample, wrong }, 0.95);
      const below = (number: number) => sumOfLogarithms({ population, sample, wrong: number }, 0, wrong);
      const above = (number: number) => sumOfLogarithms({ population, sample, wrong: number }, wrong, sample);
      expect(below(found.mostWrong), `${wrong} wrong`).toBeGreaterThan(0.025);
      expect(below(found.mostWrong + 1)).toBeLessThanOrEqual(0.025);
      expect(above(found.fewestWrong)).toBeGreaterThan(0.025);
      if (wrong > 0) expect(above(found.fewestWrong - 1)).toBeLessThanOrEqual(0.025);
    }
  });

  test("contains the estimate, but for the rounding to whole records", () => {
    for (const population of [50, 200, 3000])
      for (const sample of [1, 2, Math.ceil(population / 3), population - 1, population])
        for (let wrong = 0; wrong <= sample; wrong++) {
          const { lower, estimate, upper } = accuracyInterval({ population, sample, wrong }, 0.9);
          expect(lower - estimate).toBeLessThan(1 / population);
          expect(estimate - upper).toBeLessThan(1 / population);
        }
  });

  test("is one number where every record was counted", () => {
    expect(accuracyInterval({ population: 40, sample: 40, wrong: 3 }, 0.99)).toEqual({
      ...{ estimate: 37 / 40, lower: 37 / 40, upper: 37 / 40, fewestWrong: 3, mostWrong: 3 },
    });
  });

  test("approaches Clopper and Pearson's for a large population", () => {
    // Binomial, 2 wrong of 200, 95 %: 0.12 % to 3.57 % wrong.
    const { lower, upper } = accuracyInterval({ population: 10_000_000, sample: 200, wrong: 2 }, 0.95);
    expect(upper).toBeCloseTo(1 - 0.001213, 5);
    expect(lower).toBeCloseTo(1 - 0.035656, 4);
  });

  test.each([0.9, 0.95, 0.99])(
    "contains the truth with at least the confidence %d, for each truth",
    (confidence) => {
      for (const [population, sample] of [
        [1, 1],
        [10, 3],
        [37, 12],
        [60, 59],
        [150, 40],
      ] as const) {
        const intervals = Array.from({ length: sample + 1 }, (_, wrong) =>
          accuracyInterval({ population, sample, wrong }, confidence),
        );
        for (let wrong = 0; wrong <= population; wrong++) {
          const covered = intervals.map(({ fewestWrong, mostWrong }, found) =>
            fewestWrong <= wrong && wrong <= mostWrong
              ? probability({ population, wrong, sample }, found)
              : 0,
          );
          const sum = covered.reduce((all, one) => all + one, 0);
          expect(sum, `${wrong} wrong of ${population}`).toBeGreaterThanOrEqual(confidence - 1e-9);
        }
      }
    },
  );

  test("rejects what is no sample", () => {
    for (const [population, sample, wrong] of [
      [10, 11, 0],
      [10, 5, 6],
      [10, 0, 0],
      [10, 5, -1],
      [10.5, 5, 1],
    ] as const)
      expect(() => accuracyInterval({ population, sample, wrong }, 0.95)).toThrow(RangeError);
  });
});

describe("the sample size", () => {
  const goal = { confidence: 0.95, margin: 0.03, expectedAccuracy: 0.97 };

  test("is enough, and one fewer is not", () => {
    for (const population of [1, 5, 50, 400, 5000, 200_000]) {
      const sample = sampleSize({ ...goal, population });
      expect(widthOf(population, sample)).toBeLessThanOrEqual(goal.margin);
      if (sample > 1) expect(widthOf(population, sample - 1)).toBeGreaterThan(goal.margin);
    }
  });

  test("grows with the population, but hardly from some thousands on", () => {
    const sizes = [0, 10, 100, 1000, 10_000, 100_000, 1_000_000].map((population) =>
      sampleSize({ ...goal, population }),
    );
    expect(sizes.slice(0, 2)).toEqual([0, 10]);
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    expect((sizes[6] ?? 0) - (sizes[4] ?? 0)).toBeLessThan(30);
  });

  const widthOf = (population: number, sample: number) => {
    const wrong = Math.round(sample * (1 - goal.expectedAccuracy));
    const { estimate, lower, upper } = accuracyInterval({ population, sample, wrong }, goal.confidence);
    return Math.max(estimate - lower, upper - estimate);
  };
});
