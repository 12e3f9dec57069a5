import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const STEADY = join(import.meta.dirname, "steady.ts");

/** Starts it with two busy loops and this program text instead of `npm test`. */
function startSteadyRun(program: string) {
  const command = [process.execPath, "--eval", program];
  const child = spawn(process.execPath, [STEADY, "--runs", "2", "--loops", "2", "--", ...command], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  return {
    child,
    ended: once(child, "close"),
    text: () => text,
    loops: () => (/^busy loops: (.*)$/m.exec(text)?.[1] ?? "").split(" ").map(Number),
  };
}

/** Ends when its parent has ended. */
const UNTIL_ALONE = `const parent = process.ppid; console.log("begun");
  setInterval(() => process.ppid === parent || process.exit(), 20)`;

/** A process that has ended and was not waited for (state Z) does not run. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // The process does not exist.
    return false;
  }
}

test.each([
  ["passes", "", "2 passed, 0 failed", 0],
  ["fails", "process.exitCode = 3", "0 passed, 2 failed", 1],
])(
  "a command that %s is run the given number of times beside the loops, which end with it",
  async (_, program, last, status) => {
    const run = startSteadyRun(program);
    expect((await run.ended)[0]).toBe(status);
    expect(run.text().trim().split("\n").at(-1)).toBe(last);
    expect(run.loops()).toHaveLength(2);
    await expect.poll(() => run.loops().filter(isRunning)).toEqual([]);
  },
);

test.each(["SIGTERM", "SIGKILL"] as const)(
  "the loops end when the command is ended by %s",
  async (signal) => {
    const run = startSteadyRun(UNTIL_ALONE);
    await expect.poll(run.text).toMatch(/begun/);
    const loops = run.loops();
    expect(loops.map(isRunning)).toEqual([true, true]);
    run.child.kill(signal);
    await run.ended;
    await expect.poll(() => loops.filter(isRunning)).toEqual([]);
  },
);

test("the loops end when the command is killed before they have started", async () => {
  const run = startSteadyRun("");
  await expect.poll(run.loops).toHaveLength(2);
  run.child.kill("SIGKILL");
  await run.ended;
  await expect.poll(() => run.loops().filter(isRunning)).toEqual([]);
});
