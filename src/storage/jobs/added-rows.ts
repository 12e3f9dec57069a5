import type { TableName } from "../database/schema.ts";
import { type Db, sqlite, statement } from "../database/statement.ts";

const added = statement((p: { jobId: number; tableName: TableName }) =>
  sqlite
    .selectFrom("jobChange")
    .where("jobId", "=", p.jobId)
    .where("tableName", "=", p.tableName)
    .where("before", "is", null)
    .select("rowId"),
);

/** The rows of a journaled table that a job has added. */
export function addedRows(db: Db, table: { jobId: number; tableName: TableName }): ReadonlySet<number> {
  return new Set(added.all(db, table).map(({ rowId }) => rowId));
}
