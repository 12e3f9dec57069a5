import type { CountSelection } from "../domain/cycle-counts/selection.ts";
import {
  planFor,
  planOfSize,
  type Stratum,
  strataOf,
  valueList,
} from "../domain/cycle-counts/value-strata.ts";
import { eachInSteps, sortInSteps } from "../domain/stepwise.ts";
import { lowestRanks } from "../inventories/draw.ts";
import type { Candidate } from "./choose.ts";

/** A sample by value. */
export interface ValueDraw {
  readonly strata: readonly Stratum[];
  /** All records, stratum by stratum. */
  readonly population: readonly ValueRecord[];
  readonly chosen: readonly Candidate[];
}

/** A record of the population. */
interface ValueRecord {
  readonly candidate: Candidate;
  /** From 1, the dearest. */
  readonly stratum: number;
  readonly isDrawn: boolean;
}

const worthOf = ({ price, quantity }: Candidate) => price * quantity;

/**
 * Cuts the records into strata by their value, and takes those of the lowest ranks from each. Equal values are in the order of
 * article and location, so that the same records give the same strata. Yields after each step.
 */
export function* drawByValue(
  candidates: readonly Candidate[],
  { limit, sample }: CountSelection,
): Generator<null, ValueDraw> {
  const sorted = yield* sortInSteps(
    candidates,
    (one, other) =>
      worthOf(other) - worthOf(one) || one.articleId - other.articleId || one.locationId - other.locationId,
  );
  const values: number[] = [];
  yield* eachInSteps(sorted, (candidate) => values.push(worthOf(candidate)));
  const list = yield* valueList(values);
  const strata = strataOf(
    list,
    limit === null ? planFor(list, (sample?.expectedAccuracy ?? 0) / 100) : planOfSize(list, limit),
  );
  const population: ValueRecord[] = [];
  const chosen: Candidate[] = [];
  let from = 0;
  for (const [index, { records, sample: size }] of strata.entries()) {
    const all = sorted.slice(from, from + records);
    from += records;
    const drawn = new Set(yield* lowestRanks(all, size));
    yield* eachInSteps(all, (candidate) => {
      const isDrawn = drawn.has(candidate);
      population.push({ candidate, stratum: index + 1, isDrawn });
      if (isDrawn) chosen.push(candidate);
    });
  }
  return { strata, population, chosen };
}
