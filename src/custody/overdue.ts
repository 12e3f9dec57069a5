import { sql } from "kysely";
import { dayAt } from "../platform/clock.ts";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { getCustody, recordCustodyEvent } from "./custody.ts";

const overdue = statement((p: { today: string; limit: number }) =>
  sqlite
    .selectFrom("custody")
    .select(["oid", "tenantId"])
    .where("endedDT", "is", null)
    .where("dueDate", "is not", null)
    .where("dueDate", "<", p.today)
    .where("overdueDT", "is", null)
    .limit(p.limit),
);
const note = statement((p: { oid: number; now: string; change: number }) =>
  sqlite
    .updateTable("custody")
    .set({ overdueDT: p.now, change: p.change })
    .where("oid", "=", p.oid)
    .where(sql<boolean>`overdueDT IS NULL`),
);

/** Records the event of at most `limit` articles that are overdue, once for each due date. Returns how many. */
export function recordOverdue(tx: Tx, timeZone: string, limit: number): number {
  const found = overdue.all(tx, { today: dayAt(tx.now, timeZone), limit });
  for (const { oid, tenantId } of found) {
    note.run(tx, { oid, now: tx.now, change: tx.change });
    recordCustodyEvent(tx, "custody.overdue", getCustody(tx, tenantId, oid));
  }
  return found.length;
}
