import { copy } from "./copy/copy.ts";
import { disk } from "./disk/disk.ts";
import { faults } from "./faults/faults.ts";
import { createFixture, removeFixture } from "./fixture.ts";
import { jobs } from "./jobs/jobs.ts";
import { kill } from "./kill.ts";
import { readOptions } from "./options.ts";
import { type Outcome, objectionsTo, outcomeOf, type Part } from "./part.ts";
import { power } from "./power/power.ts";
import { seededRandom } from "./random.ts";
import { NotStarted } from "./server-process.ts";
import { load } from "./terminals/terminals.ts";
import { fault } from "./verdict.ts";

// `npm run prove:torture -- [kill] [power] [copy] [faults] [disk] [load] [jobs] [--rounds N] [--seed N] [--minutes N]`
//
// Kills the real product, simulates power failures, copies it and fills its disk, and then checks every write that it had
// acknowledged. Ends with the line "N passed, N failed", of parts, and with status 1 when a write is lost or anything else is
// wrong.

const PARTS: readonly Part[] = [kill, power, copy, faults, disk, load, jobs];
const MAX_SHOWN = 20;

const { parts, rounds, seed, minutes } = readOptions(process.argv.slice(2), PARTS);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
let [passed, failed] = [0, 0];
const fixture = await createFixture();
try {
  for (const part of parts) {
    const began = performance.now();
    print(`${part.name}: ${part.summary} (seed ${seed})`);
    const outcome = await runPart(part);
    show(part, outcome, (performance.now() - began) / 1000);
    if (objectionsTo(outcome).length === 0) passed++;
    else failed++;
  }
} finally {
  await removeFixture(fixture);
}
print(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function runPart(part: Part): Promise<Outcome> {
  try {
    return await part.run({
      fixture,
      rounds: rounds ?? part.rounds,
      random: seededRandom(seed),
      minutes,
      logProgress: (line) => process.stderr.write(`  ${line}\n`),
    });
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    return outcomeOf([fault(error.message)]);
  }
}

function show({ name }: Part, outcome: Outcome, seconds: number): void {
  const { rounds, checked, lost, faults, notes } = outcome;
  for (const line of objectionsTo(outcome).slice(0, MAX_SHOWN)) print(`  ! ${line}`);
  for (const line of notes) print(`  ${line}`);
  print(
    `${name}: ${rounds} rounds in ${seconds.toFixed(0)} s; ${checked} acknowledged writes looked for, ${lost.length} lost, ${faults.length} other faults`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
