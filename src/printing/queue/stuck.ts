import { sql } from "kysely";
import { RequestState } from "../../domain/print-states.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import { OPEN_STATES } from "./store.ts";

// Printers that do not print although labels wait. The console's list and the notices share the rule.

/** SQL of the error of the first open request with one (JSON: locale → text), for a printer `p`. */
export const firstError = sql<string | null>`(SELECT lastError FROM ${sql.table("printRequest")}
  WHERE printerId = p.oid AND stateId IN (${sql.join(OPEN_STATES)}) AND lastError IS NOT NULL ORDER BY oid LIMIT 1)`;

const openRequests = sql<number>`(SELECT count(*) FROM ${sql.table("printRequest")}
  WHERE printerId = p.oid AND stateId IN (${sql.join(OPEN_STATES)}))`;

const stuck = statement(() =>
  sqlite
    .selectFrom("printer as p")
    .where("p.deleted", "=", 0)
    .where("p.isActive", "=", 1)
    .where(firstError, "is not", null)
    .orderBy("p.oid")
    .select(["p.oid", "p.tenantId", "p.name"])
    .select([firstError.as("error"), openRequests.as("waiting")]),
);

/** An active printer with an open request that has an error. */
export interface StuckPrinter {
  readonly oid: number;
  readonly tenantId: number;
  readonly name: string;
  /** JSON: locale → text. */
  readonly error: string;
  /** Its open requests. */
  readonly waiting: number;
}

/** The stuck printers of all tenants. */
export function listStuckPrinters(db: Db): readonly StuckPrinter[] {
  return stuck.all(db, {}).flatMap(({ error, ...row }) => (error === null ? [] : [{ ...row, error }]));
}

const printed = statement((p: { printerId: number; since: string }) =>
  sqlite
    .selectFrom("printRequest")
    .where("printerId", "=", p.printerId)
    .where("stateId", "=", RequestState.Done)
    .where("finishedDT", ">", p.since)
    .select("oid")
    .limit(sql.lit(1)),
);

/** Whether the printer has printed a label since a time (ISO 8601). */
export function hasPrintedSince(db: Db, printerId: number, since: string): boolean {
  return printed.first(db, { printerId, since }) !== null;
}
