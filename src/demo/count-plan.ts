import { addPlan } from "../cycle-counts/plan.ts";
import type { Tx } from "../storage/database/statement.ts";
import { principalOf } from "./people.ts";

const DAY_MS = 86_400_000;
const MANAGER = principalOf(2);
/** Articles of one stocktake. */
const ITEMS = 10;
/** From now until the plan is due. */
const DUE_DAYS = 5;

/** Adds a weekly count plan of tenant 1. It makes no stocktake at once: the demo's stocktakes are those of its description. */
export function addCountPlan(tx: Tx): void {
  const dueAt = new Date(Date.parse(tx.now) + DUE_DAYS * DAY_MS);
  addPlan(tx, MANAGER, {
    name: "Weekly count",
    selection: {
      kind: "notCounted",
      locationIds: [],
      limit: ITEMS,
      notCountedDays: null,
      abc: null,
      sample: null,
      userId: null,
    },
    schedule: { every: "week", weekdays: [dueAt.getUTCDay() || 7], dayOfMonth: 1, atHour: 6 },
    fromDate: tx.now.slice(0, 10),
    toDate: null,
    isPaused: false,
    isBlind: false,
    mustBeApproved: false,
    counterId: null,
    secondCount: { pieces: 5, percent: null, value: null },
  });
}
