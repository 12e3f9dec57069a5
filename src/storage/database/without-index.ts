import { type RawBuilder, sql } from "kysely";

/**
 * A column that no index is chosen for (SQLite's unary plus). Without statistics the planner takes a whole tenant for
 * few rows: it would walk through all of them to save a sort, or to use an index that begins with the tenant.
 */
export function withoutIndex<T>(column: string): RawBuilder<T> {
  return sql<T>`+${sql.ref(column)}`;
}
