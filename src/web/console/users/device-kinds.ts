import { msg } from "../../../domain/message.ts";

/** What kinds of devices are called. */
export const KIND_TEXTS = {
  terminal: msg("Shared terminal", "Sdílený terminál"),
  personal: msg("Personal device", "Osobní zařízení"),
};
