import { TIMES, times } from "./times.ts";

// Runs before each test file: the environment's settings for property tests. TALLYBOX_SEED repeats a failure (fast-check
// prints it).

const seed = process.env["TALLYBOX_SEED"];
if (seed !== undefined || TIMES !== 1) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ numRuns: times(100), ...(seed !== undefined && { seed: Number(seed) }) });
}
