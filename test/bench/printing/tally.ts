import { type Shown, State } from "./requests.ts";

/** What became of the labels that were asked for. */
export interface Tally {
  readonly asked: number;
  /** For printers that work: asked for, and at no printer. */
  readonly lost: number;
  /** At a printer more than once. */
  readonly doubled: number;
  /** Shown as something else than Done and confirmed. */
  readonly doubtful: number;
  /** For the dead printer, and how many of those still wait, as all should. */
  readonly forDead: number;
  readonly waiting: number;
}

/** True when every label came out once and every request shows what became of it. */
export function isHonest({ lost, doubled, doubtful, forDead, waiting }: Tally): boolean {
  return lost === 0 && doubled === 0 && doubtful === 0 && waiting === forDead;
}

/** Counts the labels at the printers (no two that were asked for have the same bytes) and the states that are shown. */
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
