import { type Message, msg } from "../message.ts";

/** How a difference of a stocktake is settled. */
export const SETTLEMENTS = ["shortage", "naturalLoss", "damage", "surplus", "bookError"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

export const SETTLEMENT_NAMES: Readonly<Record<Settlement, Message>> = {
  shortage: msg("Shortage, to the responsible person"),
  naturalLoss: msg("Natural loss"),
  damage: msg("Damage"),
  surplus: msg("Surplus"),
  bookError: msg("Mistake in the records"),
};
