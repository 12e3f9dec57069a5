import Database from "better-sqlite3";
import { Conflict } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { JOURNALED_TABLES, type JournaledTable } from "./journaled-tables.ts";
import { isCurrentSchema } from "./migrations.ts";

// While a job runs, other edits of the rows that it has changed are refused, so that it can be undone completely. TEMP triggers
// of the writing connection compare each edit with the journal.

/** The job that runs for each tenant. */
export type RunningJobs = ReadonlyMap<number, number>;

const LOCKED = "a running job has changed this row";

/** Creates the triggers on a writing connection that is not a job's. */
export function createLocks(db: Database.Database, running: RunningJobs): void {
  if (!isCurrentSchema(db)) return;
  // A tenant's id, or null for records of all tenants.
  db.function("job_running", (tenantId: unknown) => running.get(Number(tenantId)) ?? null);
  for (const table of JOURNALED_TABLES) if (!table.isUnlocked) db.exec(triggersOf(table));
}

/** Converts the error of an edit of a locked row to Conflict. Returns other errors unchanged. */
export function toLockError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError) || error.message !== LOCKED) return error;
  return new Conflict(msg("A job is changing this record. Wait until the job is done, or cancel it."));
}

function triggersOf({ table, owners, group }: JournaledTable): string {
  const isChanged = (row: "OLD" | "NEW", tableName: string, rowId: string) =>
    `job_running(${row}.tenantId) IS NOT NULL AND EXISTS (SELECT 1 FROM main.jobChange
      WHERE jobId = job_running(${row}.tenantId) AND tableName = '${tableName}' AND rowId = ${row}.${rowId})`;
  const trigger = (name: string, event: string, condition: string) => `
    CREATE TEMP TRIGGER ${table}${name} BEFORE ${event} ON main.${table} WHEN ${condition}
    BEGIN SELECT raise(ABORT, '${LOCKED}'); END;`;
  const owned = Object.entries(owners).map(
    ([column, owner]) =>
      trigger(`LockedInsertBy${owner}`, "INSERT", isChanged("NEW", owner, column)) +
      trigger(`LockedUpdateBy${owner}`, `UPDATE OF ${column}`, isChanged("NEW", owner, column)),
  );
  // A new row beside those that the job has written: the group would not be what it was before.
  const grouped =
    group === undefined
      ? ""
      : trigger(
          "LockedByGroup",
          "INSERT",
          `job_running(NEW.tenantId) IS NOT NULL AND EXISTS (
             SELECT 1 FROM main.${table} r JOIN main.jobChange c ON c.jobId = job_running(NEW.tenantId)
               AND c.tableName = '${table}' AND c.rowId = r.oid WHERE r.${group} = NEW.${group})`,
        );
  return [
    grouped,
    trigger("LockedUpdate", "UPDATE", isChanged("OLD", table, "oid")),
    trigger("LockedDelete", "DELETE", isChanged("OLD", table, "oid")),
    ...owned,
  ].join("");
}
