import type { Database, Statement as Prepared } from "better-sqlite3";
import type { QueryText } from "./statement.ts";

// Apart from what compiles the queries: a thread that only runs them starts without it, in a third of the time.

/** Prepares each text once a connection. */
export function preparer(db: Database): <Row>(text: QueryText<Row>) => Prepared<unknown[], Row> {
  const prepared = new Map<string, Prepared<unknown[], unknown>>();
  return <Row>(text: QueryText<Row>) => {
    let found = prepared.get(text.sql);
    if (!found) {
      found = db.prepare<unknown[], unknown>(text.sql);
      prepared.set(text.sql, found);
    }
    // The row type belongs to the text: it was compiled from the query that declares it.
    return found as Prepared<unknown[], Row>;
  };
}
