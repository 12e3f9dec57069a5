import { type Shown, State } from "./requests.ts";

/** The results of the requested labels. */
export interface Tally {
  readonly asked: number;
  /** For working printers: requested, and received by none. */
  readonly lost: number;
  /** At a printer more than once. */
  readonly doubled: number;
  /** Shown as something else than Done and confirmed. */
  readonly doubtful: number;
  /** For the dead printer, and how many of those still wait, as all should. */
  readonly forDead: number;
  readonly waiting: number;
}

/** True when every label was printed once and every request shows its result. */
export function isHonest({ lost, doubled, doubtful, forDead, waiting }: Tally): boolean {
  return lost === 0 && doubled === 0 && doubtful === 0 && waiting === forDead;
}

/** Counts the labels at the printers (no two requested ones have the same bytes) and the reported states. */
export function tallyOf(requests: readonly Shown[], arrived: readonly string[], deadId?: number): Tally {
  const living = requests.filter(({ printerId }) => printerId !== deadId);
  const dead = requests.filter(({ printerId }) => printerId === deadId);
  const different = new Set(arrived).size;
  return {
    asked: requests.length,
    lost: living.length - different,
    doubled: arrived.length - different,
    doubtful: living.filter(({ stateId, isConfirmed }) => stateId !== State.done || !isConfirmed).length,
    forDead: dead.length,
    waiting: dead.filter(({ stateId }) => stateId === State.waiting).length,
  };
}
