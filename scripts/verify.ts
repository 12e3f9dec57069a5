import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";

// `npm run verify` checks types, lint, and the tests that start nothing (structure, pages, texts), two parts at a time. Where an
// earlier run passed, a part looks at what has changed since; without one, at everything. The output of a part is printed when it
// ends. --root: another checkout; --all: everything.

const { values } = parseArgs({
  options: {
    root: { type: "string", default: join(import.meta.dirname, "..") },
    all: { type: "boolean", default: false },
  },
});
const root = values.root;

/** Size and time of change of each file at the last run that passed. */
const STAMPS = join(root, "node_modules/.cache/verify.json");
/** Files whose change concerns every other file. */
const SETTINGS =
  /^(?:biome\.json|package(?:-lock)?\.json|tsconfig\.json|vitest\.config\.ts|scripts\/verify\.ts)$/;
/** With more changed files than this the linter reads all of them. */
const MAX_LINTED = 500;

interface Part {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** True for a changed file that the part looks at; absent: the part always runs. */
  readonly reads?: RegExp;
}

const stamps = await readStamps();
const changed = changedSince(values.all ? null : earlierStamps());
const linted = changed?.filter(
  (file) => /\.(?:tsx?|js|css|json)$/.test(file) && existsSync(join(root, file)),
);
const LINT = ["biome", "check", "--error-on-warnings", "--no-errors-on-unmatched"] as const;

/** In order of duration, the longest first. */
const PARTS: readonly Part[] = [
  {
    name: "lint",
    command: [...LINT, ...(linted && linted.length <= MAX_LINTED ? linted : ["."])],
    reads: /\.(?:tsx?|js|css|json)$/,
  },
  { name: "structure, pages and texts", command: ["vitest", "run", "--project", "source"] },
  { name: "types of the server and its tests", command: ["tsc"], reads: /\.(?:tsx?|json)$/ },
  { name: "types of the web client", command: ["tsc", "-p", "src/web"], reads: /^src\/.*\.tsx?$/ },
  { name: "types of the web client's tests", command: ["tsc", "-p", "test/web"], reads: /\.tsx?$/ },
  { name: "types of the domain alone", command: ["tsc", "-p", "src/domain"], reads: /^src\/domain\// },
  {
    name: "types of the API for the web client",
    command: ["node", "scripts/generate-client-types.ts", "--check"],
    reads: /^(?:src\/(?!web\/)|src\/web\/api\/types\/|scripts\/)/,
  },
];
const AT_ONCE = 2;

const waiting = PARTS.filter(
  ({ reads }) => changed === null || reads === undefined || changed.some((file) => reads.test(file)),
);
const failed: string[] = [];
await Promise.all(Array.from({ length: AT_ONCE }, runParts));
if (failed.length === 0) {
  mkdirSync(dirname(STAMPS), { recursive: true });
  writeFileSync(STAMPS, JSON.stringify(stamps));
} else process.stdout.write(`\nverify failed: ${failed.join(", ")}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runParts(): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const { status, output } = await run(part.command);
    if (status !== 0) failed.push(part.name);
    const shown = part.command.length > 8 ? part.command.slice(0, 4) : part.command;
    process.stdout.write(
      `${status === 0 ? "passed" : "failed"}: ${part.name}: ${shown.join(" ")}\n${output}`,
    );
  }
}

/** Runs a command. A status of null means that a signal ended it. */
async function run([program, ...args]: Part["command"]): Promise<{ status: number | null; output: string }> {
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const [[status], stdout, stderr] = await Promise.all([
    once(child, "close"),
    buffer(child.stdout),
    buffer(child.stderr),
  ]);
  return { status, output: `${stdout}${stderr}` };
}

/** The stamps of all files that Git tracks or would track; null outside of a checkout. */
async function readStamps(): Promise<Record<string, string> | null> {
  const { status, output } = await run([
    "git",
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  if (status !== 0) return null;
  const files = output.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
  return Object.fromEntries(
    files.map((file) => {
      const { size, mtimeMs } = statSync(join(root, file));
      return [file, `${size} ${mtimeMs}`];
    }),
  );
}

function earlierStamps(): Record<string, string> | null {
  return existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, "utf8")) : null;
}

/** The files that were added, changed or removed since; null: all files are looked at. */
function changedSince(earlier: Record<string, string> | null): string[] | null {
  if (stamps === null || earlier === null) return null;
  const files = Object.keys({ ...earlier, ...stamps }).filter((file) => earlier[file] !== stamps[file]);
  return files.some((file) => SETTINGS.test(file)) ? null : files;
}
