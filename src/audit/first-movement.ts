import { dayAt } from "../platform/clock.ts";
import { type Db, statement } from "../storage/database/statement.ts";
import { entriesBy } from "./entries-by.ts";

const firstStock = statement((p: { tenantId: number }) =>
  entriesBy("auditEntryByMovement", p.tenantId)
    .where("h.movementKind", "is not", null)
    .where("h.movementKind", "<>", "sample")
    .orderBy("h.oid")
    .limit(1)
    .select(["h.at", "h.movementKind"]),
);

/** The beginning of the records of stock. Sample data, which can be removed, are none. */
export interface Beginning {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** They begin with the opening stock of an upgrade; otherwise with what was entered on the day. */
  readonly isOpening: boolean;
}

/** The beginning of the records of stock, if it is after a day; null: it is not. */
export function beginningAfter(db: Db, tenantId: number, day: string, timeZone: string): Beginning | null {
  const first = firstStock.first(db, { tenantId });
  if (first === null) return null;
  const beginning = dayAt(first.at, timeZone);
  return beginning > day ? { day: beginning, isOpening: first.movementKind === "opening" } : null;
}
