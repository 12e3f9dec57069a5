import { type Message, msg } from "../../domain/message.ts";
import type { Verdict } from "../db/outbox-shapes.ts";
import type { IconName } from "../ui/icon.tsx";

/** Short names of the verdicts. */
export const NAMES: Readonly<Record<Verdict, Message>> = {
  counted: msg("Counted", "scan"),
  added: msg("One more", "scan"),
  same: msg("Already counted"),
  elsewhere: msg("Belongs elsewhere"),
  unexpected: msg("Not expected here"),
  surplus: msg("More than expected"),
  asked: msg("NOT counted: answer"),
  unknown: msg("Unknown", "scan"),
  failed: msg("Failed"),
};

/** Icons of the verdicts. */
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
