import type { Principal } from "../../domain/principal.ts";
import type { JobProgram } from "../../storage/jobs/job-program.ts";
import { findItem } from "../items/item.ts";
import { itemRanges } from "../items/item-ranges.ts";
import { type Decision, decideItem, openItems } from "./decide.ts";

/** Input of a decision on all open items. */
export interface DecideInput {
  readonly inventoryId: number;
  readonly principal: Principal;
  readonly decision: Decision;
  /** The newest change that the decision is about: items that change later stay open. */
  readonly until: number;
}

/** `after`: the last item; null: the open items are being counted. */
type DecidePosition = { readonly after: number; readonly done: number } | null;

/** Decides on all open items, each as a whole. It can't be cancelled. Counts go on: they may have settled an item meanwhile. */
export const run: JobProgram<DecideInput, DecidePosition, null> = function* ({ tx, input, position }) {
  const { inventoryId, principal, decision, until } = input;
  let total: number | null = null;
  if (position === null) {
    total = 0;
    for (const { items: _, ...range } of itemRanges(tx, inventoryId, 0)) {
      if (total > 0) yield { position: null, done: 0 };
      total += openItems(tx, range, decision).length;
    }
  }
  let { after, done } = position ?? { after: 0, done: 0 };
  yield { position: { after, done }, done, total, isFinal: true };
  for (const { items: _, ...range } of itemRanges(tx, inventoryId, after)) {
    for (const { oid } of openItems(tx, { ...range, after }, decision)) {
      const item = findItem(tx, principal.tenantId, oid);
      if (item !== null && item.change <= until) decideItem(tx, principal, item, decision);
      done++;
      after = oid;
      yield { position: { after, done }, done, total };
    }
    after = range.end;
    yield { position: { after, done }, done, total };
  }
  return null;
};
