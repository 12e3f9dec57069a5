import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { hasWorked, type Used } from "../../src/service/working.ts";
import { aFolder } from "./process.ts";
import { aManager } from "./told.ts";

const used = (userCPUTime: number, systemCPUTime: number, fsRead: number, fsWrite: number): Used => ({
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
])("a start that has used %s within ten seconds has worked: %#", (_, after, expected) => {
  expect(hasWorked(used(500, 500, 8, 8), after, 10_000)).toBe(expected);
});

const WORKING = join(import.meta.dirname, "../../src/service/working.ts");
const NOTIFIED = join(import.meta.dirname, "../../scripts/notified.pl");
const EVERY_MS = 200;

/** A start that works for a second, asking for more time, and then does `then` (JavaScript); gives how often it has asked. */
async function aStart(then: string): Promise<() => number> {
  const manager = await aManager();
  const program = join(aFolder(), "start.mjs");
  writeFileSync(
    program,
    `import { extendWhileWorking } from ${JSON.stringify(WORKING)};
    const extending = extendWhileWorking(${EVERY_MS});
    await new Promise((done) => setTimeout(done, 500));
    const work = () => { for (const began = performance.now(); performance.now() < began + 1500; ); };
    work();
    ${then}`,
  );
  const child = spawn("perl", [NOTIFIED, process.execPath, program], {
    env: { ...process.env, ...manager.environment },
    stdio: "inherit",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return () => manager.count("EXTEND_TIMEOUT_USEC=");
}

test("a long start that holds the event loop gets more time, again and again", async () => {
  const asked = await aStart("for (;;) work();");
  await expect.poll(asked).toBeGreaterThan(12);
});

test.each([
  ["that hangs", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"],
  ["that is over", "extending.stop(); setInterval(work, 1);"],
])("a start %s gets no more", async (_, then) => {
  const asked = await aStart(then);
  await expect.poll(asked).toBeGreaterThan(0);
  await sleep(3000);
  const before = asked();
  await sleep(EVERY_MS * 6);
  expect(asked()).toBe(before);
});
