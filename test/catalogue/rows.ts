import type { TestServer } from "../harness/server.ts";

/** Rows of the database, past the API. */
export function rowsOf(server: TestServer, sql: string): readonly Readonly<Record<string, unknown>>[] {
  return server.appliance.dependencies.storage.db
    .query<Record<string, unknown>>({ sql, reads: [] }, [])
    .all();
}
