import { State } from "./inventory-states.ts";
import type { Permission } from "./roles.ts";

// The server and the clients import this file.

interface Transition {
  readonly from: readonly State[];
  readonly to: State;
  readonly permission: Permission;
}

/** The transitions of an inventory: states and permission (contract 3; decisions, Inventories and Added paths). */
export const TRANSITIONS = {
  prepare: {
    from: [State.Preparation, State.WaitingForStart],
    to: State.WaitingForStart,
    permission: "manage",
  },
  start: { from: [State.WaitingForStart, State.Paused], to: State.InProgress, permission: "work" },
  postpone: { from: [State.InProgress], to: State.Paused, permission: "work" },
  finish: { from: [State.InProgress], to: State.Finished, permission: "work" },
  process: { from: [State.Finished], to: State.Processing, permission: "manage" },
  reopen: { from: [State.Finished, State.Processing], to: State.InProgress, permission: "manage" },
  close: { from: [State.Processing], to: State.Closed, permission: "manage" },
  cancel: {
    from: [State.Preparation, State.WaitingForStart, State.Paused],
    to: State.Cancelled,
    permission: "manage",
  },
} as const satisfies Record<string, Transition>;

/** The name of a transition, as in its path. */
export type TransitionName = keyof typeof TRANSITIONS;

/** True if the transition can begin in this state of an inventory. */
export function canBegin(name: TransitionName, state: number): boolean {
  const from: readonly number[] = TRANSITIONS[name].from;
  return from.includes(state);
}
