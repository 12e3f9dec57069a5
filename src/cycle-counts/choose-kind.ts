import type { CountSelection } from "../domain/cycle-counts/selection.ts";
import type { State } from "../domain/inventory-states.ts";
import type { Principal } from "../domain/principal.ts";
import type { LifecycleInput, LifecycleResult } from "../inventories/long-work.ts";
import type { JobKind, NewJob } from "../storage/jobs/job-kind.ts";

/** Input of the choice: an inventory in Preparation, what its plan counts (null: the articles of its person), and the seed of a sample. */
export interface ChooseInput extends LifecycleInput {
  readonly selection: CountSelection | null;
  readonly seed: string;
}

/** Chooses the stock of a stocktake of a plan or a person, then prepares it. */
export const CHOOSE: JobKind<ChooseInput, LifecycleResult> = {
  name: "choose",
  module: new URL("./choose-job.ts", import.meta.url),
  subject: "inventory",
  journaled: ["inventoryItem"],
  isJoined: true,
};

/** The job that prepares a stocktake of a person's articles. */
export function choosePerson(
  principal: Principal,
  inventoryId: number,
  to: State | null,
): NewJob<ChooseInput, LifecycleResult> {
  const { tenantId } = principal;
  const input = { inventoryId, tenantId, principal, to, selection: null, seed: "" };
  return { kind: CHOOSE, input, subjectId: inventoryId };
}
