import { type Message, msg } from "../../../domain/message.ts";

/** What a stocktake tells while a job works on it, by the kinds of such jobs. */
export const PROGRESS_TEXTS: Readonly<Record<string, Message>> = {
  prepare: msg("Preparing…"),
  choose: msg("Preparing…"),
  approve: msg("Approving…"),
  approveItems: msg("Approving…"),
  reopen: msg("Applying late counts…"),
  close: msg("Applying the results to stock…"),
  decide: msg("Deciding…"),
};

/** Whether jobs of a kind work on a stocktake. */
export const isOfStocktake = (kind: string) => PROGRESS_TEXTS[kind] !== undefined;
