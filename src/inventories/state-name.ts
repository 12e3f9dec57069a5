import { type Expression, type RawBuilder, sql } from "kysely";
import { nameOfState, State } from "../domain/inventory-states.ts";
import type { Locale } from "../domain/message.ts";

/** The name of the state in `column`, in SQL. */
export function stateName(column: Expression<unknown>, language: Locale): RawBuilder<string> {
  const cases = Object.values(State).map(
    (state) => sql`WHEN ${sql.lit(state)} THEN ${sql.lit(nameOfState(state)[language])}`,
  );
  return sql<string>`CASE ${column} ${sql.join(cases, sql` `)} END`;
}
