import { msg } from "../../domain/message.ts";

/** The state of a request. */
export const REQUEST_STATES = {
  open: msg("Pending", "Čeká"),
  waiting: msg("Pending", "Čeká"),
  confirmed: msg("Confirmed", "Potvrzeno"),
  approved: msg("Approved", "Schváleno"),
  rejected: msg("Rejected", "Zamítnuto"),
  obsolete: msg("Obsolete", "Neaktuální"),
} as const;
