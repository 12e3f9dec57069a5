import type { Db } from "../storage/database/statement.ts";
import * as store from "./store.ts";

/**
 * The oid of the first entry at or after a time (ISO 8601, UTC), or one behind the last. Entries are written in the order of
 * their times, for the clock never goes back: so it is found by halving, in a few dozen look-ups.
 */
export function firstOidFrom(db: Db, time: string): number {
  let low = 0;
  let high = (store.last.first(db, { most: 1 })?.oid ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = store.from.first(db, { oid: middle, most: 1 });
    if (entry !== null && entry.at < time) low = entry.oid + 1;
    else high = middle;
  }
  return low;
}
