/** The figures in the last line of a suite. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** Parses the last line `N passed, N failed`; null where it is missing. */
export function tallyOf(lines: readonly string[]): Tally | null {
  for (const line of lines.toReversed()) {
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? [];
    if (passed !== undefined) return { passed: Number(passed), failed: Number(failed) };
  }
  return null;
}
