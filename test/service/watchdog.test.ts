import { expect, onTestFinished, test } from "vitest";
import { Unavailable } from "../../src/domain/errors.ts";
import { msg } from "../../src/domain/message.ts";
import { probeStorage } from "../../src/ops/health/health.ts";
import { startWatchdog, watchdogTimeoutMs } from "../../src/ops/systemd/watchdog.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { startServer } from "../harness/server.ts";
import { type TestTimers, useTestTimers } from "../harness/timers.ts";

test.each<[string, Record<string, string>, number | null]>([
  ["none is set", {}, null],
  ["it is for this process", { WATCHDOG_USEC: "60000000", WATCHDOG_PID: "42" }, 60_000],
  ["it names no process", { WATCHDOG_USEC: "60000000" }, 60_000],
  ["it is for another process", { WATCHDOG_USEC: "60000000", WATCHDOG_PID: "41" }, null],
  ["it is no number", { WATCHDOG_USEC: "soon" }, null],
  ["it is nought", { WATCHDOG_USEC: "0" }, null],
])("the watchdog interval where %s", (_, environment, expected) => {
  expect(watchdogTimeoutMs(environment, 42)).toBe(expected);
});

const PATIENCE_MS = 3_600_000;
const never = () => new Promise<never>(() => {});
const full = new Unavailable(msg("The disk is full.", "Disk je plný."), 30);

/** Jobs with a slice that has run for so long. */
const running = (ms: number) => ({ runningMs: () => ms }) as Storage["jobs"];

/** The storage of a server with one part replaced, and the number of its watchdog notifications. */
async function fedBy(
  part: Partial<Storage>,
): Promise<{ fed: () => number; failures: unknown[]; timers: TestTimers }> {
  const timers = useTestTimers();
  const server = await startServer();
  const storage = { ...server.appliance.dependencies.storage, ...part };
  let fed = 0;
  const failures: unknown[] = [];
  const notify = () => {
    fed++;
  };
  const watchdog = startWatchdog(
    PATIENCE_MS,
    notify,
    () => probeStorage(storage),
    (error) => failures.push(error),
  );
  onTestFinished(() => watchdog.stop());
  return { fed: () => fed, failures, timers };
}

test.each<[string, Partial<Storage>]>([
  ["as it is", {}],
  ["that refuses writes for want of room", { write: () => Promise.reject(full) }],
  ["whose writes wait for a slice of a job", { write: never, jobs: running(29_000) }],
])("storage %s feeds the watchdog again and again", async (_, part) => {
  const { fed, failures, timers } = await fedBy(part);
  for (let times = 1; times <= 5; times++) {
    await timers.advance(PATIENCE_MS / 4);
    await expect.poll(fed).toBe(times);
  }
  expect(failures).toEqual([]);
});

test.each<[string, Partial<Storage>, boolean]>([
  ["whose writes get no turn", { write: never }, false],
  ["with a slice that does not end", { write: never, jobs: running(31_000) }, false],
  ["whose flush hangs", { durable: never }, false],
  ["whose writes fail", { write: () => Promise.reject(new Error("I/O")) }, true],
  ["whose reads fail", { db: { query: () => expect.fail("I/O") } }, true],
])("storage %s does not", async (_, part, isTold) => {
  const { fed, failures, timers } = await fedBy(part);
  await timers.advance(PATIENCE_MS * 4);
  expect(fed()).toBe(0);
  expect(failures.length > 0).toBe(isTold);
});

test("a server whose disk is below the reserve stays alive: writes are refused, the watchdog is fed", async () => {
  const server = await startServer({ settings: { STORAGE_RESERVE_MEGABYTES: "1000000000" } });
  const { storage } = server.appliance.dependencies;
  await expect(storage.write(null, () => null)).rejects.toThrow(Unavailable);
  await probeStorage(storage);
});

test("the check of the storage writes nothing", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const before = storage.status().logBytes;
  for (let i = 0; i < 5; i++) await probeStorage(storage);
  expect(storage.status().logBytes).toBe(before);
});
