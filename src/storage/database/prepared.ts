import type { Database, Statement as Prepared } from "better-sqlite3";
import type { QueryText } from "./statement.ts";

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
