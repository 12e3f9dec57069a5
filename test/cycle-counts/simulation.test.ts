import { expect, test } from "vitest";
import { accuracyInterval, sampleSize } from "../../src/domain/cycle-counts/record-accuracy.ts";
import { drawSample, type StockRecord } from "../../src/inventories/draw.ts";
import { type Random, seededRandom } from "../torture/random.ts";

const WAREHOUSES = 1000;

/** A warehouse whose wrong records are known. Sizes are spread evenly over the orders of magnitude from 20 to 2 000. */
function makeWarehouse(random: Random) {
  const population = Math.round(20 * 100 ** random.between(0, 1));
  // From no error at all to one in three; in most of the warehouses below one in twenty.
  const errorRate = random.pick([
    0,
    random.between(0, 0.05),
    random.between(0, 0.05),
    random.between(0, 0.33),
  ]);
  const records = Array.from({ length: population }, (_, index) => ({
    ...{ articleId: 1 + Math.floor(index / 2), locationId: 1 + (index % 7) * 3 + (index % 2) },
    isWrong: random.isBelow(errorRate),
  }));
  return { records, wrong: records.filter(({ isWrong }) => isWrong).length };
}

/** Draws and counts a sample as the product does. */
function countSample(records: readonly (StockRecord & { isWrong: boolean })[], random: Random) {
  const goal = { margin: random.between(0.02, 0.1), expectedAccuracy: random.between(0.8, 1) };
  const sample = sampleSize({ ...goal, confidence: 0.95, population: records.length });
  const drawn = drawSample(records, sample, `${random.below(2 ** 32)}`);
  return { population: records.length, sample, wrong: drawn.filter(({ isWrong }) => isWrong).length };
}

test("the 95 % interval contains the true accuracy of at least 94 % of 1 000 simulated warehouses", () => {
  const random = seededRandom(23);
  let covered = 0;
  let drawn = 0;
  for (let index = 0; index < WAREHOUSES; index++) {
    const { records, wrong } = makeWarehouse(random);
    const counted = countSample(records, random);
    const { fewestWrong, mostWrong } = accuracyInterval(counted, 0.95);
    if (fewestWrong <= wrong && wrong <= mostWrong) covered++;
    drawn += counted.sample / counted.population;
  }
  expect(covered / WAREHOUSES).toBeGreaterThanOrEqual(0.94);
  // Samples, not whole counts, whose interval is always right.
  expect(drawn / WAREHOUSES).toBeLessThan(0.75);
});
