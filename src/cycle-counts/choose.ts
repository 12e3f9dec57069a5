import { type AbcClass, classify, type Weighted } from "../domain/cycle-counts/abc.ts";
import { sampleSize } from "../domain/cycle-counts/record-accuracy.ts";
import type { CountSelection } from "../domain/cycle-counts/selection.ts";
import { eachInSteps, filterInSteps, sortInSteps } from "../domain/stepwise.ts";
import { lowestRanks, type StockRecord } from "../inventories/draw.ts";

// Which stock a plan chooses, from all that it may choose from. Pure functions.

/** A stock record as a plan sees it. */
export interface Candidate extends StockRecord {
  readonly quantity: number;
  /** Ten-thousandths. */
  readonly price: number;
  readonly currencyTypeId: number | null;
  /** Who has the article, and who is responsible for it there. */
  readonly userId: number | null;
  readonly responsibleUserId: number | null;
  /** Its last count in a closed stocktake, ISO 8601; null: never. */
  readonly countedDT: string | null;
  /** Its rank in a random draw. */
  readonly rank: string;
}

/** True where the plan may choose a record. `before`: a record that was counted later is left out; null: none is. */
export function mayChoose(selection: CountSelection, candidate: Candidate, before: string | null): boolean {
  const { kind, userId } = selection;
  if (kind === "person" && candidate.userId !== userId && candidate.responsibleUserId !== userId)
    return false;
  // The classes are of all records.
  return kind === "abc" || isDue(candidate, before);
}

const isDue = ({ countedDT }: Candidate, before: string | null) =>
  before === null || countedDT === null || countedDT < before;

/** What a choice needs besides the records. */
interface ChoiceFacts {
  /** Records that were counted later are left out; null: none is. */
  readonly before: string | null;
  /** The place of a location in the walking order. */
  placeOf(locationId: number): number;
  /** Movements of an article in the period of the plan. */
  movementsOf(articleId: number): number;
}

/** The chosen records; the same ones whenever the facts are the same. There may be a million: yields after each step. */
export function* choose(
  selection: CountSelection,
  candidates: readonly Candidate[],
  facts: ChoiceFacts,
): Generator<null, readonly Candidate[]> {
  const { kind, limit } = selection;
  if (kind === "sample") return yield* lowestRanks(candidates, sizeOf(selection, candidates.length));
  const wanted = kind === "abc" ? yield* ofClasses(selection, candidates, facts) : candidates;
  const sorted = yield* oldestFirst(wanted, facts);
  if (limit === null) return sorted;
  return kind === "location" ? yield* inLocations(sorted, limit) : sorted.slice(0, limit);
}

function sizeOf({ limit, sample }: CountSelection, population: number): number {
  if (limit !== null || sample === null) return Math.min(limit ?? population, population);
  const { confidence, margin, expectedAccuracy } = sample;
  const goal = { confidence, margin: margin / 100, expectedAccuracy: expectedAccuracy / 100 };
  return sampleSize({ ...goal, population });
}

/** Never counted records first, then those counted longest ago; in walking order, then by article. */
function oldestFirst(
  candidates: readonly Candidate[],
  { placeOf }: ChoiceFacts,
): Generator<null, readonly Candidate[]> {
  const since = ({ countedDT }: Candidate) => countedDT ?? "";
  return sortInSteps(
    candidates,
    (one, other) =>
      compareText(since(one), since(other)) ||
      placeOf(one.locationId) - placeOf(other.locationId) ||
      one.articleId - other.articleId,
  );
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** All records of the first so many locations, in the order of their oldest records. */
function* inLocations(sorted: readonly Candidate[], limit: number): Generator<null, readonly Candidate[]> {
  const locations = new Set<number>();
  yield* eachInSteps(sorted, ({ locationId }) => {
    if (locations.size < limit) locations.add(locationId);
  });
  return yield* filterInSteps(sorted, ({ locationId }) => locations.has(locationId));
}

/** The records of the articles of the chosen classes. Values in different currencies don't compare: each has its own classes. */
function* ofClasses(
  { abc }: CountSelection,
  candidates: readonly Candidate[],
  { movementsOf, before }: ChoiceFacts,
): Generator<null, readonly Candidate[]> {
  if (abc === null) return candidates;
  const isByValue = abc.by === "value";
  const groupOf = ({ currencyTypeId }: Candidate) => (isByValue ? currencyTypeId : null);
  const groups = new Map<number | null, Map<number, number>>();
  yield* eachInSteps(candidates, (candidate) => {
    const { articleId, price, quantity } = candidate;
    const weights = groups.get(groupOf(candidate)) ?? new Map<number, number>();
    groups.set(groupOf(candidate), weights);
    const value = (weights.get(articleId) ?? 0) + price * quantity;
    weights.set(articleId, isByValue ? value : movementsOf(articleId));
  });
  const classes = new Map<number | null, Map<number, AbcClass>>();
  for (const [group, weights] of groups) {
    const articles: Weighted[] = [];
    yield* eachInSteps(weights, ([articleId, weight]) => {
      articles.push({ articleId, weight });
    });
    classes.set(group, yield* classify(articles, { a: abc.a / 100, ab: abc.ab / 100 }));
  }
  const classOf = (one: Candidate) => classes.get(groupOf(one))?.get(one.articleId) ?? "C";
  return yield* filterInSteps(candidates, (one) => abc.classes.includes(classOf(one)) && isDue(one, before));
}
