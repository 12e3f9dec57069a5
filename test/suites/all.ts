import { spawn } from "node:child_process";
import { once } from "node:events";
import { tallyOf } from "./tally.ts";

// `npm run test:all`: everything that is checked, one part after the other, whatever the parts before came to.

const STEPS: readonly { readonly name: string; readonly command: readonly [string, ...string[]] }[] = [
  { name: "types and lint", command: ["npm", "run", "verify"] },
  {
    name: "server, story, browser, system, crash and torture tests",
    command: ["vitest", "run", "--project", "!other-browsers"],
  },
  { name: "other browsers", command: ["npm", "run", "test:other-browsers"] },
  { name: "installation", command: ["npm", "run", "test:install"] },
];

let passed = 0;
let failed = 0;
const summary: string[] = [];
for (const { name, command } of STEPS) {
  print(`\n${name}: ${command.join(" ")}`);
  const { lines, status } = await run(command);
  const tally = tallyOf(lines);
  passed += tally?.passed ?? (status === 0 ? 1 : 0);
  failed += status === 0 ? 0 : Math.max(1, tally?.failed ?? 1);
  summary.push(...lines.filter((line) => line.startsWith("skipped: ")));
  summary.push(`${name}: ${tally ? `${tally.passed} passed, ${tally.failed} failed` : `status ${status}`}`);
}
print("");
for (const line of summary) print(line);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a command and shows what it writes. Gives its lines and its exit status. */
async function run([program, ...args]: readonly [string, ...string[]]): Promise<{
  lines: string[];
  status: number;
}> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    process.stdout.write(text);
    const whole = (rest + text).split("\n");
    rest = whole.pop() ?? "";
    lines.push(...whole);
  });
  const [status] = await once(child, "close");
  return { lines, status: status ?? 1 };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
