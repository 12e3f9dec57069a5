import { constants, setPriority } from "node:os";
import { verifyLive } from "./verify-live.ts";

// Process of the self-check: `node verify-live-process.ts FOLDER GENERATION` prints one line of JSON.

/** Result of a self-check: the first problems as sentences, and the number of all. */
export interface SelfCheckOutcome {
  readonly problems: readonly string[];
  readonly total: number;
}

try {
  setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // The system call filter of the service denies it: the check runs at normal priority.
}
const [folder = "", generation = ""] = process.argv.slice(2);
const problems = await verifyLive(folder, generation);
process.stdout.write(
  `${JSON.stringify({ problems: problems.first, total: problems.count() } satisfies SelfCheckOutcome)}\n`,
);
