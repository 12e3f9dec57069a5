import { say, type Words } from "../../../../words.ts";

/** What a Manager may say of an item, by the box's own words. */
export type Decision = "recount" | "keepCount" | "keepDifference" | "settle";

export const DECISION_NAMES: Readonly<Record<Decision, Words>> = {
  recount: say("Recount", "Přepočítat"),
  keepCount: say("Keep the count", "Ponechat počet"),
  keepDifference: say("Keep the difference", "Ponechat rozdíl"),
  settle: say("Settle: the later count stands", "Potvrdit pozdější počet"),
};

/** What closing makes of each. */
export const DECISION_MEANS: Readonly<Record<Decision, Words>> = {
  recount: say(
    "it is to be counted again, against what is recorded at its place now",
    "spočítá se znovu proti tomu, co je na místě vedeno teď",
  ),
  keepCount: say("closing sets what was counted", "uzavření zapíše, co se spočítalo"),
  keepDifference: say(
    "closing sets what is recorded then, plus counted less expected",
    "uzavření zapíše tehdejší stav plus spočítáno minus očekáváno",
  ),
  settle: say("two counts differ, and the later one stands", "dva počty se liší a platí ten pozdější"),
};
