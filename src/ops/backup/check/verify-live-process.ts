import { constants, setPriority } from "node:os";
import { verifyLive } from "./verify-live.ts";

// The self-check's process: `node verify-live-process.ts FOLDER GENERATION`; its answer is one JSON line.

/** What it has found: the first few problems as sentences, and how many there are. */
export interface SelfCheckOutcome {
  readonly problems: readonly string[];
  readonly total: number;
}

try {
  setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // The service's filter of system calls does not let it: then it works as everybody does.
}
const [folder = "", generation = ""] = process.argv.slice(2);
const problems = await verifyLive(folder, generation);
process.stdout.write(
  `${JSON.stringify({ problems: problems.first, total: problems.count() } satisfies SelfCheckOutcome)}\n`,
);
