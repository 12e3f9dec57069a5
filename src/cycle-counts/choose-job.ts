import { type CountSelection, isSample } from "../domain/cycle-counts/selection.ts";
import { WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { addToPopulation } from "../inventories/certificate/population.ts";
import { selectedLocations } from "../inventories/create.ts";
import { getInventory, type InventoryRecord } from "../inventories/inventory.ts";
import { type PreparePosition, run as prepare } from "../inventories/lifecycle/prepare-job.ts";
import type { LifecycleResult } from "../inventories/long-work.ts";
import { personOf } from "../inventories/rule.ts";
import { clearSelection, type DrawnLocation, saveSample, selectStock } from "../inventories/selection.ts";
import { readTree } from "../locations/tree.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobContext, JobProgram, JobStep } from "../storage/jobs/job-program.ts";
import type { ChooseInput } from "./choose-kind.ts";
import { chosenStock } from "./chosen-stock.ts";
import * as store from "./plan-store.ts";
import { cancelEmpty } from "./runs.ts";
import type { ValueDraw } from "./value-draw.ts";

/** Selected records per unit of work: a few milliseconds. */
const MAX_ROWS = 200;

/** `prepare`: where the preparation is; null: the stock is being chosen. */
type ChoosePosition = { readonly prepare: PreparePosition | null } | null;
type Step = JobStep<ChoosePosition>;

const CHOOSING: Step = { position: null, done: 0 };

/**
 * Chooses the stock that an inventory counts, then creates its items. Where there is nothing to count the inventory of a plan is
 * cancelled; that of a person's articles stays as it is (WrongState). An interrupted choice begins again.
 */
export const run: JobProgram<ChooseInput, ChoosePosition, LifecycleResult> = function* (job) {
  const { tx, input, position } = job;
  const { tenantId, inventoryId, principal } = input;
  const inventory = getInventory(tx, tenantId, inventoryId);
  const selection = input.selection ?? ofPerson(tx, inventory);
  // The person may have been removed since the job was requested: then everything is prepared.
  if (position === null && selection !== null) {
    const chosen = yield* chooseStock(tx, { ...input, selection });
    if (chosen === 0) {
      if (input.selection === null) throw nothingOfPerson();
      cancelEmpty(tx, inventory, principal.userId);
      return null;
    }
  }
  return yield* prepared(job, position?.prepare ?? null);
};

/** The selection of an inventory of a person's articles; null: it is of everybody's. */
function ofPerson(tx: Tx, inventory: InventoryRecord): CountSelection | null {
  const { tenantId, oid: inventoryId } = inventory;
  const userId = personOf(tx, inventory);
  if (userId === null) return null;
  const locationIds = selectedLocations
    .all(tx, { tenantId, inventoryId })
    .map(({ locationId }) => locationId);
  return { kind: "person", userId, locationIds, limit: null, abc: null, notCountedDays: null, sample: null };
}

/** What is chosen for an inventory. */
interface Choice extends ChooseInput {
  readonly selection: CountSelection;
}

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

function nothingOfPerson(): WrongState {
  return new WrongState(
    msg("This person has no articles at the selected locations. Select other locations or another person."),
  );
}

/** Replaces the selection, unless there is nothing to count; returns its size. */
function* chooseStock(tx: Tx, input: Choice): Generator<Step, number> {
  const { tenantId, inventoryId, selection, seed } = input;
  const { candidates, chosen, byValue } = yield* inUnits(chosenStock(tx, input, tx.now));
  if (chosen.length === 0) return 0;
  for (const _ of clearSelection(tx, { tenantId, inventoryId })) yield CHOOSING;
  for (let next = 0; next < chosen.length; next += MAX_ROWS) {
    selectStock(tx, { tenantId, inventoryId }, chosen.slice(next, next + MAX_ROWS));
    yield CHOOSING;
  }
  if (isSample(selection.kind)) {
    const drawn = {
      population: candidates.length,
      sample: chosen.length,
      seed,
      locations: locationsOf(tx, input),
      fixedDT: fixedDT(tx, input),
      byValue: byValue && { strata: byValue.strata, currencies: yield* savePopulation(tx, input, byValue) },
    };
    saveSample(tx, { tenantId, inventoryId }, drawn);
  }
  return chosen.length;
}

/** When the run of the plan stored the seed; null: it has another one. */
function fixedDT(tx: Tx, { tenantId, inventoryId, seed }: Choice): string | null {
  const run = store.runOf.first(tx, { tenantId, inventoryId });
  return run?.seed === seed ? run.at : null;
}

/** Keeps the records that a sample was drawn from; returns the currencies of those that are worth something. */
function* savePopulation(
  tx: Tx,
  { tenantId, inventoryId }: Choice,
  { population }: ValueDraw,
): Generator<Step, readonly (string | null)[]> {
  const tree = readTree(tx, tenantId);
  const currencies = new Set<string | null>();
  for (const [index, { candidate, stratum, isDrawn }] of population.entries()) {
    const { articleId, locationId, quantity, price } = candidate;
    const stock = { articleId, locationId, location: tree.pathOf(locationId), quantity, price };
    const currency = addToPopulation(
      tx,
      { tenantId, inventoryId },
      { ...stock, stratum, isDrawn: isDrawn ? 1 : 0 },
    );
    if (price * quantity > 0) currencies.add(currency);
    if ((index + 1) % MAX_ROWS === 0) yield CHOOSING;
  }
  return [...currencies];
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
function locationsOf(tx: Tx, { tenantId, selection }: Choice): DrawnLocation[] | null {
  if (selection.locationIds.length === 0) return null;
  const tree = readTree(tx, tenantId);
  const named = selection.locationIds.map((oid) => ({ oid, name: tree.pathOf(oid) }));
  return named.filter(({ name }) => name !== "");
}
