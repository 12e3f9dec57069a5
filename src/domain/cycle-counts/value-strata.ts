import { eachInSteps } from "../stepwise.ts";
import { firstWhere } from "./record-accuracy.ts";

// The plan of a sample by value: the dearest records are all counted, the others form strata of equal value, from each of which
// the same number is drawn. This is Neyman's allocation where differences are the larger the dearer a record is. Pure functions.

/** The confidence of a certificate, and the largest error of its estimate, as a share of the total value. */
export const VALUE_CONFIDENCE = 0.95 as const;
export const VALUE_PRECISION = 0.01;

/** Differences that the drawn strata must have: with fewer the error of the estimate is not known. */
export const MIN_DIFFERENCES = 20;

/** Differences that a sample is planned for: fewer than the least are improbable then. */
const PLANNED_DIFFERENCES = 32;
/** The share of its value by which a wrong record is expected to be wrong. */
const PLANNED_DEVIATION = 0.5;
/** Better than needed: the differences may be larger. */
const PLANNED_PRECISION = 0.8 * VALUE_PRECISION;
/** Student's quantile for the planned differences. */
const PLANNED_QUANTILE = 2.042;

const MAX_DRAWN_STRATA = 10;
/** Records that are drawn from each of several strata at least. */
const MIN_DRAWN = 20;

/** Records of the list that follow those of the stratum before. */
export interface Stratum {
  readonly records: number;
  /** The sum of their values. */
  readonly value: number;
  /** How many are counted: all, or as many as are drawn; of worthless records none. */
  readonly sample: number;
}

/** The values of a population in descending order, with sums of its beginnings: `sums[n]` of the first n. */
interface ValueList {
  readonly values: Float64Array;
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  /** How many records are worth something. */
  readonly worth: number;
}

const at = (numbers: Float64Array, index: number) => numbers[index] ?? 0;

/** The list of values in descending order. Yields after each step. */
export function* valueList(descending: readonly number[]): Generator<null, ValueList> {
  const count = descending.length;
  const values = new Float64Array(count);
  const sums = new Float64Array(count + 1);
  const squares = new Float64Array(count + 1);
  let [next, worth] = [0, 0];
  yield* eachInSteps(descending, (value) => {
    values[next] = value;
    sums[next + 1] = at(sums, next) + value;
    squares[next + 1] = at(squares, next) + value ** 2;
    next++;
    if (value > 0) worth = next;
  });
  return { values, sums, squares, worth };
}

/** A sample: how many of the dearest records are all counted, and how many of the others are drawn. */
interface SamplePlan {
  readonly full: number;
  readonly drawn: number;
}

/** The strata of a sample, from the dearest on; the first one is counted in full, a last one is worthless. */
export function strataOf(
  { values, sums, worth }: ValueList,
  { full, drawn }: SamplePlan,
): readonly Stratum[] {
  const stratum = (from: number, to: number, sample: number): Stratum => ({
    records: to - from,
    value: at(sums, to) - at(sums, from),
    sample,
  });
  const strata = full === 0 ? [] : [stratum(0, full, full)];
  const cuts = Math.max(1, Math.min(MAX_DRAWN_STRATA, Math.floor(drawn / MIN_DRAWN)));
  const rest = at(sums, worth) - at(sums, full);
  let [from, left] = [full, drawn];
  for (let cut = 1; cut <= cuts && from < worth; cut++) {
    const end = at(sums, full) + (rest * cut) / cuts;
    const to = cut === cuts ? worth : firstWhere(from + 1, worth, (index) => at(sums, index) >= end);
    // What a stratum is too small for goes to the cheaper ones.
    const sample = Math.min(to - from, Math.round(left / (cuts - cut + 1)));
    strata.push(stratum(from, to, sample));
    left -= sample;
    from = to;
  }
  if (worth < values.length) strata.push(stratum(worth, values.length, 0));
  return strata;
}

/** The sample of so many records. At most all that are worth something. */
export function planOfSize(list: ValueList, size: number): SamplePlan {
  const { values, sums, worth } = list;
  const counted = Math.min(size, worth);
  // Each is worth the sampling interval of the others, or more.
  const isDear = (index: number) =>
    at(values, index) * (counted - index) >= at(sums, worth) - at(sums, index);
  let full = Math.min(1, counted);
  while (full < counted && isDear(full)) full++;
  return { full, drawn: counted - full };
}

/**
 * The sample whose estimate is expected to be precise enough, and to have enough differences in the drawn strata, where the
 * accuracy (a share of right records) is as expected. At most all records that are worth something.
 */
export function planFor(list: ValueList, expectedAccuracy: number): SamplePlan {
  const wrong = 1 - expectedAccuracy;
  const isPrecise = (size: number) =>
    expectedPrecision(list, planOfSize(list, size), wrong) <= PLANNED_PRECISION;
  const { full, drawn } = planOfSize(list, firstWhere(0, list.worth, isPrecise));
  const differences = (number: number) =>
    wrong *
    strataOf(list, { full, drawn: number })
      .filter(isDrawn)
      .reduce((sum, { sample }) => sum + sample, 0);
  // More of the others, in small steps: where strata are counted in full their differences are none of a random sample.
  for (let number = drawn; number < list.worth - full; number += Math.ceil(number / 50))
    if (differences(number) >= PLANNED_DIFFERENCES) return { full, drawn: number };
  return { full, drawn: list.worth - full };
}

/** True where a part of the stratum is drawn at random: only this part adds to the error. */
export const isDrawn = ({ records, sample }: Stratum): boolean => sample > 0 && sample < records;

/** How much the square of a sampled record's difference adds to the variance of the estimate: of those that its stratum has and counts. */
export const weightOf = (records: number, counted: number): number =>
  (records / counted) ** 2 * (1 - counted / records);

/** The precision of the estimate where a share of the records is wrong, each by half of its value. */
function expectedPrecision(list: ValueList, plan: SamplePlan, wrong: number): number {
  let [from, variance, loss] = [0, 0, 0];
  for (const { records, value, sample } of strataOf(list, plan)) {
    const squares = at(list.squares, from + records) - at(list.squares, from);
    from += records;
    if (sample === records || value === 0) continue;
    // Infinite where nothing is drawn.
    const weight = weightOf(records, sample);
    variance += weight * sample * (squares / records) * wrong * PLANNED_DEVIATION ** 2;
    loss = Math.max(loss, weight * (value / records) ** 2);
  }
  return variance === 0 ? 0 : (PLANNED_QUANTILE * Math.sqrt(variance + loss)) / at(list.sums, list.worth);
}
