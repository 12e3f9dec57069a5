import { dayAt } from "../platform/clock.ts";
import { type Db, statement } from "../storage/database/statement.ts";
import { entriesBy } from "./entries-by.ts";

const firstStock = statement((p: { tenantId: number }) =>
  entriesBy("auditEntryByMovement", p.tenantId)
    .where("h.movementKind", "is not", null)
    .orderBy("h.oid")
    .limit(1)
    .select("h.at"),
);

/** The day on which the records of stock begin (YYYY-MM-DD), if it is after a day; null: it is not. Opening stock is their beginning. */
export function beginningAfter(db: Db, tenantId: number, day: string, timeZone: string): string | null {
  const first = firstStock.first(db, { tenantId });
  const beginning = first && dayAt(first.at, timeZone);
  return beginning !== null && beginning > day ? beginning : null;
}
