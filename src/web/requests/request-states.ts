import { msg } from "../../domain/message.ts";

/** Names of the states of requests. */
export const REQUEST_STATES = {
  open: msg("Pending"),
  waiting: msg("Pending"),
  confirmed: msg("Confirmed"),
  approved: msg("Approved"),
  rejected: msg("Rejected"),
  obsolete: msg("Obsolete"),
} as const;
