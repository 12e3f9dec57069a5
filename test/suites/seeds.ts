import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomFiles } from "./random-files.ts";

// `npm run prove:seeds [-- --seeds N --first N [FILE …]]`: runs each test file of the server and of browsers that uses random values, or
// only those that are named, once for each seed. Property tests draw their values from the seed (TALLYBOX_SEED); what the server itself draws (keys, timelines, ids) is new in each run.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: "string", default: "100" }, first: { type: "string", default: "1" } },
});
const ROOT = join(import.meta.dirname, "../..");
const random = randomFiles();
const PROJECTS = Object.keys(random).flatMap((suite) => ["--project", suite]);
const files = positionals.length > 0 ? positionals : Object.values(random).flat();
process.stdout.write(`${files.length} files\n`);

const failed: number[] = [];
const first = Number(values.first);
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => first + index);
for (const seed of seeds) {
  const run = spawn("vitest", ["run", ...PROJECTS, ...files], {
    cwd: ROOT,
    env: { ...process.env, TALLYBOX_SEED: String(seed) },
    stdio: "inherit",
  });
  const [status] = await once(run, "exit");
  if (status !== 0) failed.push(seed);
}
if (failed.length > 0) process.stdout.write(`failed with the seeds ${failed.join(", ")}\n`);
process.stdout.write(`${seeds.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
