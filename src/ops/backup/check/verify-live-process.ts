import { setPriority } from "node:os";
import { verifyLive } from "./verify-live.ts";

// Process of the self-check: `node verify-live-process.ts FOLDER GENERATION PRIORITY` prints one line of JSON.

/** Result of a self-check: the first problems as sentences, and the number of all. */
export interface SelfCheckOutcome {
  readonly problems: readonly string[];
  readonly total: number;
}

const [folder = "", generation = "", priority = ""] = process.argv.slice(2);
try {
  setPriority(Number(priority));
} catch {
  // The system call filter of the service denies it: the check runs at normal priority.
}
const problems = await verifyLive(folder, generation);
process.stdout.write(
  `${JSON.stringify({ problems: problems.first, total: problems.count() } satisfies SelfCheckOutcome)}\n`,
);
