import { WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import { demandState } from "../inventory.ts";

// When an operation was made, by the box's clock, and whether that was while the count went on.

/**
 * The time of an operation as ISO 8601 UTC, fixed when it first arrives: the terminal's own, corrected by how far its clock
 * was off when it sent (`sentAt`, null where it did not say), and never after `received`. All in milliseconds since 1970.
 */
export function timeOf(at: number, sentAt: number | null, received: number): string {
  const corrected = sentAt === null ? at : at + (received - sentAt);
  return new Date(Math.min(received, Math.max(0, corrected))).toISOString();
}

/** A move of an inventory to another state. */
export interface StateChange {
  readonly stateId: number;
  readonly at: string;
}

/** True when the inventory was In progress at that time, by its moves in their order. */
export function wasInProgress(moves: readonly StateChange[], time: string): boolean {
  return moves.some(
    ({ stateId, at }, index) =>
      stateId === State.InProgress && at <= time && time <= (moves[index + 1]?.at ?? time),
  );
}

const OVER: readonly number[] = [State.Finished, State.Processing, State.Closed];

/**
 * True when an operation of that time came after the count was over: it is kept, not applied. Throws WrongState where it
 * can't be either: the count has not begun, was given up, or was paused at that time.
 */
export function isLate(stateId: number, time: string, moves: () => readonly StateChange[]): boolean {
  if (OVER.includes(stateId)) return true;
  demandState(stateId, [State.InProgress, State.Paused]);
  if (stateId === State.Paused && !wasInProgress(moves(), time)) {
    throw new WrongState(
      msg(
        "The inventory is paused and was not in progress at the time of this count.",
        "Inventura je pozastavená a v době tohoto záznamu neprobíhala.",
      ),
    );
  }
  return false;
}
