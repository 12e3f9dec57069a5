import type { Decision } from "../../../../domain/item-decisions.ts";
import { type Message, msg } from "../../../../domain/message.ts";

export const DECISION_NAMES: Readonly<Record<Decision, Message>> = {
  recount: msg("Recount"),
  keepCount: msg("Keep count"),
  keepDifference: msg("Keep difference"),
  settle: msg("Accept later count"),
};

/** What closing makes of each. */
export const DECISION_EFFECTS: Readonly<Record<Decision, Message>> = {
  recount: msg("count it again, compared with the current stock of its location"),
  keepCount: msg("closing sets the counted quantity"),
  keepDifference: msg("closing applies counted less expected to the stock of that moment"),
  settle: msg("two counts differ; the later one is used"),
};
