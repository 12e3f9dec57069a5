import { type Language, say, type Words } from "./message.ts";

/** The states of a print request (contract 3; decisions, Printing). */
export const RequestState = { Waiting: 1, Printing: 2, Done: 3, Error: 4 } as const;
export type RequestState = (typeof RequestState)[keyof typeof RequestState];

const NAMES: Readonly<Record<RequestState, Words>> = {
  [RequestState.Waiting]: say("Waiting", "Čeká"),
  [RequestState.Printing]: say("Printing", "Tiskne se"),
  [RequestState.Done]: say("Done", "Hotovo"),
  [RequestState.Error]: say("Error", "Chyba"),
};

/** The name of a state. */
export function nameOfRequestState(state: RequestState, language: Language): string {
  return NAMES[state][language];
}
