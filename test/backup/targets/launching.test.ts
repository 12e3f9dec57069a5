import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { IDLE_MS } from "../../../src/ops/programs/launcher.ts";
import { runProgram } from "../../../src/ops/programs/run.ts";
import { eventually } from "../../harness/eventually.ts";

const parentOf = (pid: number) =>
  Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** Runs a program that prints its process id and waits. Resolves once it runs. */
async function startWaiting() {
  const lines: string[] = [];
  const ending = new AbortController();
  const end = runProgram({
    program: "/bin/sh",
    args: ["-c", "echo $$; exec sleep 1000"],
    signal: ending.signal,
    onLine: (line) => lines.push(line) > 0,
  });
  await eventually(() => expect(lines).toHaveLength(1));
  return { pid: Number(lines[0]), end, stop: () => ending.abort() };
}

test("programs are started by a process of their own, one for all, because a start blocks the one that makes it", async () => {
  const [one, other] = [await startWaiting(), await startWaiting()];
  const launcher = parentOf(one.pid);
  expect(parentOf(launcher)).toBe(process.pid);
  expect(parentOf(other.pid)).toBe(launcher);
  for (const { stop, end } of [one, other]) {
    stop();
    expect(await end).toMatchObject({ status: null, wasStopped: "aborted", wasKilled: false });
  }
});

test("programs run at the lowest priority", async () => {
  expect(await runProgram({ program: "/usr/bin/nice", args: [] })).toMatchObject({ lines: ["19"] });
});

test("where the system kills that process, its programs end, and the next one starts", async () => {
  const { pid, end } = await startWaiting();
  process.kill(parentOf(pid), "SIGKILL");
  expect(await end).toMatchObject({ status: null, wasKilled: true, wasStopped: null });
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  expect(await runProgram({ program: "/bin/echo", args: ["again"] })).toMatchObject({
    ...{ status: 0, lines: ["again"] },
  });
});

test("an earlier process that ends late ends no program of the next one", async () => {
  const first = await startWaiting();
  const earlier = parentOf(first.pid);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  first.stop();
  await first.end;
  // It is told to end when it has been idle, and can't yet.
  process.kill(earlier, "SIGSTOP");
  vi.advanceTimersByTime(IDLE_MS);
  vi.useRealTimers();
  const next = await startWaiting();
  process.kill(earlier, "SIGCONT");
  await eventually(() => expect(() => process.kill(earlier, 0)).toThrow("ESRCH"));
  expect(process.kill(next.pid, 0)).toBe(true);
  next.stop();
  expect(await next.end).toMatchObject({ wasStopped: "aborted" });
});

test("output, messages, status, folder and environment of a program are its own", async () => {
  const script = 'echo "$WORD in $(pwd)"; echo trouble >&2; exit 3';
  expect(
    await runProgram({ program: "/bin/sh", args: ["-c", script], cwd: "/", env: { WORD: "hello" } }),
  ).toMatchObject({ status: 3, wasKilled: false, lines: ["hello in /"], messages: "trouble\n" });
});

test("a program in a folder that is gone can't be started", async () => {
  await expect(runProgram({ program: "/bin/true", args: [], cwd: "/nowhere" })).rejects.toThrow("ENOENT");
});
