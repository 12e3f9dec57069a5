import type { Chance } from "./chance.ts";
import { together, type Verdict } from "./verdict.ts";
import type { World } from "./world.ts";

/** What a part of the torture gets. */
export interface Run {
  readonly world: World;
  readonly rounds: number;
  readonly chance: Chance;
  /** How long the load lasts. */
  readonly minutes: number;
  /** Tells how far it is: one line. */
  tell(line: string): void;
}

/** What a part found. */
export interface Outcome {
  readonly rounds: number;
  /** Acknowledged writes looked for, over all rounds. */
  readonly checked: number;
  readonly lost: readonly string[];
  readonly faults: readonly string[];
  /** Figures worth showing, a line each. */
  readonly notes: readonly string[];
}

/** One way to torture the box. */
export interface Part {
  readonly name: string;
  /** What one round is. */
  readonly summary: string;
  readonly rounds: number;
  run(run: Run): Promise<Outcome>;
}

/**
 * What speaks against an outcome, a sentence each; none: it is proven. Where no write was acknowledged none could be lost, so
 * the run proves nothing: it is inconclusive, which is not a loss.
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
