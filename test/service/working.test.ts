import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasUsedResources, type ResourceUsage } from "../../src/ops/systemd/start-timeout.ts";
import { createFolder } from "../harness/folder.ts";
import { startServiceManager } from "./service-manager.ts";

const used = (
  userCPUTime: number,
  systemCPUTime: number,
  fsRead: number,
  fsWrite: number,
): ResourceUsage => ({
  userCPUTime,
  systemCPUTime,
  fsRead,
  fsWrite,
});

test.each([
  ["nothing more", used(500, 500, 8, 8), false],
  ["a timer's tick", used(900, 900, 8, 8), false],
  ["the processor", used(200_500, 500, 8, 8), true],
  ["the kernel's part of it", used(500, 200_500, 8, 8), true],
  ["the disk, reading", used(500, 500, 9, 8), true],
  ["the disk, writing", used(500, 500, 8, 9), true],
])("whether a start that has used %s within ten seconds counts as working is %#", (_, after, expected) => {
  expect(hasUsedResources(used(500, 500, 8, 8), after, 10_000)).toBe(expected);
});

const WORKING = join(import.meta.dirname, "../../src/ops/systemd/start-timeout.ts");
const NOTIFY = join(import.meta.dirname, "../../src/ops/systemd/notify.ts");

/** A thread beside the one that measures work: it notifies the manager at this interval. */
const ticking = (
  everyMs: number,
) => `const { parentPort, threadId, workerData } = require("node:worker_threads");
  const tick = () => require("node:fs").writeSync(workerData, "STATUS=tick");
  setInterval(tick, ${everyMs});
  parentPort.postMessage(threadId);`;

/** A start that works until `go`, asking for more time, and then does `then` (JavaScript). */
async function runStart(then: string, everyMs: number) {
  const manager = await startServiceManager();
  const folder = createFolder();
  const [program, going] = [join(folder, "start.mjs"), join(folder, "go")];
  writeFileSync(
    program,
    `import { once } from "node:events";
    import { existsSync } from "node:fs";
    import { writeSync } from "node:fs";
    import { Worker } from "node:worker_threads";
    import { openNotifySocket } from ${JSON.stringify(NOTIFY)};
    import { extendStartTimeout } from ${JSON.stringify(WORKING)};
    const fd = openNotifySocket(process.env);
    const extending = extendStartTimeout(${everyMs}, fd);
    await once(new Worker(${JSON.stringify(ticking(everyMs))}, { eval: true, workerData: fd }), "message");
    while (!existsSync(${JSON.stringify(going)}));
    writeSync(fd, "STATUS=worked");
    ${then}`,
  );
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...manager.environment },
    stdio: "inherit",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ticks = () => manager.count("STATUS=tick");
  return {
    /** The number of requests for more time. */
    asked: () => manager.count("EXTEND_TIMEOUT_USEC="),
    go: () => writeFileSync(going, ""),
    hasWorked: () => manager.count("STATUS=worked") > 0,
    /** Waits until so many looks for work have passed. */
    async looks(count: number): Promise<void> {
      const before = ticks();
      await expect.poll(ticks).toBeGreaterThanOrEqual(before + count);
    },
  };
}

test("a long start that blocks the event loop gets more time, again and again", async () => {
  const { asked } = await runStart("", 200);
  await expect.poll(asked).toBeGreaterThan(12);
});

/** The ticks are work as well: so far apart, they are less than a hundredth of a slow processor. */
const LONG_MS = 1000;

test.each([
  ["that hangs", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"],
  ["that is over", "extending.stop(); for (;;);"],
])("a start %s gets no more time", async (_, then) => {
  const { asked, go, hasWorked, looks } = await runStart(then, LONG_MS);
  await expect.poll(asked).toBeGreaterThan(0);
  go();
  await expect.poll(hasWorked).toBe(true);
  // The look that still sees the work may be late, since its thread is not the one that ticks.
  const askedDuringLooks = async () => {
    const before = asked();
    await looks(3);
    return asked() - before;
  };
  await expect.poll(askedDuringLooks).toBe(0);
});
