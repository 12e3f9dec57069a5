import { type Message, msg } from "./message.ts";

// The server and the clients import this file.

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

/** The states of an inventory that has a report. */
export const REPORTED_IN: readonly number[] = [State.Finished, State.Processing, State.Closed];

const NAMES: Readonly<Record<State, Message>> = {
  [State.Preparation]: msg("Preparation"),
  [State.WaitingForStart]: msg("Waiting for start"),
  [State.InProgress]: msg("In progress"),
  [State.Paused]: msg("Paused"),
  [State.Finished]: msg("Finished", "stocktake"),
  [State.Processing]: msg("Processing of results"),
  [State.Closed]: msg("Closed", "stocktake"),
  [State.Cancelled]: msg("Cancelled", "stocktake"),
};

/** The name of a state in each language. */
export function nameOfState(state: number): Message {
  const known = Object.values(State).find((each) => each === state);
  if (known === undefined) throw new Error(`unknown inventory state ${state}`);
  return NAMES[known];
}
