import { sql } from "kysely";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";

/** The rows of a table that is in the order of its times, from an oid on, and its last row; those of all tenants. */
const rowsByTime = (table: "auditEntry" | "countOperation", time: string) => ({
  from: statement((p: { oid: number; limit: number }) =>
    sqlite
      .selectFrom(table)
      .select(["oid", sql<string>`${sql.ref(time)}`.as("at")])
      .where("oid", ">=", p.oid)
      .orderBy("oid")
      .limit(p.limit),
  ),
  last: statement((p: { limit: number }) =>
    sqlite.selectFrom(table).select("oid").orderBy("oid", "desc").limit(p.limit),
  ),
});

const ENTRIES = rowsByTime("auditEntry", "at");
/** The count operations in the order of their receipt, for `findFirstOid`. */
export const COUNTS = rowsByTime("countOperation", "receivedDT");

/**
 * Finds the oid of the first entry at or after a time (ISO 8601, UTC), or the oid after the last entry. Binary search: entries
 * are in the order of their times, because the clock never goes back. `rows`: other rows in the order of their times.
 */
export function findFirstOid(db: Db, time: string, rows: typeof ENTRIES = ENTRIES): number {
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
