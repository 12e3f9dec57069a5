import { getInventory } from "../inventories/inventory.ts";
import { type PreparePosition, run as prepare } from "../inventories/lifecycle/prepare-job.ts";
import type { LifecycleResult } from "../inventories/long-work.ts";
import { clearSelection, type DrawnLocation, saveSample, selectStock } from "../inventories/selection.ts";
import { readTree } from "../locations/tree.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobContext, JobProgram, JobStep } from "../storage/jobs/job-program.ts";
import type { ChooseInput } from "./choose-kind.ts";
import { chosenStock } from "./chosen-stock.ts";
import { cancelEmpty } from "./runs.ts";

/** Selected records per unit of work: a few milliseconds. */
const MAX_ROWS = 200;

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
      cancelEmpty(tx, getInventory(tx, tenantId, inventoryId), principal.userId);
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
  const { candidates, chosen } = yield* inUnits(chosenStock(tx, input, tx.now));
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
