import type { CountSelection } from "../domain/cycle-counts/selection.ts";
import type { LifecycleInput, LifecycleResult } from "../inventories/long-work.ts";
import type { JobKind } from "../storage/jobs/job-kind.ts";

/** Input of the choice: an inventory in Preparation, what its plan counts, and the seed of a sample. */
export interface ChooseInput extends LifecycleInput {
  readonly selection: CountSelection;
  readonly seed: string;
}

/** Chooses the stock of a plan's stocktake, then prepares it. */
export const CHOOSE: JobKind<ChooseInput, LifecycleResult> = {
  name: "choose",
  module: new URL("./choose-job.ts", import.meta.url),
  subject: "inventory",
  journaled: ["inventoryItem"],
  isJoined: true,
};
