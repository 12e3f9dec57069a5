import { type Message, msg } from "../../domain/message.ts";
import type { Verdict } from "../db/outbox-shapes.ts";
import { NAMES } from "./verdicts.ts";

/** The facts of a scan from which its phrase is made. */
export interface SpokenScan {
  readonly verdict: Verdict;
  /** The quantity with this scan; null: not counted. */
  readonly quantity: number | null;
  /** The expected quantity; null: hidden (a blind count) or none. */
  readonly expected: number | null;
  /** The number of pieces of the scan; absent: one. */
  readonly pieces?: number;
}

/** The phrase of a scan, as short as possible. */
export function phraseOf({ verdict, quantity, expected, pieces = 1 }: SpokenScan): Message {
  const first = verdict === "added" && pieces > 1 ? msg("Plus {pieces}", { pieces }) : ALONE[verdict];
  if (quantity === null || !COUNTED.includes(verdict)) return first;
  const count = expected === null ? quantity : msg("{quantity} of {expected}", { quantity, expected });
  return msg("{verdict}, {count}", { verdict: first, count });
}

const COUNTED: readonly Verdict[] = ["counted", "added", "same", "elsewhere", "surplus"];

// The names on the card, except those that sound unclear.
const ALONE: Readonly<Record<Verdict, Message>> = {
  ...NAMES,
  added: msg("Plus one"),
  asked: msg("Not counted. Answer."),
  unknown: msg("Unknown code"),
  failed: msg("Failed. Not counted."),
};
