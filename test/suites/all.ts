import { parseArgs } from "node:util";
import { runLanes, type Step } from "./steps.ts";
import { SUITES, TESTED } from "./suites.ts";

// `npm run test:all` runs all checks; `npm run test:rest` leaves out those of `npm test`. The installation,
// which waits much, runs beside the other steps, and the other browsers after it.

const { values } = parseArgs({ options: { rest: { type: "boolean", default: false } } });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

const projects = SUITES.filter(
  (suite) => suite !== "other-browsers" && !(values.rest && TESTED.includes(suite)),
);
const tests: Step[] = [
  { name: "types and lint", command: ["npm", "run", "verify"] },
  {
    name: `${projects.join(", ")} tests`,
    command: ["vitest", "run", ...projects.flatMap((project) => ["--project", project])],
  },
];
const installation: Step[] = [
  { name: "installation", command: ["npm", "run", "test:install"] },
  { name: "API description", command: ["npm", "run", "test:description"] },
  { name: "other browsers", command: ["npm", "run", "test:other-browsers"] },
];

const { passed, failed, summary } = await runLanes(
  [values.rest ? tests.slice(1) : tests, installation],
  (text) => process.stdout.write(text),
);
process.stdout.write(`\n${summary.join("\n")}\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
