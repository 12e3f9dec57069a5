import { randomInt } from "node:crypto";
import { runAndReport, type Step } from "./steps.ts";
import type { SUITES } from "./suites.ts";

// `npm run test:night`: everything, one after the other. It passes on the head before a release. Its commit is written into
// test/suites/last-night by hand.

const suites = (...names: readonly (typeof SUITES)[number][]): Step => ({
  name: `${names.join(", ")} tests`,
  command: ["vitest", "run", ...names.flatMap((name) => ["--project", name])],
});
const npm = (name: string, script: string): Step => ({ name, command: ["npm", "run", script] });

// Other values for the property tests in each night; the first line of the report says which.
process.env["TALLYBOX_SEED"] ??= String(randomInt(2 ** 31));
process.stdout.write(`TALLYBOX_SEED=${process.env["TALLYBOX_SEED"]}\n`);
await runAndReport([
  npm("types, lint and structure", "verify"),
  suites("server", "isolated", "long"),
  suites("story", "browser"),
  npm("other browsers", "test:other-browsers"),
  suites("system"),
  suites("crash", "torture"),
  npm("installation", "test:install"),
  npm("API description", "test:description"),
  npm("mutants", "test:mutants"),
]);
