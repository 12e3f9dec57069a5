import { isDrawn, type Stratum, weightOf } from "./value-strata.ts";

// What the counted strata say about the value of all records: stratified difference estimation, and mean-per-unit estimation
// beside it (W. G. Cochran, Sampling Techniques, 1977, chapters 5 and 7). Pure functions.

/** Sums over the counted records of a stratum. A difference is the value that was found less the recorded one. */
interface StratumSums {
  readonly counted: number;
  /** Records with a difference. */
  readonly differences: number;
  readonly difference: number;
  /** Of the differences' squares and fourth powers. */
  readonly differenceSquares: number;
  readonly differenceFourths: number;
  /** Of the found values. */
  readonly found: number;
  readonly foundSquares: number;
}

/** A stratum with what was found in it. */
export type CountedStratum = Stratum & StratumSums;

/** An estimate of the total value with its interval. */
export interface ValueEstimate {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** Half of the interval as a share of the estimate. */
  readonly precision: number;
  readonly degreesOfFreedom: number;
  /** Student's quantile for them. */
  readonly quantile: number;
}

export const NO_SUMS: StratumSums = {
  counted: 0,
  differences: 0,
  difference: 0,
  differenceSquares: 0,
  differenceFourths: 0,
  found: 0,
  foundSquares: 0,
};

/** The sums with one more counted record. */
export function withRecord(sums: StratumSums, recorded: number, found: number): StratumSums {
  const difference = found - recorded;
  return {
    counted: sums.counted + 1,
    differences: sums.differences + (difference === 0 ? 0 : 1),
    difference: sums.difference + difference,
    differenceSquares: sums.differenceSquares + difference ** 2,
    differenceFourths: sums.differenceFourths + difference ** 4,
    found: sums.found + found,
    foundSquares: sums.foundSquares + found ** 2,
  };
}

/** The differences in the drawn strata. */
export function drawnDifferences(strata: readonly CountedStratum[]): number {
  return strata.filter(isDrawn).reduce((sum, { differences }) => sum + differences, 0);
}

/** The recorded value of all records. */
export function bookValueOf(strata: readonly Stratum[]): number {
  return strata.reduce((sum, { value }) => sum + value, 0);
}

/** How many sampled records stand for how many, and the variance of their expanded sum. */
function expanded({ records, counted }: CountedStratum, sum: number, squares: number) {
  if (counted === 0) return { total: 0, variance: 0 };
  const spread = counted < records ? (squares - sum ** 2 / counted) / (counted - 1) : 0;
  return {
    total: (records / counted) * sum,
    variance: records * (records / counted - 1) * Math.max(0, spread),
  };
}

/**
 * The recorded value and the expanded differences of all strata. The degrees of freedom are those of as many equal differences
 * as the variance really comes from, less one: (Σc²)² / Σc⁴, where c is the contribution of a record. A few large differences
 * among many small ones so give a wider interval than normal distribution would. The variance has one c² more, the largest of a
 * lost record of a stratum's mean value: losses may be so rare that none was drawn.
 */
export function differenceEstimate(strata: readonly CountedStratum[]): ValueEstimate {
  let [total, variance, squares, fourths, loss] = [bookValueOf(strata), 0, 0, 0, 0];
  for (const stratum of strata) {
    const { records, counted, difference, differenceSquares, differenceFourths } = stratum;
    const found = expanded(stratum, difference, differenceSquares);
    total += found.total;
    variance += found.variance;
    if (!isDrawn(stratum)) continue;
    const weight = weightOf(records, counted);
    squares += weight * differenceSquares;
    fourths += weight ** 2 * differenceFourths;
    loss = Math.max(loss, weight * (stratum.value / records) ** 2);
  }
  return interval(total, variance + loss, squares ** 2 / fourths - 1);
}

/** The expanded found values of all strata. The degrees of freedom are Satterthwaite's (Cochran, 5.4). */
export function meanPerUnitEstimate(strata: readonly CountedStratum[]): ValueEstimate {
  let [total, variance, squares] = [0, 0, 0];
  for (const stratum of strata) {
    const found = expanded(stratum, stratum.found, stratum.foundSquares);
    total += found.total;
    variance += found.variance;
    if (isDrawn(stratum)) squares += found.variance ** 2 / (stratum.counted - 1);
  }
  // Without variance there is nothing to estimate it from.
  return interval(total, variance, variance === 0 ? 1 : variance ** 2 / squares);
}

function interval(estimate: number, variance: number, degrees: number): ValueEstimate {
  const degreesOfFreedom = Math.max(1, Math.floor(degrees));
  const quantile = studentQuantile(degreesOfFreedom);
  const half = quantile * Math.sqrt(variance);
  return {
    estimate,
    lower: estimate - half,
    upper: estimate + half,
    precision: estimate > 0 ? half / estimate : 1,
    degreesOfFreedom,
    quantile,
  };
}

/** Student's t for 95 % on both sides, by degrees of freedom. */
const STUDENT: readonly (readonly [degrees: number, quantile: number])[] = [
  ...[12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228].map(numbered(1)),
  ...[2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086].map(numbered(11)),
  ...[2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042].map(numbered(21)),
  ...([
    [40, 2.021],
    [60, 2],
    [120, 1.98],
    [1000, 1.962],
  ] as const),
];

function numbered(first: number) {
  return (quantile: number, index: number) => [first + index, quantile] as const;
}

/** The quantile as printed tables have it: of the next lower degrees of freedom in the table, so never too small. */
export function studentQuantile(degreesOfFreedom: number): number {
  const known = STUDENT.filter(([degrees]) => degrees <= degreesOfFreedom);
  return known[known.length - 1]?.[1] ?? Number.POSITIVE_INFINITY;
}
