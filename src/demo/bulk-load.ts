import { rebuildSearchIndex } from "../articles/search-terms.ts";
import type { TableName } from "../storage/database/schema.ts";
import type { QueryText, Tx } from "../storage/database/statement.ts";

/** Pages of the transaction that stay in memory: 32 MB. */
const PAGES_IN_MEMORY = 8_192;

interface SchemaObject {
  readonly type: "index" | "trigger";
  readonly name: string;
  readonly sql: string;
}

// Unique indexes stay: they find duplicates, and foreign keys need them. The connection's own triggers are for audit and jobs.
const dispensable: QueryText<SchemaObject> = {
  sql: `WITH filled AS (SELECT value FROM json_each(?))
    SELECT type, name, sql FROM main.sqlite_schema WHERE tbl_name IN filled
      AND (sql LIKE 'CREATE INDEX %' OR type = 'trigger' AND sql LIKE '%INSERT INTO articleSearch%')
    UNION ALL
    SELECT type, name, replace(sql, 'CREATE TRIGGER', 'CREATE TEMP TRIGGER') FROM temp.sqlite_schema
      WHERE tbl_name IN filled`,
  reads: [],
};
const spill: QueryText<{ readonly cache_spill: number }> = { sql: "PRAGMA cache_spill", reads: [] };

/**
 * Runs `add`, which adds very many rows to empty tables, and builds their indexes and the search index of articles after it: a
 * fraction of the time of changing them with each row. Meanwhile pages go to the log before the commit, so a copy of the
 * folder's files may lack this transaction.
 */
export function bulkLoad(tx: Tx, tables: readonly TableName[], add: () => void): void {
  const spillPages = tx.query(spill, []).get()?.cache_spill;
  run(tx, `PRAGMA cache_spill = ${PAGES_IN_MEMORY}`);
  const objects = tx.query(dispensable, []).all(JSON.stringify(tables));
  for (const { type, name } of objects) run(tx, `DROP ${type} ${name}`);
  add();
  for (const { sql } of objects) run(tx, sql);
  rebuildSearchIndex(tx);
  run(tx, `PRAGMA cache_spill = ${spillPages}`);
}

function run(tx: Tx, sql: string): void {
  tx.query({ sql, reads: [] }, []).run();
}
