import { configureGlobal } from "fast-check";
import { times } from "./times.ts";

// Runs before each test file. A property test draws the same values in each run, so it refuses no change by chance: new ones are drawn in
// the night. TALLYBOX_SEED repeats a failure (fast-check prints it).

configureGlobal({ numRuns: times(100), seed: Number(process.env["TALLYBOX_SEED"] ?? 1) });
