import type { Db } from "../../storage/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { State } from "../states.ts";
import { worth } from "./money.ts";
import { type Names, readNames } from "./names.ts";
import * as store from "./report-store.ts";
import { RESULTS, type Result } from "./result-names.ts";

/** What the items of one result come to. Values in ten-thousandths, at the prices of when the items were made. */
export interface Total {
  readonly items: number;
  /** Pieces expected, and found; nobody knows how many there are of what was not counted. */
  readonly quantity: number;
  readonly found: number;
  /** Found less expected, of what was counted. */
  readonly difference: number;
  readonly value: bigint;
  readonly differenceValue: bigint;
}

/** One item of a report. */
export interface ReportItem extends store.ItemRow {
  readonly result: Result;
  /** Found less expected; null: not counted. */
  readonly difference: number | null;
  readonly differenceValue: bigint | null;
}

/** Who has counted. */
export interface Counter {
  readonly userId: number;
  readonly deviceTokenId: number | null;
  readonly counts: number;
}

/** What a stocktake has found out: the figures, and lists to walk through, one at a time. */
export interface Report {
  readonly inventory: InventoryRecord;
  readonly tenant: { readonly oid: number; readonly name: string };
  readonly names: Names;
  /** The chosen places; none: all. */
  readonly locationIds: readonly number[];
  /** ISO 8601, UTC. Of a closed inventory when it was closed: it reads the same ever after. */
  readonly madeDT: string;
  /** When the count began first, ended last, and when all was closed; null: not, or nobody knows. */
  readonly startedDT: string | null;
  readonly finishedDT: string | null;
  readonly closedDT: string | null;
  readonly counters: readonly Counter[];
  readonly totals: Readonly<Record<Result, Total>>;
  readonly open: {
    readonly items: number;
    readonly approved: number;
    readonly toRecount: number;
    readonly moved: number;
    readonly undecided: number;
  };
  items(results: readonly Result[]): Iterable<ReportItem>;
  unknownCodes(): Iterable<store.KeptRow>;
  late(): Iterable<store.KeptRow>;
}

/** Inventories that were started before the moves were written down say 1970 (migration 10). */
const NOBODY_KNOWS = "1970";

/** Reads the figures of an inventory; `now` is ISO 8601. The lists are read when they are walked through. */
export function readReport(
  db: Db,
  inventory: InventoryRecord,
  locationIds: readonly number[],
  now: string,
): Report {
  const { tenantId, oid: inventoryId } = inventory;
  const of = { tenantId, inventoryId };
  const tenant = store.tenant.first(db, { tenantId });
  const open = store.open.first(db, of);
  if (tenant === null || open === null) throw new Error("an inventory without a tenant");
  const reached = (state: State) => store.reached.first(db, { ...of, state });
  const startedDT = reached(State.InProgress)?.first ?? null;
  const closedDT = inventory.inventoryStateId === State.Closed ? (reached(State.Closed)?.last ?? null) : null;
  const madeDT = closedDT ?? now;
  const until = madeDT;
  return {
    inventory,
    tenant,
    names: readNames(db, inventory),
    locationIds,
    madeDT,
    startedDT: startedDT?.startsWith(NOBODY_KNOWS) ? null : startedDT,
    finishedDT: reached(State.Finished)?.last ?? null,
    closedDT,
    counters: store.counters.all(db, of),
    totals: readTotals(db, of),
    open,
    *items(results) {
      for (const result of results) {
        for (const row of store.rowsOf(db, store.items, { ...of, result }))
          yield { ...row, result, ...differenceOf(row) };
      }
    },
    unknownCodes: () => store.rowsOf(db, store.unknownCodes, { ...of, until }),
    late: () => store.rowsOf(db, store.late, { ...of, until }),
  };
}

function differenceOf({ found, quantity, price }: store.ItemRow) {
  const difference = found === null ? null : found - quantity;
  return { difference, differenceValue: difference === null ? null : worth(price, difference) };
}

const NOTHING: Total = { items: 0, quantity: 0, found: 0, difference: 0, value: 0n, differenceValue: 0n };

function readTotals(db: Db, of: { tenantId: number; inventoryId: number }): Record<Result, Total> {
  const ofResult = Map.groupBy(store.sums.all(db, of), ({ result }) => result);
  const total = (result: Result) => (ofResult.get(result) ?? []).reduce(plus, NOTHING);
  // Every result is in the list, so each has its total.
  return Object.fromEntries(RESULTS.map((result) => [result, total(result)])) as Record<Result, Total>;
}

function plus(
  total: Total,
  { items, quantity, found, difference, price }: ReturnType<typeof store.sums.all>[number],
): Total {
  return {
    items: total.items + items,
    quantity: total.quantity + quantity,
    found: total.found + found,
    difference: total.difference + difference,
    value: total.value + worth(price, quantity),
    differenceValue: total.differenceValue + worth(price, difference),
  };
}

/** What all of these come to. */
export function sumOf(totals: readonly Total[]): Total {
  return totals.reduce(
    (sum, total) => ({
      items: sum.items + total.items,
      quantity: sum.quantity + total.quantity,
      found: sum.found + total.found,
      difference: sum.difference + total.difference,
      value: sum.value + total.value,
      differenceValue: sum.differenceValue + total.differenceValue,
    }),
    NOTHING,
  );
}
