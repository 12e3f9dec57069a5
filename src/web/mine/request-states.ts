import { say } from "../../words.ts";

/** What has become of a request, in a word. */
export const REQUEST_STATES = {
  open: say("open", "otevřený"),
  waiting: say("waiting", "čeká"),
  confirmed: say("confirmed", "potvrzený"),
  approved: say("approved", "schváleno"),
  rejected: say("rejected", "zamítnuto"),
  obsolete: say("obsolete", "neplatí"),
} as const;
