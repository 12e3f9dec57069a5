/** The factor for the number of tries: TALLYBOX_TIMES, which the long proofs set (`npm run prove:…`). */
export const TIMES = Number(process.env["TALLYBOX_TIMES"] ?? 1);

/** The number of runs of a property test, of kills or of scans: `usual` times TALLYBOX_TIMES. */
export function times(usual: number): number {
  return Math.ceil(usual * TIMES);
}
