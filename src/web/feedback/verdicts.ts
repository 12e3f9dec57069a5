import { type Message, msg } from "../../domain/message.ts";
import type { Verdict } from "../db/outbox-shapes.ts";
import type { IconName } from "../ui/icon.tsx";

/** The verdicts in one word each. */
export const NAMES: Readonly<Record<Verdict, Message>> = {
  counted: msg("Counted", "Započteno"),
  added: msg("One more", "Další kus"),
  same: msg("Already counted", "Už započteno"),
  elsewhere: msg("Belongs elsewhere", "Patří jinam"),
  unexpected: msg("Not expected here", "Tady se nečeká"),
  surplus: msg("More than expected", "Víc, než má být"),
  asked: msg("NOT counted: answer", "NEZAPOČTENO: odpovězte"),
  unknown: msg("Unknown", "Neznámý kód"),
  failed: msg("Failed", "Nezdařilo se"),
};

/** Their icons. */
export const ICONS: Readonly<Record<Verdict, IconName>> = {
  counted: "there",
  added: "plus",
  same: "same",
  elsewhere: "elsewhere",
  unexpected: "unexpected",
  surplus: "surplus",
  asked: "hand",
  unknown: "question",
  failed: "cross",
};
