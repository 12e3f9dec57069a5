import { State } from "./inventory-states.ts";

// The client reads this too: nothing here knows the database.

/** From which states a move starts, and where it leads (contract 3; decisions, Inventories and Added paths). */
export const TRANSITIONS = {
  prepare: { from: [State.Preparation, State.WaitingForStart], to: State.WaitingForStart },
  start: { from: [State.WaitingForStart, State.Paused], to: State.InProgress },
  postpone: { from: [State.InProgress], to: State.Paused },
  finish: { from: [State.InProgress], to: State.Finished },
  process: { from: [State.Finished], to: State.Processing },
  reopen: { from: [State.Finished, State.Processing], to: State.InProgress },
  close: { from: [State.Processing], to: State.Closed },
  cancel: { from: [State.Preparation, State.WaitingForStart, State.Paused], to: State.Cancelled },
} as const satisfies Record<string, { from: readonly State[]; to: State }>;

export type TransitionName = keyof typeof TRANSITIONS;
