import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { fillDemoFolders } from "../harness/demo-folder.ts";
import { coveringTests, mutatedFiles } from "./covering-tests.ts";
import { EQUIVALENT } from "./equivalent.ts";
import { describeMutant, mutantsOf } from "./mutants.ts";
import type { MutatedFile } from "./plugin.ts";

// `npm run test:mutants [-- --sample N --seed N [FILE …]]`: breaks one place of the rules at a time and runs the tests that cover its
// file, which must fail. Half of the sample is of `src/domain/`, half of the features. With files, all their mutants.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
const ROOT = join(import.meta.dirname, "../..");
/** The shares of mutants that must be caught, in percent. */
const GOALS = { domain: 90, rules: 80 } as const;
const AT_ONCE = 2;
/** Seconds that a wait of a broken test takes at most, and a whole run. */
const [PATIENCE, MAX_RUN_MS] = ["15", 300_000];

interface Tried extends MutatedFile {
  readonly group: keyof typeof GOALS;
  readonly description: string;
}

const sample =
  positionals.length > 0 ? allOf(positionals) : drawSample(Number(values.sample), Number(values.seed));
const demo = await fillDemoFolders();
const survivors: Tried[] = [];
const waiting = [...sample];
await Promise.all(
  Array.from({ length: AT_ONCE }, (_, lane) => tryMutants(join(ROOT, `dist/mutant-${lane}`))),
);
await demo.remove();
report();

/** Tries mutants until none waits. `built` is the folder of their builds, for jobs, threads and programs run from one. */
async function tryMutants(built: string): Promise<void> {
  for (let tried = waiting.shift(); tried !== undefined; tried = waiting.shift()) {
    const caught = await isCaught(tried, built);
    if (!caught) survivors.push(tried);
    process.stdout.write(`${caught ? "caught" : "SURVIVED"}: ${nameOf(tried)}\n`);
  }
  rmSync(built, { recursive: true, force: true });
}

/** Builds the server with the mutant and runs the covering tests, those that import the file first, until one fails. */
async function isCaught({ file, mutant }: Tried, built: string): Promise<boolean> {
  const mutated = {
    ...process.env,
    TALLYBOX_MUTANT: JSON.stringify({ file, mutant } satisfies MutatedFile),
    TALLYBOX_BUILT: built,
    TALLYBOX_DEMO: demo.parent,
    TALLYBOX_PATIENCE: PATIENCE,
  };
  execFileSync("node", ["scripts/build-server.ts", "--out", built], { cwd: ROOT, env: mutated });
  for (const tests of coveringTests(file)) {
    const projects = ["source", "server", "isolated", "long", "system"].flatMap((suite) => [
      "--project",
      suite,
    ]);
    const child = spawn("vitest", ["run", ...projects, "--bail", "1", "--maxWorkers", "2", ...tests], {
      cwd: ROOT,
      env: mutated,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    // A mutant may never end. Its loop runs in a worker process, which must end with the others.
    const limit = setTimeout(() => killGroup(child), MAX_RUN_MS);
    const [[status]] = await Promise.all([once(child, "close"), buffer(child.stdout)]);
    clearTimeout(limit);
    if (status !== 0) return true;
  }
  return false;
}

/** Kills a detached process and all that it has started. */
function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}

function allOf(files: readonly string[]): Tried[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    return mutantsOf(source)
      .map(
        (mutant): Tried => ({
          file,
          mutant,
          group: file.startsWith("src/domain/") ? "domain" : "rules",
          description: describeMutant(source, mutant),
        }),
      )
      .filter(({ description }) => EQUIVALENT[file]?.[description] === undefined);
  });
}

/** Draws mutants, half of them of each group. The same seed draws the same ones of the same sources. */
function drawSample(size: number, seed: number): Tried[] {
  const files = mutatedFiles();
  let state = seed;
  const next = () => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return Object.values(files).flatMap((list) => {
    const all = allOf(list).map((tried) => ({ tried, rank: next() }));
    return all
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, size / 2)
      .map(({ tried }) => tried);
  });
}

function nameOf({ file, mutant, description }: Tried): string {
  const line = readFileSync(join(ROOT, file), "utf8").slice(0, mutant.start).split("\n").length;
  return `${file}:${line}: ${mutant.kind}: ${description}`;
}

function report(): void {
  let missed = 0;
  process.stdout.write("\n| Mutants of | Tried | Caught | Goal |\n|---|---|---|---|\n");
  for (const group of ["domain", "rules"] as const) {
    const tried = sample.filter((one) => one.group === group).length;
    if (tried === 0) continue;
    const caught = tried - survivors.filter((one) => one.group === group).length;
    const percent = Math.floor((100 * caught) / tried);
    if (percent < GOALS[group]) missed++;
    process.stdout.write(`| ${group} | ${tried} | ${caught} (${percent} %) | ${GOALS[group]} % |\n`);
  }
  for (const one of survivors) process.stdout.write(`survived: ${nameOf(one)}\n`);
  process.stdout.write(`${sample.length - survivors.length} passed, ${missed} failed\n`);
  process.exitCode = missed > 0 ? 1 : 0;
}
