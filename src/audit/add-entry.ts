import { sql } from "kysely";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";

/** A change of a record that no trigger sees: what a job did to many rows. `changes`: [field, before, after]. */
interface AddedEntry {
  readonly tenantId: number;
  readonly userId: number;
  readonly cause: string;
  readonly entity: string;
  readonly entityId: number;
  readonly changes: readonly (readonly [string, unknown, unknown])[];
}

const insert = statement((p: Omit<AddedEntry, "changes"> & { at: string; changes: string }) =>
  sqlite.insertInto("auditEntry").values({
    tenantId: p.tenantId,
    at: p.at,
    userId: p.userId,
    cause: p.cause,
    entity: p.entity,
    entityId: p.entityId,
    action: sql.lit("update" as const),
    changes: p.changes,
  }),
);

/** Writes one entry into the audit. */
export function addEntry(tx: Tx, { changes, ...entry }: AddedEntry): void {
  insert.run(tx, { ...entry, at: tx.now, changes: JSON.stringify(changes) });
}
