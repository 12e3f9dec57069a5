import { say } from "../../../domain/message.ts";

/** What kinds of devices are called. */
export const KIND_TEXTS = {
  terminal: say("Shared terminal", "Sdílený terminál"),
  personal: say("Personal device", "Osobní zařízení"),
};
