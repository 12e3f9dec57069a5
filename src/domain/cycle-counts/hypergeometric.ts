// The hypergeometric distribution: how many wrong records a random sample without replacement contains. Pure functions.

/** A population of records of which some are wrong, and the size of a sample of it. */
export interface Draw {
  readonly population: number;
  /** Wrong records in the population. */
  readonly wrong: number;
  readonly sample: number;
}

/** Exact sums up to here, Stirling's series above: its error is below 1e-12 there. */
const MAX_SUMMED = 256;
const SUMMED: readonly number[] = sumsOfLogarithms();

function sumsOfLogarithms(): number[] {
  const sums = [0];
  for (let n = 1; n <= MAX_SUMMED; n++) sums.push((sums[n - 1] ?? 0) + Math.log(n));
  return sums;
}

/** The natural logarithm of n!. */
function logFactorial(n: number): number {
  const summed = SUMMED[n];
  if (summed !== undefined) return summed;
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** The probability of exactly `found` wrong records in the sample. */
export function probability({ population, wrong, sample }: Draw, found: number): number {
  if (found < Math.max(0, sample - (population - wrong)) || found > Math.min(sample, wrong)) return 0;
  const ways = logChoose(wrong, found) + logChoose(population - wrong, sample - found);
  return Math.exp(ways - logChoose(population, sample));
}

/** The probability of at most `found` wrong records in the sample. */
export function atMost(draw: Draw, found: number): number {
  return found <= modeOf(draw) ? lowerTail(draw, found) : 1 - upperTail(draw, found + 1);
}

/** The probability of at least `found` wrong records in the sample. */
export function atLeast(draw: Draw, found: number): number {
  return found > modeOf(draw) ? upperTail(draw, found) : 1 - lowerTail(draw, found - 1);
}

/** The most probable number of wrong records in the sample. */
const modeOf = ({ population, wrong, sample }: Draw) =>
  Math.floor(((sample + 1) * (wrong + 1)) / (population + 2));

// Sums go away from the mode, where each term is smaller than the one before. Towards it the first term of a large sample is too
// small for a number, which would make all others 0.

/** The probability of at most `found`, which is not above the mode. */
function lowerTail(draw: Draw, found: number): number {
  const { population, wrong, sample } = draw;
  let [sum, term] = [0, probability(draw, found)];
  for (let x = found; term > 0; x--) {
    sum += term;
    // The probability of one fewer.
    term *= (x * (population - wrong - sample + x)) / ((wrong - x + 1) * (sample - x + 1));
  }
  return sum;
}

/** The probability of at least `found`, which is above the mode. */
function upperTail(draw: Draw, found: number): number {
  const { population, wrong, sample } = draw;
  let [sum, term] = [0, probability(draw, found)];
  for (let x = found; term > 0; x++) {
    sum += term;
    // The probability of one more.
    term *= ((wrong - x) * (sample - x)) / ((x + 1) * (population - wrong - sample + x + 1));
  }
  return sum;
}
