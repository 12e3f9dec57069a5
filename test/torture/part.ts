import type { Fixture } from "./fixture.ts";
import type { Random } from "./random.ts";
import { together, type Verdict } from "./verdict.ts";

/** The input of a part of the torture. */
export interface Run {
  readonly fixture: Fixture;
  readonly rounds: number;
  readonly random: Random;
  /** How long the load lasts. */
  readonly minutes: number;
  /** Prints the progress as one line. */
  logProgress(line: string): void;
}

/** The result of a part. */
export interface Outcome {
  readonly rounds: number;
  /** Checked acknowledged writes, over all rounds. */
  readonly checked: number;
  readonly lost: readonly string[];
  readonly faults: readonly string[];
  /** Figures to print, a line each. */
  readonly notes: readonly string[];
}

/** One kind of torture. */
export interface Part {
  readonly name: string;
  /** The unit of its rounds. */
  readonly summary: string;
  readonly rounds: number;
  run(run: Run): Promise<Outcome>;
}

/**
 * The objections to an outcome, a sentence each; none: it is proven. Without an acknowledged write none could be lost, so
 * the run is inconclusive, which is not a loss.
 */
export function objectionsTo({ checked, lost, faults }: Outcome): string[] {
  return [
    ...lost.map((sentence) => `lost: ${sentence}`),
    ...faults.map((sentence) => `fault: ${sentence}`),
    ...(checked === 0
      ? ["inconclusive: no write was acknowledged, so none could be lost; run it again"]
      : []),
  ];
}

/** The verdicts of all rounds put together. */
export function outcomeOf(verdicts: readonly Verdict[], notes: readonly string[] = []): Outcome {
  const { lost, faults } = together(...verdicts);
  const checked = verdicts.reduce((sum, verdict) => sum + verdict.checked, 0);
  return { rounds: verdicts.length, checked, lost, faults, notes };
}
