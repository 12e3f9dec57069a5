import { say } from "../../domain/message.ts";

/** The state of a request. */
export const REQUEST_STATES = {
  open: say("Pending", "Čeká"),
  waiting: say("Pending", "Čeká"),
  confirmed: say("Confirmed", "Potvrzeno"),
  approved: say("Approved", "Schváleno"),
  rejected: say("Rejected", "Zamítnuto"),
  obsolete: say("Obsolete", "Neaktuální"),
} as const;
