import type { Decision } from "../../domain/item-decisions.ts";
import type { ItemFilter } from "../../domain/item-views.ts";
import type { Principal } from "../../domain/principal.ts";
import type { JobProgram } from "../../storage/jobs/job-program.ts";
import { findItem } from "../items/item.ts";
import { itemRanges } from "../items/item-ranges.ts";
import { decideItem, openItems } from "./decide.ts";

/** Input of a decision on all open items. */
export interface DecideInput {
  readonly inventoryId: number;
  readonly principal: Principal;
  readonly decision: Decision;
  /** These items only; null: all open items. */
  readonly filter: ItemFilter | null;
  /** The newest change that the decision is about: items that change later stay open. */
  readonly until: number;
}

/** `after`: the last item; null: the open items are being counted. */
type DecidePosition = { readonly after: number; readonly done: number } | null;

/** Decides on all open items, each as a whole. It can't be cancelled. Counts go on: they may have settled an item meanwhile. */
export const run: JobProgram<DecideInput, DecidePosition, null> = function* ({ tx, input, position }) {
  const { inventoryId, principal, decision, filter, until } = input;
  const { tenantId } = principal;
  let total: number | null = null;
  if (position === null) {
    total = 0;
    for (const { items: _, ...range } of itemRanges(tx, inventoryId, 0)) {
      if (total > 0) yield { position: null, done: 0 };
      total += openItems(tx, tenantId, range, decision, filter).length;
    }
  }
  let { after, done } = position ?? { after: 0, done: 0 };
  yield { position: { after, done }, done, total, isFinal: true };
  for (const { items: _, ...range } of itemRanges(tx, inventoryId, after)) {
    for (const { oid } of openItems(tx, tenantId, { ...range, after }, decision, filter)) {
      const item = findItem(tx, tenantId, oid);
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
