import { parseArgs } from "node:util";
import { runLanes, type Step } from "./steps.ts";
import { IN_BROWSERS, SUITES, type Suite, TESTED } from "./suites.ts";

// `npm run test:all` runs all checks; `npm run test:rest` leaves out those of `npm test`. The suites that start many processes,
// and the installation, wait much: they run beside the browsers.

const { values } = parseArgs({ options: { rest: { type: "boolean", default: false } } });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

/** A run of the test suites of these names. Where failed tests are tried again, they also run alone at the end. */
function run(suites: readonly Suite[], ...options: string[]): Step {
  const projects = suites.flatMap((suite) => ["--project", suite]);
  return {
    name: `${suites.join(", ")} tests`,
    command: ["vitest", "run", ...projects, ...options],
    ...(process.env["TALLYBOX_RETRY"] && {
      repeat: (files: readonly string[]) =>
        ["vitest", "run", ...projects, ...files, "--maxWorkers", "1"] as const,
    }),
  };
}
const lanes: Step[][] = [
  values.rest
    ? [run(["browser"])]
    : [{ name: "types and lint", command: ["npm", "run", "verify"] }, run([...TESTED, "browser"])],
  [
    run(
      SUITES.filter((suite) => !TESTED.includes(suite) && !IN_BROWSERS.includes(suite)),
      "--maxWorkers",
      "2",
    ),
    { name: "other browsers", command: ["npm", "run", "test:other-browsers"] },
  ],
  [
    { name: "installation", command: ["npm", "run", "test:install"] },
    { name: "API description", command: ["npm", "run", "test:description"] },
  ],
];

const { passed, failed, summary } = await runLanes(lanes, (text) => process.stdout.write(text));
process.stdout.write(`\n${summary.join("\n")}\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
