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

/** The signs of the differences that each settles. 0: found elsewhere, or to be disposed of. */
const SIGNS: Readonly<Record<Settlement, readonly number[]>> = {
  shortage: [-1],
  naturalLoss: [-1],
  damage: [-1, 0],
  surplus: [1],
  bookError: [-1, 0, 1],
};

/** The settlements that fit each of these differences (pieces found less pieces recorded). */
export const settlementsOf = (differences: readonly number[]): readonly Settlement[] =>
  SETTLEMENTS.filter((one) => differences.every((difference) => SIGNS[one].includes(Math.sign(difference))));

/** Usual causes of differences, to choose from. A cause is stored as text: users may write their own. */
export const USUAL_CAUSES: readonly Message[] = [
  msg("Miscounted"),
  msg("Receipt not entered"),
  msg("Issue not entered"),
  msg("Move not entered"),
  msg("Wrong location"),
  msg("Mistaken for another article"),
  msg("Wrong unit or pack"),
  msg("Damaged"),
  msg("Expired", "goods"),
  SETTLEMENT_NAMES.naturalLoss,
  msg("Theft or loss"),
];
