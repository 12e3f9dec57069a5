import { type RawBuilder, sql } from "kysely";

/**
 * A column for which SQLite uses no index (unary plus). Without statistics the planner estimates few rows for a whole tenant: it
 * would scan all of them to save a sort, or to use an index that begins with the tenant.
 */
export function withoutIndex<T>(column: string): RawBuilder<T> {
  return sql<T>`+${sql.ref(column)}`;
}
