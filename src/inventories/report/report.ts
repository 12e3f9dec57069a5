import { State } from "../../domain/inventory-states.ts";
import { type Listed, listsAll, RESULTS, type Result } from "../../domain/results.ts";
import type { AsOf } from "../../domain/stocktakes/as-of.ts";
import type { Method } from "../../domain/stocktakes/frame.ts";
import type { Company } from "../../settings/company/shapes.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type Addendum, addendaOf } from "../addenda/addendum.ts";
import { companyOf, type Frame, frameOf, timeZoneOf } from "../frame/frame.ts";
import { keptUntilAtClose } from "../frame/retention.ts";
import type { InventoryRecord } from "../inventory.ts";
import { personOf, type Waiver, waiverOf } from "../rule.ts";
import { findSeal, type StoredSeal } from "../seal/sealed-file.ts";
import { isKnownTime, transitionsTo } from "../store.ts";
import { type AsOfReport, differsOfDay, type Remainder, readAsOf } from "./as-of.ts";
import { valuesOf } from "./money.ts";
import { type Names, readNames } from "./names.ts";
import * as store from "./store.ts";
import { type Totals, totalsOf } from "./totals.ts";

/** One item of a report. */
export interface ReportItem extends store.ItemRow {
  readonly result: Result;
  /** Its line in the inventory list, from 1. */
  readonly lineNumber: number;
  readonly value: bigint;
  readonly differenceValue: bigint | null;
  /** Value of the pieces found. */
  readonly foundValue: bigint | null;
  /** Who is responsible for the article, else for its location; null: nobody. */
  readonly responsibleUserId: number | null;
  /** How it was found, where that is another way than the frame's; null: as that. */
  readonly method: Method | null;
  /** Null: the stocktake has no decisive day. */
  readonly asOf: AsOf | null;
}

/** A counter with the number of counts. */
export interface Counter {
  readonly userId: number;
  readonly deviceTokenId: number | null;
  /** The user logged in where the counts were sent; null: a shared terminal without a login. */
  readonly sentBy: number | null;
  readonly counts: number;
}

/** A person who is responsible for items, with their number. */
interface ResponsiblePerson {
  readonly userId: number;
  readonly items: number;
}

/** Shortages, or surpluses, that are settled alike, of one unit and price: their number and pieces. */
export type SettlementSum = Pick<
  NonNullable<ReturnType<typeof store.itemSums.first>>,
  "settlement" | "currency" | "unitThen" | "price" | "items" | "pieces" | "sign"
>;

/** Time and user of a transition or approval. Null: unknown. */
export interface Milestone {
  readonly at: string | null;
  readonly userId: number | null;
}

/** The figures of a stocktake, and its lists. Only one list can be iterated at a time. */
export interface Report {
  readonly inventory: InventoryRecord;
  readonly tenant: { readonly oid: number; readonly name: string };
  readonly company: Company;
  readonly frame: Frame;
  readonly names: Names;
  /** The seal of the record as JSON; null: it is not made (yet). */
  readonly seal: StoredSeal | null;
  /** Whose articles were counted; null: everybody's. */
  readonly personId: number | null;
  /** The selected locations; empty: all. */
  readonly locationIds: readonly number[];
  /** That of the days and moments of the report (IANA name). */
  readonly timeZone: string;
  /** ISO 8601, UTC. For a closed inventory the time of the close: its report never changes. */
  readonly madeDT: string;
  /** The first start and the last finish of the count, the approval and the close. Null: not done. */
  readonly started: Milestone | null;
  readonly finished: Milestone | null;
  /** Times of the first and the last count of an item; null: none. */
  readonly counted: { readonly first: string | null; readonly last: string | null };
  readonly approved: Milestone | null;
  readonly closed: Milestone | null;
  /** The last day on which it is kept, by the company at the close (YYYY-MM-DD); null: no period was set, or not closed. */
  readonly keepUntil: string | null;
  /** Who let it be closed without the open second counts. */
  readonly waived: Waiver | null;
  readonly counters: readonly Counter[];
  readonly totals: Totals;
  /** The figures as of the decisive day; null: there is none. */
  readonly asOf: AsOfReport | null;
  readonly open: {
    readonly items: number;
    readonly approved: number;
    readonly toRecount: number;
    readonly moved: number;
    readonly undecided: number;
    /** Of the undecided ones those that were counted. */
    readonly undecidedCounts: number;
  };
  /** How many items it lists. */
  itemsOf(listed: Listed): number;
  items(results: readonly Listed[]): Iterable<ReportItem>;
  /** The locations at which items are expected, by path; null, at the end: unexpected items were found. */
  itemLocations(): readonly (number | null)[];
  /** The items that are expected at a location, by code; null: the unexpected ones. `first`: the number of the first one's line. */
  itemsAt(locationId: number | null, first: number): Iterable<ReportItem>;
  /** The remainders, whose lines follow those of the items; beside some of the results only those with a difference. */
  remainders(results?: readonly Listed[]): readonly (Remainder & Pick<ReportItem, "lineNumber">)[];
  /** Differences by settlement (null: not settled), currency, unit and price, apart for shortages and surpluses. */
  readonly settlements: readonly SettlementSum[];
  /** What was found at another location than that of its line, or is unexpected. */
  foundElsewhere(): readonly store.FoundElsewhere[];
  /** Of the found pieces those that the close has taken from locations outside. */
  taken(): readonly store.TakenSum[];
  settlers(): readonly store.Settler[];
  /** Who has approved items, beside the person who has approved all of them. */
  itemApprovers(): readonly store.Approver[];
  /** The persons who are responsible for items and remainders, by name, with the number of these. */
  responsible(): readonly ResponsiblePerson[];
  unknownCodes(): Iterable<store.OperationRow>;
  late(): Iterable<store.OperationRow>;
  /** The addenda of the record, now: they are no part of it. */
  addenda(): readonly Addendum[];
}

/** Compares names and paths: the same order on every machine, numbers by their value. */
export const compareNames = new Intl.Collator("en", { numeric: true }).compare;

/**
 * Reads the figures of an inventory; `now` in ISO 8601, `siteTimeZone` (IANA name) that of today. The lists are read when iterated.
 */
export function readReport(
  db: Db,
  inventory: InventoryRecord,
  locationIds: readonly number[],
  now: string,
  siteTimeZone: string,
): Report {
  const { tenantId, oid: inventoryId } = inventory;
  const of = { tenantId, inventoryId };
  const tenant = store.tenant.first(db, { tenantId });
  const open = store.openQuestions.first(db, of);
  if (tenant === null || open === null) throw new Error("an inventory without a tenant");
  const reached = (state: State): readonly Milestone[] =>
    transitionsTo.all(db, { ...of, state }).map(milestoneOf);
  const closed = inventory.inventoryStateId === State.Closed ? (reached(State.Closed).at(-1) ?? null) : null;
  const madeDT = closed?.at ?? now;
  const until = madeDT;
  const namesOf = inventory.inventoryStateId === State.Closed ? inventoryId : null;
  const names = readNames(db, inventory);
  const sums = store.itemSums.all(db, { ...of, namesOf });
  const totals = totalsOf(sums);
  const finished = reached(State.Finished).at(-1) ?? null;
  const { decisiveDay } = inventory;
  const timeZone = timeZoneOf(inventory, siteTimeZone);
  const asOf =
    decisiveDay === null
      ? null
      : readAsOf(db, inventory, sums, {
          decisiveDay,
          timeZone,
          madeDT,
          locationIds,
          namesOf,
        });
  const frame = frameOf(inventory);
  const responsibleAt = (locationId: number | null) =>
    locationId === null ? null : names.responsibleFor(locationId);
  const byPath = (one: number, other: number) =>
    compareNames(names.location(one), names.location(other)) || one - other;
  const itemLocations = () => {
    const all = store.itemLocations.all(db, of).map(({ locationId }) => locationId);
    const known = all.filter((locationId) => locationId !== null);
    return [...known.toSorted(byPath), ...(known.length < all.length ? [null] : [])];
  };
  let numbers: ReadonlyMap<number, number> | null = null;
  const lineNumbers = () => {
    numbers ??= readLineNumbers(db, { ...of, namesOf }, itemLocations());
    return numbers;
  };
  const itemsOf = (listed: Listed) =>
    listed === "differsOfDay" ? (asOf?.differing ?? 0) : totals[listed].items;
  // Into the row: a copy takes as long as the row.
  const shown = <Row extends store.ItemRow>(row: Row) =>
    Object.assign(row, {
      ...valuesOf(row.price, row),
      responsibleUserId: row.ownResponsibleId ?? responsibleAt(row.locationId ?? row.foundLocationId),
      method: row.method === frame.method ? null : row.method,
      asOf: asOf?.of(row) ?? null,
    });
  return {
    inventory,
    tenant,
    company: companyOf(db, inventory),
    keepUntil: closed === null ? null : keptUntilAtClose(db, inventory, timeZone),
    frame,
    names,
    seal: closed && findSeal(db, { ...of, format: "json" }),
    personId: personOf(db, inventory),
    locationIds,
    timeZone,
    madeDT,
    started: reached(State.InProgress)[0] ?? null,
    finished,
    counted: store.counted.first(db, of) ?? { first: null, last: null },
    approved: approvalOf(inventory),
    closed,
    waived: waiverOf(db, inventory),
    counters: store.counters.all(db, of),
    totals,
    asOf,
    open,
    itemsOf,
    *items(results) {
      // Each query reads all items.
      for (const one of results.filter((listed) => itemsOf(listed) > 0)) {
        const result = one === "differsOfDay" ? "foundAsExpected" : one;
        for (const row of store.rowsOf(db, store.items, { ...of, namesOf, result })) {
          const item = shown(row);
          if (one !== "differsOfDay" || differsOfDay(item.asOf))
            yield Object.assign(item, { result, lineNumber: lineNumbers().get(row.oid) ?? 0 });
        }
      }
    },
    itemLocations,
    *itemsAt(locationId, first) {
      let lineNumber = first;
      for (const row of store.rowsOf(db, store.itemsAt, { ...of, namesOf, locationId }))
        yield Object.assign(shown(row), { lineNumber: lineNumber++ });
    },
    remainders: (results = RESULTS) =>
      (asOf?.remainders ?? [])
        .map((remainder, index) => ({ ...remainder, lineNumber: lineNumbers().size + index + 1 }))
        .filter((remainder) => listsAll(results) || differsOfDay(remainder.asOf)),
    foundElsewhere: () => store.foundElsewhere.all(db, { ...of, namesOf }),
    taken: () => store.takenSums.all(db, { ...of, namesOf }),
    settlers: () => store.settlers.all(db, of),
    itemApprovers: () =>
      store.approvers.all(db, of).filter(({ approvedBy }) => approvedBy !== inventory.approvedBy),
    settlements: sums.filter(({ sign, settlement }) => sign !== null && (sign !== 0 || settlement !== null)),
    responsible() {
      const counts = new Map<number, number>();
      const add = (userId: number | null, items: number) => {
        if (userId !== null) counts.set(userId, (counts.get(userId) ?? 0) + items);
      };
      for (const { ownResponsibleId, placeId, items } of store.responsibleSums.all(db, { ...of, namesOf }))
        add(ownResponsibleId ?? responsibleAt(placeId), items);
      for (const { responsibleUserId } of asOf?.remainders ?? []) add(responsibleUserId, 1);
      return [...counts]
        .map(([userId, items]) => ({ userId, items }))
        .toSorted(
          (one, other) =>
            compareNames(names.user(one.userId), names.user(other.userId)) || one.userId - other.userId,
        );
    },
    unknownCodes: () => store.rowsOf(db, store.unknownCodes, { ...of, namesOf, until }),
    addenda: () => addendaOf(db, inventory),
    late: () => store.rowsOf(db, store.lateOperations, { ...of, namesOf, until }),
  };
}

/** The lines of the inventory list by item. `locations`: in its order. */
function readLineNumbers(
  db: Db,
  of: Omit<Parameters<typeof store.idsAt.all>[1], "locationId">,
  locations: readonly (number | null)[],
): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const locationId of locations)
    for (const { oid } of store.rowsOf(db, store.idsAt, { ...of, locationId }))
      numbers.set(oid, numbers.size + 1);
  return numbers;
}

function milestoneOf({ at, userId }: { readonly at: string; readonly userId: number | null }): Milestone {
  return { at: isKnownTime(at) ? at : null, userId };
}

function approvalOf({ isApproved, approvedDT, approvedBy }: InventoryRecord): Milestone | null {
  return isApproved === 1 ? { at: approvedDT, userId: approvedBy } : null;
}
