import { type Message, msg } from "./message.ts";

// The server and the console import this file.

/**
 * What is wrong with the pair of a server and its standby. `readOnly`: the server accepts no changes, because its standby has not
 * answered since the start, or has taken over.
 */
export const STANDBY_PROBLEMS = ["readOnly", "away", "behind", "older"] as const;
export type StandbyProblem = (typeof STANDBY_PROBLEMS)[number];

/** What each problem means, and what to do. */
export const STANDBY_PROBLEM_TEXTS: Readonly<Record<StandbyProblem, Message>> = {
  readOnly: msg("This server accepts no changes: its standby has not answered, or has taken over."),
  away: msg("The standby does not answer. If this server fails now, changes are lost."),
  behind: msg("The standby is more than a minute behind. If this server fails now, changes are lost."),
  older: msg("The standby has an older version, and could not take over. Upgrade it."),
};
