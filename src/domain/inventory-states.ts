import { say, type Words } from "./message.ts";

// The client reads this too: nothing here knows the database.

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
