import type { Tx } from "../storage/database/statement.ts";

/** Puts the pieces of the search index together, after many articles came at once: searches then read one, not dozens. */
export function tidySearchIndex(tx: Tx): void {
  tx.query({ sql: "INSERT INTO articleSearch (articleSearch) VALUES ('optimize')", reads: [] }, []).run();
}
