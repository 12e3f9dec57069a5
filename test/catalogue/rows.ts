import type { TestBox } from "../harness/box.ts";

/** Rows of the database, past the API. */
export function rowsOf(box: TestBox, sql: string): readonly Readonly<Record<string, unknown>>[] {
  return box.appliance.dependencies.storage.db.query<Record<string, unknown>>({ sql, reads: [] }, []).all();
}
