import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";

// `npm run verify` checks types and lint, two parts at a time. The output of a part is printed when it ends.

interface Part {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

/** In order of duration, the longest first. */
const PARTS: readonly Part[] = [
  { name: "types of the server and its tests", command: ["tsc"] },
  { name: "lint", command: ["biome", "check", "--error-on-warnings", "."] },
  { name: "types of the web client", command: ["tsc", "-p", "src/web"] },
  { name: "types of the web client's tests", command: ["tsc", "-p", "test/web"] },
  { name: "types of the domain alone", command: ["tsc", "-p", "src/domain"] },
  {
    name: "types of the API for the web client",
    command: ["node", "scripts/generate-client-types.ts", "--check"],
  },
];
const AT_ONCE = 2;

const waiting = [...PARTS];
const failed: string[] = [];
await Promise.all(Array.from({ length: AT_ONCE }, runParts));
if (failed.length > 0) process.stdout.write(`\nverify failed: ${failed.join(", ")}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runParts(): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const { status, output } = await run(part.command);
    if (status !== 0) failed.push(part.name);
    process.stdout.write(
      `${status === 0 ? "passed" : "failed"}: ${part.name}: ${part.command.join(" ")}\n${output}`,
    );
  }
}

/** Runs a command. A status of null means that a signal ended it. */
async function run([program, ...args]: Part["command"]): Promise<{ status: number | null; output: string }> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [[status], stdout, stderr] = await Promise.all([
    once(child, "close"),
    buffer(child.stdout),
    buffer(child.stderr),
  ]);
  return { status, output: `${stdout}${stderr}` };
}
