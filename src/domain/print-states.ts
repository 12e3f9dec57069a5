import { type Message, msg } from "./message.ts";

/** The states of a print request (contract 3; decisions, Printing). */
export const RequestState = { Waiting: 1, Printing: 2, Done: 3, Error: 4 } as const;
export type RequestState = (typeof RequestState)[keyof typeof RequestState];

const NAMES: Readonly<Record<RequestState, Message>> = {
  [RequestState.Waiting]: msg("Waiting"),
  [RequestState.Printing]: msg("Printing", "state"),
  [RequestState.Done]: msg("Done"),
  [RequestState.Error]: msg("Error"),
};

/** The name of a state. */
export function nameOfRequestState(state: RequestState): Message {
  return NAMES[state];
}

/** The most copies of a label that one request prints. */
export const MAX_COPIES = 1000;
