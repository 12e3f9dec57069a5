import { msg } from "../../../domain/message.ts";

/** What kinds of devices are called. */
export const KIND_TEXTS = {
  terminal: msg("Shared terminal"),
  personal: msg("Personal device"),
};
