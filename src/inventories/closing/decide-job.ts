import type { Principal } from "../../domain/principal.ts";
import type { JobProgram } from "../../storage/jobs/job-program.ts";
import { inventoryOf } from "../inventory.ts";
import { findItem } from "../items/item.ts";
import { type Decision, decideItem, openItems } from "./decide.ts";

/** Input of a decision on all open items. */
export interface DecideInput {
  readonly inventoryId: number;
  readonly principal: Principal;
  readonly decision: Decision;
}

/** Decides on all open items, each as a whole. It can't be cancelled. */
export const run: JobProgram<DecideInput, number, null> = function* ({ tx, input, position }) {
  const { inventoryId, principal, decision } = input;
  let done = position ?? 0;
  yield { position: done, done, isFinal: true };
  // Decided items are not open any more.
  for (const { oid } of openItems(tx, inventoryOf(tx, principal.tenantId, inventoryId), decision)) {
    const item = findItem(tx, principal.tenantId, oid);
    if (item !== null) decideItem(tx, principal, item, decision);
    done++;
    yield { position: done, done };
  }
  return null;
};
