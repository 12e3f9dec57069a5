import { type Expression, type RawBuilder, sql } from "kysely";
import { type Language, say, type Words } from "../words.ts";

/** The states of an inventory, in the contract's order (contract 3). */
export const State = {
  Preparation: 1,
  WaitingForStart: 2,
  InProgress: 3,
  Paused: 4,
  Finished: 5,
  Processing: 6,
  Closed: 7,
  Cancelled: 8,
} as const;
export type State = (typeof State)[keyof typeof State];

const NAMES: Readonly<Record<State, Words>> = {
  [State.Preparation]: say("Preparation", "Příprava"),
  [State.WaitingForStart]: say("Waiting for start", "Čeká na spuštění"),
  [State.InProgress]: say("In progress", "Probíhá"),
  [State.Paused]: say("Paused", "Pozastavena"),
  [State.Finished]: say("Finished", "Dokončena"),
  [State.Processing]: say("Processing of results", "Zpracování výsledků"),
  [State.Closed]: say("Closed", "Uzavřena"),
  [State.Cancelled]: say("Cancelled", "Zrušena"),
};

/** The name of a state in each language. */
export function nameOfState(state: number): Words {
  const known = Object.values(State).find((one) => one === state);
  if (known === undefined) throw new Error(`there is no inventory state ${state}`);
  return NAMES[known];
}

/** The name of the state in `column`, in SQL. */
export function stateName(column: Expression<unknown>, language: Language): RawBuilder<string> {
  const cases = Object.values(State).map(
    (state) => sql`WHEN ${sql.lit(state)} THEN ${sql.lit(NAMES[state][language])}`,
  );
  return sql<string>`CASE ${column} ${sql.join(cases, sql` `)} END`;
}
