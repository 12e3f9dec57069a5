import { atLeast, atMost } from "./hypergeometric.ts";

// What a random sample says about the accuracy of all records. Pure functions; the server and the clients import this file.

/** A sample that was counted. */
interface CountedSample {
  /** Records from which the sample was drawn. */
  readonly population: number;
  readonly sample: number;
  /** Wrong records in the sample. */
  readonly wrong: number;
}

/** Shares from 0 to 1, and the numbers of wrong records in the population that they come from. */
type AccuracyInterval = ReturnType<typeof accuracyInterval>;

/** The confidences that can be chosen. */
export const CONFIDENCES = [0.9, 0.95, 0.99] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/**
 * The exact interval of the record accuracy for a finite population: the numbers of wrong records under which neither as few nor
 * as many wrong records in the sample have a probability of (1 − confidence) / 2 or less. It is Clopper and Pearson's method
 * (1934) with the hypergeometric instead of the binomial distribution, and contains the true accuracy with at least the
 * confidence, whatever that is.
 */
export function accuracyInterval({ population, sample, wrong }: CountedSample, confidence: number) {
  assertSample({ population, sample, wrong });
  const tail = (1 - confidence) / 2;
  const [fewest, most] = [wrong, population - sample + wrong];
  const isTooFew = (number: number) => atLeast({ population, wrong: number, sample }, wrong) <= tail;
  const isPossible = (number: number) => atMost({ population, wrong: number, sample }, wrong) > tail;
  const fewestWrong = firstWhere(fewest, most, (number) => !isTooFew(number));
  const mostWrong = firstWhere(fewest, most + 1, (number) => number > most || !isPossible(number)) - 1;
  assertContains({ fewestWrong, mostWrong }, (wrong / sample) * population);
  return {
    /** Share of right records in the sample. */
    estimate: (sample - wrong) / sample,
    lower: (population - mostWrong) / population,
    upper: (population - fewestWrong) / population,
    fewestWrong,
    mostWrong,
  };
}

/** Throws where the interval does not contain the expected wrong records. These are no whole number: the interval may end just beside it. */
function assertContains(
  { fewestWrong, mostWrong }: Pick<AccuracyInterval, "fewestWrong" | "mostWrong">,
  expected: number,
): void {
  if (fewestWrong < expected + 1 && expected - 1 < mostWrong) return;
  throw new RangeError(`no interval: ${fewestWrong} to ${mostWrong} without ${expected}`);
}

/** What a sample is to show. */
interface SampleGoal {
  readonly population: number;
  readonly confidence: number;
  /** Largest distance of either bound from the estimate, as a share. */
  readonly margin: number;
  /** Share of right records that is expected; 0.5 needs the largest sample. */
  readonly expectedAccuracy: number;
}

/**
 * The number of records to count so that the interval is no wider than the margin on either side if the accuracy is as expected.
 * At most the population; 0 for an empty one.
 */
export function sampleSize({ population, confidence, margin, expectedAccuracy }: SampleGoal): number {
  const isEnough = (sample: number) => {
    const wrong = Math.round(sample * (1 - expectedAccuracy));
    const { estimate, lower, upper } = accuracyInterval({ population, sample, wrong }, confidence);
    return Math.max(estimate - lower, upper - estimate) <= margin;
  };
  if (population === 0) return 0;
  let size = firstWhere(1, population, isEnough);
  // Rounding the wrong records makes the width a saw: a smaller sample beside it can be enough too.
  while (size > 1 && isEnough(size - 1)) size--;
  return size;
}

/** The first number from `low` to `high` for which the condition is true, which stays true from there on; `high` if it never is. */
export function firstWhere(low: number, high: number, isTrue: (number: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isTrue(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function assertSample({ population, sample, wrong }: CountedSample): void {
  const areWhole = [population, sample, wrong].every(Number.isSafeInteger);
  if (areWhole && wrong >= 0 && sample >= 1 && wrong <= sample && sample <= population) return;
  throw new RangeError(`no sample: ${wrong} wrong of ${sample} of ${population}`);
}
