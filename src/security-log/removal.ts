import type { Category } from "../domain/security-event-kinds.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

/** Maximum number of events in each category. Together they take about 100 MB at most. */
const MAX_EVENTS: Readonly<Record<Category, number>> = {
  access: 200_000,
  change: 100_000,
  failure: 50_000,
};

/**
 * Removes at most `max` events that are older than `before` (ISO 8601) or exceed `limits`. Returns their number. Above a limit
 * the tenant with the most events loses its oldest ones, so that no tenant displaces the events of another.
 */
export function removeOldEvents(tx: Tx, before: string, max: number, limits = MAX_EVENTS): number {
  let removed = store.removeBefore.run(tx, { before, max }).changes;
  for (const category of ["access", "change", "failure"] as const) {
    while (removed < max) {
      const found = store.largestTenant.first(tx, { category });
      const surplus = (found?.total ?? 0) - limits[category];
      if (found === null || surplus <= 0) break;
      const { tenantId } = found;
      const count = Math.min(surplus, max - removed);
      removed += store.removeOldest.run(tx, { category, tenantId, max: count }).changes;
    }
  }
  return removed;
}
