import { say, type Words } from "../../words.ts";
import type { IconName } from "../app/icon.tsx";
import type { Verdict } from "../kept/outbox-shapes.ts";

/** The verdicts in one word each. */
export const NAMES: Readonly<Record<Verdict, Words>> = {
  counted: say("Counted", "Započteno"),
  again: say("Again", "Znovu"),
  elsewhere: say("Belongs elsewhere", "Patří jinam"),
  unknown: say("Unknown", "Neznámé"),
  failed: say("Failed", "Nezdařilo se"),
};

/** Their icons. */
export const ICONS: Readonly<Record<Verdict, IconName>> = {
  counted: "there",
  again: "again",
  elsewhere: "elsewhere",
  unknown: "question",
  failed: "cross",
};
