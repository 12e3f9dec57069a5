import { State } from "./inventory-states.ts";
import { type Message, msg } from "./message.ts";

// The server and the clients import this file.

/** Decisions on items whose stock has moved, and on contradicting counts (`recount`, `settle`). */
export const DECISIONS = ["recount", "keepCount", "keepDifference", "settle"] as const;
export type Decision = (typeof DECISIONS)[number];

export const DECISION_NAMES: Readonly<Record<Decision, Message>> = {
  recount: msg("Recount"),
  keepCount: msg("Keep count"),
  keepDifference: msg("Keep difference"),
  settle: msg("Accept later count"),
};

/** The fields of an item that decide which decisions it takes. */
interface DecidableItem {
  readonly movedDT: string | null;
  readonly isToRecount: boolean;
}

/** The decisions that change something of an item: `keepCount` and `keepDifference` need moved stock, `settle` a recount. */
export function decisionsFor({ movedDT, isToRecount }: DecidableItem): readonly Decision[] {
  const onCounts: Decision = isToRecount ? "settle" : "recount";
  return movedDT === null ? [onCounts] : ["keepCount", "keepDifference", onCounts];
}

/** The states of a stocktake in which its items take decisions. */
export const DECIDED_IN: readonly number[] = [
  State.InProgress,
  State.Paused,
  State.Finished,
  State.Processing,
];
