import { type Message, msg } from "../../../../domain/message.ts";

/** What a Manager may say of an item, by the server's own words. */
export type Decision = "recount" | "keepCount" | "keepDifference" | "settle";

export const DECISION_NAMES: Readonly<Record<Decision, Message>> = {
  recount: msg("Recount", "Přepočítat"),
  keepCount: msg("Keep count", "Ponechat počet"),
  keepDifference: msg("Keep difference", "Ponechat rozdíl"),
  settle: msg("Accept later count", "Přijmout pozdější počet"),
};

/** What closing makes of each. */
export const DECISION_EFFECTS: Readonly<Record<Decision, Message>> = {
  recount: msg(
    "count it again, compared with the current stock of its location",
    "spočítá se znovu a porovná s aktuálním stavem umístění",
  ),
  keepCount: msg("closing sets the counted quantity", "uzavření zapíše spočítané množství"),
  keepDifference: msg(
    "closing applies counted less expected to the stock of that moment",
    "uzavření přičte rozdíl ke stavu v okamžiku uzavření",
  ),
  settle: msg("two counts differ; the later one is used", "dva počty se liší; použije se pozdější"),
};
