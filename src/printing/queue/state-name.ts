import { type Expression, type RawBuilder, sql } from "kysely";
import type { Locale } from "../../domain/message.ts";
import { nameOfRequestState, RequestState } from "../../domain/print-states.ts";

/** The name of the state in `column`, in SQL. */
export function requestStateName(column: Expression<unknown>, language: Locale): RawBuilder<string> {
  const cases = Object.values(RequestState).map(
    (state) => sql`WHEN ${sql.lit(state)} THEN ${sql.lit(nameOfRequestState(state, language))}`,
  );
  return sql<string>`CASE ${column} ${sql.join(cases, sql` `)} END`;
}
