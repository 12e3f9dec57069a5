import { State } from "../../domain/inventory-states.ts";
import type { Result } from "../../domain/results.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { type Waiver, waiverOf } from "../rule.ts";
import { worth } from "./money.ts";
import { type Names, readNames } from "./names.ts";
import * as store from "./store.ts";
import { type Totals, totalsOf } from "./totals.ts";

/** One item of a report. */
export interface ReportItem extends store.ItemRow {
  readonly result: Result;
  /** Found less expected; null: not counted. */
  readonly difference: number | null;
  readonly differenceValue: bigint | null;
}

/** A counter with the number of counts. */
export interface Counter {
  readonly userId: number;
  readonly deviceTokenId: number | null;
  /** The user logged in where the counts were sent; null: a shared terminal without a login. */
  readonly sentBy: number | null;
  readonly counts: number;
}

/** Time and user of a transition or approval. Null: unknown. */
export interface Milestone {
  readonly at: string | null;
  readonly userId: number | null;
}

/** The figures of a stocktake, and its lists. Only one list can be iterated at a time. */
export interface Report {
  readonly inventory: InventoryRecord;
  readonly tenant: { readonly oid: number; readonly name: string };
  readonly names: Names;
  /** The selected locations; empty: all. */
  readonly locationIds: readonly number[];
  /** ISO 8601, UTC. For a closed inventory the time of the close: its report never changes. */
  readonly madeDT: string;
  /** The first start and the last finish of the count, the approval and the close. Null: not done. */
  readonly started: Milestone | null;
  readonly finished: Milestone | null;
  readonly approved: Milestone | null;
  readonly closed: Milestone | null;
  /** Who let it be closed without the open second counts. */
  readonly waived: Waiver | null;
  readonly counters: readonly Counter[];
  readonly totals: Totals;
  readonly open: {
    readonly items: number;
    readonly approved: number;
    readonly toRecount: number;
    readonly moved: number;
    readonly undecided: number;
  };
  items(results: readonly Result[]): Iterable<ReportItem>;
  unknownCodes(): Iterable<store.OperationRow>;
  late(): Iterable<store.OperationRow>;
}

/** Transitions of earlier versions have the year 1970. */
const UNKNOWN_TIME = "1970";

/** Reads the figures of an inventory; `now` in ISO 8601. The lists are read when iterated. */
export function readReport(
  db: Db,
  inventory: InventoryRecord,
  locationIds: readonly number[],
  now: string,
): Report {
  const { tenantId, oid: inventoryId } = inventory;
  const of = { tenantId, inventoryId };
  const tenant = store.tenant.first(db, { tenantId });
  const open = store.openQuestions.first(db, of);
  if (tenant === null || open === null) throw new Error("an inventory without a tenant");
  const reached = (state: State): readonly Milestone[] =>
    store.transitionsTo.all(db, { ...of, state }).map(milestoneOf);
  const closed = inventory.inventoryStateId === State.Closed ? (reached(State.Closed).at(-1) ?? null) : null;
  const madeDT = closed?.at ?? now;
  const until = madeDT;
  const namesOf = inventory.inventoryStateId === State.Closed ? inventoryId : null;
  return {
    inventory,
    tenant,
    names: readNames(db, inventory),
    locationIds,
    madeDT,
    started: reached(State.InProgress)[0] ?? null,
    finished: reached(State.Finished).at(-1) ?? null,
    approved: approvalOf(inventory),
    closed,
    waived: waiverOf(db, inventory),
    counters: store.counters.all(db, of),
    totals: totalsOf(store.itemSums.all(db, of)),
    open,
    *items(results) {
      for (const result of results) {
        for (const row of store.rowsOf(db, store.items, { ...of, namesOf, result }))
          yield { ...row, result, ...differenceOf(row) };
      }
    },
    unknownCodes: () => store.rowsOf(db, store.unknownCodes, { ...of, namesOf, until }),
    late: () => store.rowsOf(db, store.lateOperations, { ...of, namesOf, until }),
  };
}

function differenceOf({ found, quantity, price }: store.ItemRow) {
  const difference = found === null ? null : found - quantity;
  return { difference, differenceValue: difference === null ? null : worth(price, difference) };
}

function milestoneOf({ at, userId }: { readonly at: string; readonly userId: number | null }): Milestone {
  return { at: at.startsWith(UNKNOWN_TIME) ? null : at, userId };
}

function approvalOf({ isApproved, approvedDT, approvedBy }: InventoryRecord): Milestone | null {
  return isApproved === 1 ? { at: approvedDT, userId: approvedBy } : null;
}
