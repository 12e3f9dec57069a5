import type { Database, Statement as Prepared } from "better-sqlite3";
import { fold } from "../../domain/text-folding.ts";
import type { Db, QueryText } from "./statement.ts";

// Separate from the query compiler: a worker that only runs queries starts without it, in a third of the time.

/** Returns a function that prepares each query once on this connection. */
export function preparer(db: Database): <Row>(text: QueryText<Row>) => Prepared<unknown[], Row> {
  const prepared = new Map<string, Prepared<unknown[], unknown>>();
  return <Row>(text: QueryText<Row>) => {
    let found = prepared.get(text.sql);
    if (!found) {
      found = db.prepare<unknown[], unknown>(text.sql);
      prepared.set(text.sql, found);
    }
    // The row type belongs to the text: the query that declares it was compiled to this text.
    return found as Prepared<unknown[], Row>;
  };
}

/** A handle for declared queries on this connection. */
export function databaseHandle(connection: Database): Db {
  return { query: preparer(connection) };
}

/** The SQL function that folds a text for searching, as `fold` does. For columns without a folded copy. */
export const FOLD = "fold_text";

/** Registers the SQL functions of queries on a connection. The schema uses none of them. */
export function createFunctions(db: Database): void {
  db.function(FOLD, { deterministic: true }, (text: unknown) => (text === null ? null : fold(String(text))));
}
