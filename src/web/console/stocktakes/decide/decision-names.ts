import { say, type Words } from "../../../../domain/message.ts";

/** What a Manager may say of an item, by the box's own words. */
export type Decision = "recount" | "keepCount" | "keepDifference" | "settle";

export const DECISION_NAMES: Readonly<Record<Decision, Words>> = {
  recount: say("Recount", "Přepočítat"),
  keepCount: say("Keep count", "Ponechat počet"),
  keepDifference: say("Keep difference", "Ponechat rozdíl"),
  settle: say("Accept later count", "Přijmout pozdější počet"),
};

/** What closing makes of each. */
export const DECISION_MEANS: Readonly<Record<Decision, Words>> = {
  recount: say(
    "count it again, compared with the current stock of its location",
    "spočítá se znovu a porovná s aktuálním stavem umístění",
  ),
  keepCount: say("closing sets the counted quantity", "uzavření zapíše spočítané množství"),
  keepDifference: say(
    "closing applies counted less expected to the stock of that moment",
    "uzavření přičte rozdíl ke stavu v okamžiku uzavření",
  ),
  settle: say("two counts differ; the later one is used", "dva počty se liší; použije se pozdější"),
};
