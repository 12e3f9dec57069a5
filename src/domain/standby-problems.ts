import { type Message, msg } from "./message.ts";

// The server and the console import this file.

/**
 * What is wrong with the pair of a server and its standby. `readOnly`: the server accepts no changes, because its standby has not
 * answered since the start, or has taken over. `noAddress`: the server was promoted, and does not have the address that was prepared for that.
 */
export const STANDBY_PROBLEMS = ["readOnly", "noAddress", "away", "behind", "older"] as const;
export type StandbyProblem = (typeof STANDBY_PROBLEMS)[number];

/** What each problem means, and what to do. */
export const STANDBY_PROBLEM_TEXTS: Readonly<Record<StandbyProblem, Message>> = {
  readOnly: msg("This server accepts no changes: its standby has not answered, or has taken over."),
  noAddress: msg(
    "This server has taken over, and the address prepared for that could not be added. The log of tallybox-upgrade has the reason.",
  ),
  away: msg("The standby does not answer. If this server fails now, changes are lost."),
  behind: msg("The standby is more than a minute behind. If this server fails now, changes are lost."),
  older: msg("The standby has an older version. Upgrade it."),
};
