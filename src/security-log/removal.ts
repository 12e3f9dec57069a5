import type { Category } from "../domain/security-event-kinds.ts";
import type { Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

/** How many events of a category are kept, the newest: about 100 MB at most, whatever somebody tries. */
export const MAX_KEPT: Readonly<Record<Category, number>> = {
  access: 200_000,
  change: 100_000,
  failure: 50_000,
};

/**
 * Removes so many events that are older than `before` (ISO 8601) or too many; gives how many. Of too many the tenant with the
 * most loses its oldest, so that no tenant displaces the events of another.
 */
export function removeOldEvents(tx: Tx, before: string, most: number, kept = MAX_KEPT): number {
  let removed = store.removeBefore.run(tx, { before, most }).changes;
  for (const category of ["access", "change", "failure"] as const) {
    while (removed < most) {
      const found = store.mostOf.first(tx, { category });
      const surplus = (found?.inAll ?? 0) - kept[category];
      if (found === null || surplus <= 0) break;
      const { tenantId } = found;
      const atOnce = Math.min(surplus, most - removed);
      removed += store.removeOldest.run(tx, { category, tenantId, most: atOnce }).changes;
    }
  }
  return removed;
}
