import { addPlan, planOf } from "../cycle-counts/plan.ts";
import { runPlan } from "../cycle-counts/runs.ts";
import { State } from "../domain/inventory-states.ts";
import { saveAccuracy } from "../inventories/closing/accuracy.ts";
import { countItem } from "../inventories/counting/count.ts";
import { inventoryOf, setState } from "../inventories/inventory.ts";
import { addExpectedItem, itemOf } from "../inventories/items/item.ts";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { piecesOf, roomOf } from "./articles.ts";
import { principalOf } from "./people.ts";

// The stocktakes are inserted as closed in the past weeks. So this file has statements of its own for their times.

const DAY_MS = 86_400_000;
const MANAGER = principalOf(2);
const COUNTER = principalOf(3);
const { tenantId } = MANAGER;

/** Articles of one stocktake, which no other counts, from this one on. */
const ITEMS = 10;
const FIRST_ARTICLE = 464;
/** The weekly runs: days ago, and how many records were wrong. */
const RUNS: readonly (readonly [daysAgo: number, wrong: number])[] = [
  [16, 3],
  [9, 2],
  [2, 0],
];

const setClosed = statement((p: { inventoryId: number; at: string }) =>
  sqlite.updateTable("inventoryAccuracy").set({ closedDT: p.at }).where("inventoryId", "=", p.inventoryId),
);
const setTimes = statement((p: { inventoryId: number; at: string }) =>
  sqlite.updateTable("inventoryTransition").set({ at: p.at }).where("inventoryId", "=", p.inventoryId),
);

/**
 * Adds a weekly count plan of tenant 1 with three closed stocktakes. It is next due in five days, so that the demo makes none at
 * once. None with fewer articles.
 */
export function addCountPlan(tx: Tx, articles: number): void {
  if (articles < FIRST_ARTICLE + RUNS.length * ITEMS - 1) return;
  const dayAgo = (days: number) => new Date(Date.parse(tx.now) - days * DAY_MS);
  const weekday = dayAgo(2).getUTCDay() || 7;
  const oid = addPlan(tx, MANAGER, {
    name: "Weekly count",
    selection: {
      ...{ kind: "notCounted", locationIds: [], limit: ITEMS, notCountedDays: null },
      ...{ abc: null, sample: null, userId: null },
    },
    schedule: { every: "week", weekdays: [weekday], dayOfMonth: 1, atHour: 6 },
    fromDate: dayAgo(28).toISOString().slice(0, 10),
    ...{ toDate: null, isPaused: false, isBlind: false, mustBeApproved: false, counterId: null },
    secondCount: { pieces: 5, percent: null, value: null },
  });
  for (const [index, [daysAgo, wrong]] of RUNS.entries()) {
    const day = dayAgo(daysAgo).toISOString();
    const inventoryId = runPlan(tx, planOf(tx, tenantId, oid), day.slice(0, 10));
    if (inventoryId === null) throw new Error("the demo's count plan has made no stocktake");
    countAll(tx, inventoryId, FIRST_ARTICLE + index * ITEMS, wrong);
    setClosed.run(tx, { inventoryId, at: day });
    setTimes.run(tx, { inventoryId, at: day });
  }
}

/** Counts and closes a stocktake. The counts are the stock; of the wrong records another quantity was expected. */
function countAll(tx: Tx, inventoryId: number, first: number, wrong: number): void {
  const inventory = inventoryOf(tx, tenantId, inventoryId);
  setState(tx, inventory, State.InProgress, MANAGER.userId);
  for (let index = 0; index < ITEMS; index++) {
    const articleId = first + index;
    const [locationId, pieces] = [roomOf(articleId), piecesOf(articleId)];
    const quantity = index < wrong ? pieces + 1 : pieces;
    const item = addExpectedItem(tx, { tenantId, inventoryId, articleId, locationId, quantity });
    countItem(tx, COUNTER, itemOf(tx, tenantId, item), {
      inventoryQuantity: pieces,
      inventoryLocationId: locationId,
    });
  }
  for (const state of [State.Finished, State.Processing]) setState(tx, inventory, state, MANAGER.userId);
  // Each step is a part of the items.
  Array.from(saveAccuracy(tx, inventory));
  setState(tx, inventory, State.Closed, MANAGER.userId);
}
