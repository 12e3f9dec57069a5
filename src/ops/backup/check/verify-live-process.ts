import type { SelfCheckOutcome } from "./self-check.ts";
import { verifyLive } from "./verify-live.ts";

// Process of the self-check: `node verify-live-process.ts FOLDER GENERATION` prints one line of JSON.

const [folder = "", generation = ""] = process.argv.slice(2);
const problems = await verifyLive(folder, generation);
process.stdout.write(
  `${JSON.stringify({ problems: [...problems.first], total: problems.count() } satisfies SelfCheckOutcome)}\n`,
);
