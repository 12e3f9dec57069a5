import { type Db, sqlite, statement } from "../storage/database/statement.ts";
import type { COUNTS } from "./activity-store.ts";

/** The entries from this oid on, of all tenants. */
const entriesFrom = statement((p: { oid: number; limit: number }) =>
  sqlite
    .selectFrom("auditEntry")
    .select(["oid", "at"])
    .where("oid", ">=", p.oid)
    .orderBy("oid")
    .limit(p.limit),
);
const lastEntry = statement((p: { limit: number }) =>
  sqlite.selectFrom("auditEntry").select("oid").orderBy("oid", "desc").limit(p.limit),
);

const ENTRIES = { from: entriesFrom, last: lastEntry };

/**
 * Finds the oid of the first entry at or after a time (ISO 8601, UTC), or the oid after the last entry. Binary search: entries
 * are in the order of their times, because the clock never goes back. `rows`: other rows in the order of their times.
 */
export function findFirstOid(db: Db, time: string, rows: typeof ENTRIES | typeof COUNTS = ENTRIES): number {
  let low = 0;
  let high = (rows.last.first(db, { limit: 1 })?.oid ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = rows.from.first(db, { oid: middle, limit: 1 });
    if (entry !== null && entry.at < time) low = entry.oid + 1;
    else high = middle;
  }
  return low;
}
