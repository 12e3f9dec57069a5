import { type CountSelection, isSample } from "../domain/cycle-counts/selection.ts";
import { eachInSteps } from "../domain/stepwise.ts";
import { rankOf } from "../inventories/draw.ts";
import { readTree } from "../locations/tree.ts";
import { walkingOrder } from "../locations/walking-order.ts";
import type { Db } from "../storage/database/statement.ts";
import { type Candidate, choose, mayChoose } from "./choose.ts";
import * as store from "./choose-store.ts";
import { drawByValue, type ValueDraw } from "./value-draw.ts";

/** Stock rows or articles per unit of work: a few milliseconds. */
const MAX_ROWS = 200;
const DAY_MS = 24 * 3_600_000;

/** What is chosen from. */
interface StockChoice {
  readonly tenantId: number;
  readonly selection: CountSelection;
  /** Of a sample. */
  readonly seed: string;
}

/** What a plan chooses. */
interface ChosenStock {
  /** What it may choose from. */
  readonly candidates: readonly Candidate[];
  readonly chosen: readonly Candidate[];
  /** Of a sample by value; null: it is none. */
  readonly byValue: ValueDraw | null;
}

/** The stock that a plan chooses at a time. Yields after each unit of work. */
export function* chosenStock(db: Db, choice: StockChoice, now: string): Generator<null, ChosenStock> {
  const { notCountedDays } = choice.selection;
  const before = notCountedDays === null ? null : daysBefore(now, notCountedDays);
  const candidates = yield* readCandidates(db, choice, before);
  if (choice.selection.kind === "valueSample") {
    const byValue = yield* drawByValue(candidates, choice.selection);
    return { candidates, chosen: byValue.chosen, byValue };
  }
  const movements = yield* readMovements(db, choice, candidates, now);
  const places = yield* walkingOrder(db, choice.tenantId);
  const facts = {
    before,
    placeOf: (locationId: number) => places.get(locationId) ?? 0,
    movementsOf: (articleId: number) => movements.get(articleId) ?? 0,
  };
  return { candidates, chosen: yield* choose(choice.selection, candidates, facts), byValue: null };
}

function* readCandidates(
  db: Db,
  { tenantId, selection, seed }: StockChoice,
  before: string | null,
): Generator<null, Candidate[]> {
  const tree = readTree(db, tenantId);
  const { locationIds } = selection;
  const locations = locationIds.length === 0 ? tree.ids : tree.withDescendants(locationIds);
  const candidates: Candidate[] = [];
  for (const locationId of locations) {
    const ofLocation = tree.responsibleOf(locationId);
    for (let after = 0; ; ) {
      const rows = store.stockSlice.all(db, { tenantId, locationId, after, limit: MAX_ROWS });
      for (const row of rows) {
        const candidate = {
          ...row,
          responsibleUserId: row.responsibleUserId ?? ofLocation,
          rank: isSample(selection.kind) ? rankOf(seed, row) : "",
        };
        if (mayChoose(selection, candidate, before)) candidates.push(candidate);
      }
      yield null;
      if (rows.length < MAX_ROWS) break;
      after = rows.at(-1)?.oid ?? after;
    }
  }
  return candidates;
}

/** The movements of the candidates' articles, where the plan goes by them. */
function* readMovements(
  db: Db,
  { tenantId, selection: { kind, abc } }: StockChoice,
  candidates: readonly Candidate[],
  now: string,
): Generator<null, ReadonlyMap<number, number>> {
  const movements = new Map<number, number>();
  if (kind !== "abc" || abc?.by !== "movements") return movements;
  const since = daysBefore(now, abc.days);
  const found = new Set<number>();
  yield* eachInSteps(candidates, ({ articleId }) => found.add(articleId));
  const articles = [...found];
  for (let next = 0; next < articles.length; next += MAX_ROWS) {
    const some = JSON.stringify(articles.slice(next, next + MAX_ROWS));
    for (const { articleId, weight } of store.movements.all(db, { tenantId, articles: some, since }))
      movements.set(articleId, weight);
    yield null;
  }
  return movements;
}

const daysBefore = (now: string, days: number) => new Date(Date.parse(now) - days * DAY_MS).toISOString();
