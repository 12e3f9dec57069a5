/** The figures of the line that each suite ends with. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** Reads the last line `N passed, N failed`; null where there is none. */
export function tallyOf(lines: readonly string[]): Tally | null {
  for (const line of lines.toReversed()) {
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? [];
    if (passed !== undefined) return { passed: Number(passed), failed: Number(failed) };
  }
  return null;
}
