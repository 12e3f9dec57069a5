import type { Database } from "better-sqlite3";
import { columnsOf, JOURNALED_TABLES, type JournaledTable } from "../database/journaled-tables.ts";
import { isCurrentSchema } from "../database/migrations.ts";
import type { TableName } from "../database/schema.ts";

// The journal of a job: the rows before its changes. TEMP triggers of the job's own connection write it in the transaction of
// the change, so that no program can forget a row.

/** SQL of the `change` of a row that the job removes: the negative number of the transaction. */
const REMOVED = "-(SELECT change FROM changeCounter)";

/** The job whose changes the triggers record, set before each slice. */
export interface JobJournal {
  /** Null: nothing is recorded. */
  jobId: number | null;
  /** The tables whose changes are recorded. */
  tables: ReadonlySet<TableName>;
  /** Number of the last recorded row. */
  seq: number;
}

/** Creates the triggers on a writing connection; returns what they read. */
export function createJournal(db: Database): JobJournal {
  const journal: JobJournal = { jobId: null, tables: new Set(), seq: 0 };
  if (!isCurrentSchema(db)) return journal;
  db.function("job_id", (table: unknown) => (journal.tables.has(table as TableName) ? journal.jobId : null));
  db.function("job_seq", () => ++journal.seq);
  for (const table of JOURNALED_TABLES) db.exec(triggersOf(table, columnsOf(db, table.table)));
  return journal;
}

function triggersOf({ table, group, restored }: JournaledTable, columns: readonly string[]): string {
  const image = `json_object(${(restored ?? columns).map((column) => `'${column}', OLD.${column}`).join(", ")})`;
  const trigger = (event: string, row: "OLD" | "NEW", before: string, change: string) => `
    CREATE TEMP TRIGGER ${table}Job${event} AFTER ${event} ON main.${table} WHEN job_id('${table}') IS NOT NULL
    BEGIN
      INSERT INTO jobChange (jobId, seq, tableName, rowId, before, groupId, change)
      VALUES (job_id('${table}'), job_seq(), '${table}', ${row}.oid, ${before}, ${group === undefined ? "NULL" : `${row}.${group}`}, ${change})
      ON CONFLICT (jobId, tableName, rowId) DO UPDATE SET change = excluded.change;
    END;`;
  return (
    trigger("INSERT", "NEW", "NULL", "NEW.change") +
    trigger("UPDATE", "NEW", image, "NEW.change") +
    trigger("DELETE", "OLD", image, REMOVED)
  );
}
