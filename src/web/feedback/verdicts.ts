import { say, type Words } from "../../domain/message.ts";
import type { IconName } from "../app/icon.tsx";
import type { Verdict } from "../kept/outbox-shapes.ts";

/** The verdicts in one word each. */
export const NAMES: Readonly<Record<Verdict, Words>> = {
  counted: say("Counted", "Započteno"),
  added: say("One more", "Další kus"),
  same: say("Already counted", "Už započteno"),
  elsewhere: say("Belongs elsewhere", "Patří jinam"),
  unexpected: say("Not expected here", "Tady se nečeká"),
  surplus: say("More than expected", "Víc, než má být"),
  asked: say("NOT counted: answer", "NEZAPOČTENO: odpovězte"),
  unknown: say("Unknown", "Neznámý kód"),
  failed: say("Failed", "Nezdařilo se"),
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
