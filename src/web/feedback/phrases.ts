import { type Message, msg } from "../../domain/message.ts";
import type { Verdict } from "../db/outbox-shapes.ts";
import { NAMES } from "./verdicts.ts";

/** What a spoken phrase is made from. */
export interface SpokenScan {
  readonly verdict: Verdict;
  /** How many there are with this scan; null: nothing is counted. */
  readonly quantity: number | null;
  /** How many are expected; null: not to be told (a blind count), or not expected at all. */
  readonly expected: number | null;
  /** How many pieces the scan stands for; absent: one. */
  readonly pieces?: number;
}

/** What is said of a scan: as few words as tell it from all others. */
export function phraseOf({ verdict, quantity, expected, pieces = 1 }: SpokenScan): Message {
  const first = verdict === "added" && pieces > 1 ? msg("Plus {pieces}", { pieces }) : ALONE[verdict];
  if (quantity === null || !COUNTED.includes(verdict)) return first;
  const count = expected === null ? quantity : msg("{quantity} of {expected}", { quantity, expected });
  return msg("{verdict}, {count}", { verdict: first, count });
}

const COUNTED: readonly Verdict[] = ["counted", "added", "same", "elsewhere", "surplus"];

// As on the card, but for what reads well and sounds wrong.
const ALONE: Readonly<Record<Verdict, Message>> = {
  ...NAMES,
  added: msg("Plus one"),
  asked: msg("Not counted. Answer."),
  unknown: msg("Unknown code"),
  failed: msg("Failed. Not counted."),
};
