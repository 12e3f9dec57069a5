import { eachInSteps } from "../domain/stepwise.ts";
import { inventoryOf } from "../inventories/inventory.ts";
import { type PreparePosition, run as prepare } from "../inventories/lifecycle/prepare-job.ts";
import type { LifecycleResult } from "../inventories/long-work.ts";
import { clearSelection, type DrawnLocation, saveSample, selectStock } from "../inventories/selection.ts";
import { readTree } from "../locations/tree.ts";
import { walkingOrder } from "../locations/walking-order.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobContext, JobProgram, JobStep } from "../storage/jobs/job-program.ts";
import { type Candidate, choose, mayChoose } from "./choose.ts";
import type { ChooseInput } from "./choose-kind.ts";
import * as store from "./choose-store.ts";
import { rankOf } from "./draw.ts";
import { cancelEmpty } from "./runs.ts";

/** Stock rows, articles or selected records per unit of work: a few milliseconds. */
const MAX_ROWS = 200;
const DAY_MS = 24 * 3_600_000;

/** `prepare`: where the preparation is; null: the stock is being chosen. */
type ChoosePosition = { readonly prepare: PreparePosition | null } | null;
type Step = JobStep<ChoosePosition>;

const CHOOSING: Step = { position: null, done: 0 };

/**
 * Chooses the stock that an inventory counts, then creates its items. Where there is nothing to count the inventory is cancelled.
 * An interrupted choice begins again.
 */
export const run: JobProgram<ChooseInput, ChoosePosition, LifecycleResult> = function* (job) {
  const { tx, input, position } = job;
  const { tenantId, inventoryId, principal } = input;
  if (position === null) {
    const chosen = yield* chooseStock(tx, input);
    if (chosen === 0) {
      cancelEmpty(tx, inventoryOf(tx, tenantId, inventoryId), principal.userId);
      return null;
    }
  }
  return yield* prepared(job, position?.prepare ?? null);
};

/** Runs the preparation as a part of this job. */
function* prepared(
  job: JobContext<ChooseInput, ChoosePosition>,
  position: PreparePosition | null,
): Generator<Step, LifecycleResult> {
  const program = prepare({ ...job, position });
  for (;;) {
    const next = program.next();
    if (next.done) return next.value;
    yield { ...next.value, position: { prepare: next.value.position } };
  }
}

/** Writes the selection; returns its size. */
function* chooseStock(tx: Tx, input: ChooseInput): Generator<Step, number> {
  const { tenantId, inventoryId, selection, seed } = input;
  for (const _ of clearSelection(tx, { tenantId, inventoryId })) yield CHOOSING;
  const candidates = yield* readCandidates(tx, input);
  const movements = yield* readMovements(tx, input, candidates);
  const places = yield* inUnits(walkingOrder(tx, tenantId));
  const facts = {
    placeOf: (locationId: number) => places.get(locationId) ?? 0,
    movementsOf: (articleId: number) => movements.get(articleId) ?? 0,
  };
  const chosen = yield* inUnits(choose(selection, candidates, facts));
  for (let next = 0; next < chosen.length; next += MAX_ROWS) {
    selectStock(tx, { tenantId, inventoryId }, chosen.slice(next, next + MAX_ROWS));
    yield CHOOSING;
  }
  if (selection.kind === "sample" && chosen.length > 0) {
    const locations = locationsOf(tx, input);
    const drawn = { population: candidates.length, sample: chosen.length, seed, locations };
    saveSample(tx, { tenantId, inventoryId }, drawn);
  }
  return chosen.length;
}

/** Makes each step of work in memory a unit of this job. */
function* inUnits<T>(work: Generator<null, T>): Generator<Step, T> {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    yield CHOOSING;
  }
}

/** The locations of a plan with their names; null: all. Deleted ones are left out. */
function locationsOf(tx: Tx, { tenantId, selection }: ChooseInput): DrawnLocation[] | null {
  if (selection.locationIds.length === 0) return null;
  const tree = readTree(tx, tenantId);
  const named = selection.locationIds.map((oid) => ({ oid, name: tree.pathOf(oid) }));
  return named.filter(({ name }) => name !== "");
}

function* readCandidates(tx: Tx, { tenantId, selection, seed }: ChooseInput): Generator<Step, Candidate[]> {
  const tree = readTree(tx, tenantId);
  const { locationIds, notCountedDays } = selection;
  const locations = locationIds.length === 0 ? tree.ids : tree.withDescendants(locationIds);
  const before = notCountedDays === null ? null : daysBefore(tx.now, notCountedDays);
  const candidates: Candidate[] = [];
  for (const locationId of locations) {
    for (let after = 0; ; ) {
      const rows = store.stockSlice.all(tx, { tenantId, locationId, after, limit: MAX_ROWS });
      for (const row of rows) {
        const candidate = { ...row, rank: selection.kind === "sample" ? rankOf(seed, row) : "" };
        if (mayChoose(selection, candidate, before)) candidates.push(candidate);
      }
      yield CHOOSING;
      if (rows.length < MAX_ROWS) break;
      after = rows.at(-1)?.oid ?? after;
    }
  }
  return candidates;
}

/** The movements of the candidates' articles, where the plan goes by them. */
function* readMovements(
  tx: Tx,
  { tenantId, selection: { kind, abc } }: ChooseInput,
  candidates: readonly Candidate[],
): Generator<Step, ReadonlyMap<number, number>> {
  const movements = new Map<number, number>();
  if (kind !== "abc" || abc?.by !== "movements") return movements;
  const since = daysBefore(tx.now, abc.days);
  const found = new Set<number>();
  yield* inUnits(eachInSteps(candidates, ({ articleId }) => found.add(articleId)));
  const articles = [...found];
  for (let next = 0; next < articles.length; next += MAX_ROWS) {
    const some = JSON.stringify(articles.slice(next, next + MAX_ROWS));
    for (const { articleId, weight } of store.movements.all(tx, { tenantId, articles: some, since }))
      movements.set(articleId, weight);
    yield CHOOSING;
  }
  return movements;
}

const daysBefore = (now: string, days: number) => new Date(Date.parse(now) - days * DAY_MS).toISOString();
