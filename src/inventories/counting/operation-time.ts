import { WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import { demandState } from "../inventory.ts";

// The time of an operation by the server's clock, and whether the count was running then.

/**
 * The time of an operation as ISO 8601 UTC, fixed at its first arrival: `at`, corrected by the clock offset at `sentAt` (null:
 * unknown), at most `received`. All in milliseconds since 1970.
 */
export function timeOf(at: number, sentAt: number | null, received: number): string {
  const corrected = sentAt === null ? at : at + (received - sentAt);
  return new Date(Math.min(received, Math.max(0, corrected))).toISOString();
}

/** A recorded transition of an inventory. */
interface StateChange {
  readonly stateId: number;
  readonly at: string;
}

/** True if the inventory was In progress at that time; `transitions` oldest first. */
export function wasInProgress(transitions: readonly StateChange[], time: string): boolean {
  return transitions.some(
    ({ stateId, at }, index) =>
      stateId === State.InProgress && at <= time && time <= (transitions[index + 1]?.at ?? time),
  );
}

const OVER: readonly number[] = [State.Finished, State.Processing, State.Closed];

/**
 * True if the count is finished: the operation is stored, not applied. Throws WrongState if the count has not started, is
 * cancelled, or was paused at that time.
 */
export function isLate(stateId: number, time: string, transitions: () => readonly StateChange[]): boolean {
  if (OVER.includes(stateId)) return true;
  demandState(stateId, [State.InProgress, State.Paused]);
  if (stateId === State.Paused && !wasInProgress(transitions(), time)) {
    throw new WrongState(msg("The stocktake is paused and was not in progress at the time of this count."));
  }
  return false;
}
