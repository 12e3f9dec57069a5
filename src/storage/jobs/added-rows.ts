import type { TableName } from "../database/schema.ts";
import type { Db } from "../database/statement.ts";
import { selectFrom } from "../database/table-statements.ts";

const added = selectFrom("jobChange", ["jobId", "tableName"], ["rowId"], { is: { before: null } });

/** The rows of a journaled table that a job has added. */
export function addedRows(db: Db, table: { jobId: number; tableName: TableName }): ReadonlySet<number> {
  return new Set(added.all(db, table).map(({ rowId }) => rowId));
}
