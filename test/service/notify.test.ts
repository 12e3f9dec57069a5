import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeNotify } from "../../src/service/notify.ts";
import { aFolder, startBox } from "./process.ts";
import { aManager } from "./told.ts";

const PATIENCE_MS = 800;
const WATCHED = { WATCHDOG_USEC: String(PATIENCE_MS * 1000) };
/** Loaded before the program: its event loop is held from the signal on. */
const HOLDABLE = `data:text/javascript,process.on("SIGUSR2",()=>Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0))`;
const soon = { timeout: 60_000, interval: 20 };

test("the manager hears of the start, of the box that answers, of its life, and of its end", async () => {
  const manager = await aManager();
  const box = await startBox(aFolder(), { ...manager.environment, ...WATCHED });
  await expect.poll(() => manager.count("READY=1"), soon).toBe(1);
  expect((await fetch(`${box.url}/health`)).status).toBe(200);
  await expect.poll(() => manager.count("WATCHDOG=1"), soon).toBeGreaterThan(2);
  box.process.kill("SIGTERM");
  expect(await box.ended).toBe(0);
  await expect.poll(() => manager.count("STOPPING=1"), soon).toBe(1);
  const heard = manager.messages().filter((message) => message !== "WATCHDOG=1");
  expect(heard).toEqual([
    "STATUS=starting",
    `READY=1 STATUS=ready on ${box.url}`,
    "STOPPING=1 STATUS=stopping",
  ]);
  expect(manager.messages().at(-1)).toMatch(/^STOPPING/);
  expect([...manager.senders()]).toEqual([box.process.pid]);
  expect(box.complaints()).toBe("");
});

test("a held event loop feeds the watchdog no more", async () => {
  const manager = await aManager();
  const box = await startBox(aFolder(), { ...manager.environment, ...WATCHED }, ["--import", HOLDABLE]);
  await expect.poll(() => manager.count("WATCHDOG=1"), soon).toBeGreaterThan(1);
  box.process.kill("SIGUSR2");
  // What was on its way when the loop stopped still arrives.
  await sleep(PATIENCE_MS / 2);
  const fed = manager.count("WATCHDOG=1");
  await sleep(PATIENCE_MS * 2);
  expect(manager.count("WATCHDOG=1")).toBe(fed);
});

test("without a watchdog only the start and the end are told", async () => {
  const manager = await aManager();
  const box = await startBox(aFolder(), manager.environment);
  await expect.poll(() => manager.count("READY=1"), soon).toBe(1);
  box.process.kill("SIGTERM");
  expect(await box.ended).toBe(0);
  await expect.poll(() => manager.count("STOPPING=1"), soon).toBe(1);
  expect(manager.count("WATCHDOG=1")).toBe(0);
});

test.each([
  ["that is not there", { NOTIFY_SOCKET: "/nowhere/socket" }, /the service manager's socket can't be opened/],
  ["that is closed", { NOTIFY_FD: "1000" }, /the service manager can't be told .*EBADF/],
])("a manager's socket %s is complained of once, and the box goes on", async (_, environment, reason) => {
  const box = await startBox(aFolder(), { ...environment, ...WATCHED });
  await sleep(PATIENCE_MS);
  expect((await fetch(`${box.url}/health`)).status).toBe(200);
  expect(box.complaints().trim().split("\n")).toHaveLength(1);
  expect(box.complaints()).toMatch(reason);
});

test("a manager that takes no message does not hold the box", async () => {
  const manager = await aManager();
  process.kill(manager.pid, "SIGSTOP");
  const box = await startBox(aFolder(), { ...manager.environment, WATCHDOG_USEC: "8000" });
  await expect.poll(box.complaints, soon).toMatch(/can't be told .*EAGAIN/);
  expect((await fetch(`${box.url}/health`)).status).toBe(200);
});

test("without a manager nothing is sent", () => {
  expect(makeNotify({ PATH: process.env["PATH"] }, expect.fail)).toBeNull();
});
