/** The result of a check of a server; empty `faults` mean that all is as it must be. */
export interface Verdict {
  /** The number of checked acknowledged writes. */
  readonly checked: number;
  /** Those of them that are not there, a sentence each. */
  readonly lost: readonly string[];
  /** All other errors: partial writes, a broken database, a server that does not start. */
  readonly faults: readonly string[];
}

/** Several looks as one; `checked` is that of the most thorough. */
export function together(...verdicts: readonly Verdict[]): Verdict {
  return {
    checked: Math.max(0, ...verdicts.map(({ checked }) => checked)),
    lost: verdicts.flatMap(({ lost }) => lost),
    faults: verdicts.flatMap(({ faults }) => faults),
  };
}

/** The verdicts of all rounds put together. */
export function total(verdicts: readonly Verdict[]): Verdict {
  return { ...together(...verdicts), checked: verdicts.reduce((sum, { checked }) => sum + checked, 0) };
}

/**
 * The objections to a verdict, a sentence each; none: it is proven. Without an acknowledged write none could be lost, so
 * the run is inconclusive, which is not a loss.
 */
export function objectionsTo({ checked, lost, faults }: Verdict): string[] {
  return [
    ...lost.map((sentence) => `lost: ${sentence}`),
    ...faults.map((sentence) => `fault: ${sentence}`),
    ...(checked === 0
      ? ["inconclusive: no write was acknowledged, so none could be lost; run it again"]
      : []),
  ];
}

/** A verdict without any acknowledged write: something failed as a whole. */
export function fault(sentence: string): Verdict {
  return { checked: 0, lost: [], faults: [sentence] };
}

/** True when nothing is lost and there is no error. */
export function isGood({ lost, faults }: Verdict): boolean {
  return lost.length === 0 && faults.length === 0;
}

/** The same with these words before each sentence. */
export function named(words: string, { checked, lost, faults }: Verdict): Verdict {
  const name = (sentence: string) => `${words}: ${sentence}`;
  return { checked, lost: lost.map(name), faults: faults.map(name) };
}
