import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";

// `npm run test:steady [-- --runs N --loops N [COMMAND …]]`: `npm test`, or another command, passes beside programs that take
// all the processor they get.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" }, loops: { type: "string", default: "4" } },
});
const [program = "npm", ...args] = positionals.length > 0 ? positionals : ["npm", "test"];
const loops: ChildProcess[] = [];
let running: ChildProcess | null = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
process.on("exit", () => {
  running?.kill();
  for (const loop of loops) loop.kill("SIGKILL");
});
// A parent that is killed can't end them; they see that it is gone, even where it was killed before they had begun.
const BUSY = `while (process.ppid === ${process.pid});`;
for (let count = 0; count < Number(values.loops); count++)
  loops.push(spawn(process.execPath, ["--eval", BUSY], { stdio: "ignore" }));
process.stdout.write(`busy loops: ${loops.map(({ pid }) => pid).join(" ")}\n`);

const minutes: string[] = [];
let failed = 0;
for (let run = 1; run <= Number(values.runs); run++) {
  const began = performance.now();
  running = spawn(program, args, { stdio: "inherit" });
  const [status] = await once(running, "exit");
  if (status !== 0) failed++;
  minutes.push(((performance.now() - began) / 60_000).toFixed(1));
}
process.stdout.write(`minutes of each run beside ${loops.length} busy loops: ${minutes.join(", ")}\n`);
process.stdout.write(`${minutes.length - failed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
