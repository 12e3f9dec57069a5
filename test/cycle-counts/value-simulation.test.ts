import { expect, test } from "vitest";
import {
  type CountedStratum,
  differenceEstimate,
  drawnDifferences,
  meanPerUnitEstimate,
  NO_SUMS,
  withRecord,
} from "../../src/domain/cycle-counts/value-estimate.ts";
import {
  MIN_DIFFERENCES,
  planFor,
  strataOf,
  VALUE_PRECISION,
  valueList,
} from "../../src/domain/cycle-counts/value-strata.ts";
import { resultOf } from "../../src/domain/stepwise.ts";
import { type Random, seededRandom } from "../torture/random.ts";

const WAREHOUSES = 1000;

/** A number of the standard normal distribution (Box and Muller). */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.between(0, 1)));
  return radius * Math.cos(2 * Math.PI * random.between(0, 1));
}

/** What a wrong record is found to be worth, as a share of its recorded value, in each kind of warehouse. */
const ERRORS: readonly ((random: Random) => number)[] = [
  // Shortages of any size.
  (random) => random.between(0, 1),
  // As many surpluses as shortages.
  (random) => random.between(0, 2),
  // Miscounts of a few percent, and some that are not there at all.
  (random) => (random.isBelow(0.2) ? 0 : random.between(0.9, 1.1)),
  // Losses of the whole, halves, and surpluses that may be larger than the record.
  (random) =>
    random.isBelow(0.3)
      ? 0
      : random.isBelow(0.6)
        ? random.between(0.5, 1)
        : 1 + random.between(0, 1) ** 3 * 2,
];

/** Many small differences, and so few whole losses that a sample may have none. */
const RARE_LOSSES: typeof ERRORS = [
  (random) => (random.isBelow(0.1) ? 0 : 0.95),
  (random) => (random.isBelow(0.05) ? 0 : 0.98),
];

/** A warehouse whose values are log-normal, from mildly to heavily skewed; up to one record in eight is wrong. */
function makeWarehouse(random: Random, errors: typeof ERRORS) {
  const records = Math.round(random.between(1500, 2500));
  const [skew, wrong, foundShare] = [random.between(0.8, 2), random.between(0.04, 0.12), random.pick(errors)];
  return {
    wrong,
    all: Array.from({ length: records }, () => {
      const value = Math.max(1, Math.round(100 * Math.exp(3 + skew * normal(random))));
      const found = random.isBelow(wrong) ? Math.round(value * foundShare(random)) : value;
      return { value, found };
    }).sort((one, other) => other.value - one.value),
  };
}

/** Plans and counts a sample as the product does. Its draw takes each record as often as others (draw.test.ts); this one is faster. */
function countSample({ wrong, all }: ReturnType<typeof makeWarehouse>, random: Random): CountedStratum[] {
  const list = resultOf(valueList(all.map(({ value }) => value)));
  const plan = planFor(list, 1 - wrong * random.between(0.8, 1.2));
  let from = 0;
  return strataOf(list, plan).map((stratum) => {
    const records = all.slice(from, from + stratum.records);
    from += stratum.records;
    const drawn = random.shuffled(records).slice(0, stratum.sample);
    return {
      ...stratum,
      ...drawn.reduce((sums, { value, found }) => withRecord(sums, value, found), NO_SUMS),
    };
  });
}

/** Counts samples until so many have enough differences: how many intervals hold the true value, of all and of those of a certificate. */
function simulate(random: Random, errors: typeof ERRORS) {
  const sums = { simulated: 0, held: 0, certified: 0, certifiedHeld: 0, meanHeld: 0, counted: 0 };
  while (sums.simulated < WAREHOUSES) {
    const warehouse = makeWarehouse(random, errors);
    const strata = countSample(warehouse, random);
    if (drawnDifferences(strata) < MIN_DIFFERENCES) continue;
    const value = warehouse.all.reduce((sum, { found }) => sum + found, 0);
    const isHeld = ({ lower, upper }: { lower: number; upper: number }) => lower <= value && value <= upper;
    const estimate = differenceEstimate(strata);
    sums.simulated++;
    if (isHeld(estimate)) sums.held++;
    if (isHeld(meanPerUnitEstimate(strata))) sums.meanHeld++;
    sums.counted += strata.reduce((sum, { counted }) => sum + counted, 0) / warehouse.all.length;
    if (estimate.precision > VALUE_PRECISION) continue;
    sums.certified++;
    if (isHeld(estimate)) sums.certifiedHeld++;
  }
  return sums;
}

test("the interval of a sample by value holds the true value of at least 94 % of 1 000 simulated warehouses", () => {
  const sums = simulate(seededRandom(241), ERRORS);
  expect(sums.held / WAREHOUSES).toBeGreaterThanOrEqual(0.94);
  // Those whose precision is good enough for a certificate are no worse.
  expect(sums.certifiedHeld / sums.certified).toBeGreaterThanOrEqual(0.94);
  expect(sums.certified / WAREHOUSES).toBeGreaterThan(0.5);
  expect(sums.meanHeld / WAREHOUSES).toBeGreaterThanOrEqual(0.94);
  // Samples, not whole counts, whose value is exact.
  expect(sums.counted / WAREHOUSES).toBeLessThan(0.5);
});

test("so does the interval of a certificate where whole losses are so rare that none may have been drawn", () => {
  const { certified, certifiedHeld } = simulate(seededRandom(242), RARE_LOSSES);
  expect(certifiedHeld / certified).toBeGreaterThanOrEqual(0.94);
  expect(certified / WAREHOUSES).toBeGreaterThan(0.4);
});
