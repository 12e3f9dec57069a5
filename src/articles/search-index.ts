import type { Tx } from "../storage/database/statement.ts";

/** Merges the segments of the FTS5 index after many inserts, so that searches read one segment instead of dozens. */
export function optimizeSearchIndex(tx: Tx): void {
  tx.query({ sql: "INSERT INTO articleSearch (articleSearch) VALUES ('optimize')", reads: [] }, []).run();
}
