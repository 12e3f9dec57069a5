import { closeSync, cpSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeNotify, openNotifySocket } from "../../src/ops/systemd/notify.ts";
import { createFolder } from "../harness/folder.ts";
import { unpackFolder0016 } from "../upgrade/folder-0016.ts";
import { startServerProcess } from "./process.ts";
import { startServiceManager } from "./service-manager.ts";

const PATIENCE_MS = 800;
const WATCHED = { WATCHDOG_USEC: String(PATIENCE_MS * 1000) };
/** Loaded before the program: after the signal it reports and then blocks the event loop. */
const HOLDABLE = `data:text/javascript,process.on("SIGUSR2",()=>{process._rawDebug("held");Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0)})`;

/** Starts a second server with the same watchdog; returns a function that waits for so many notifications of it. */
async function startServerBeside(): Promise<(count: number) => Promise<void>> {
  const manager = await startServiceManager();
  await startServerProcess(createFolder(), { ...manager.environment, ...WATCHED });
  const signs = () => manager.count("WATCHDOG=1");
  return async (count) => {
    const before = signs();
    await expect.poll(signs).toBeGreaterThanOrEqual(before + count);
  };
}

test("the service manager is notified of the start, of readiness, of its watchdog, and of the stop", async () => {
  const manager = await startServiceManager();
  const server = await startServerProcess(createFolder(), { ...manager.environment, ...WATCHED });
  await expect.poll(() => manager.count("READY=1")).toBe(1);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await expect.poll(() => manager.count("WATCHDOG=1")).toBeGreaterThan(2);
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  await expect.poll(() => manager.count("STOPPING=1")).toBe(1);
  const heard = manager.messages().filter((message) => message !== "WATCHDOG=1");
  expect(heard).toEqual([
    "STATUS=starting",
    "STATUS=checking the database",
    `READY=1 STATUS=ready on ${server.url}`,
    "STOPPING=1 STATUS=stopping",
  ]);
  expect(manager.messages().at(-1)).toMatch(/^STOPPING/);
  expect([...manager.senders()]).toEqual([server.process.pid]);
  expect(server.complaints()).toBe("");
});

test("a start on a copy of the folder reports that it checks the database and rotates to the next generation", async () => {
  const [first, copy] = [createFolder(), createFolder()];
  const server = await startServerProcess(first, {});
  cpSync(first, copy, { recursive: true });
  server.process.kill("SIGKILL");
  const manager = await startServiceManager();
  await startServerProcess(copy, manager.environment);
  await expect.poll(() => manager.count("READY=1")).toBe(1);
  expect(manager.messages().filter((message) => message.startsWith("STATUS="))).toEqual([
    "STATUS=starting",
    "STATUS=checking the database",
    "STATUS=moving to the next generation of the database",
  ]);
});

test("a start that converts the database reports it", async () => {
  const { folder } = unpackFolder0016();
  const manager = await startServiceManager();
  await startServerProcess(folder, manager.environment);
  await expect.poll(() => manager.count("READY=1")).toBe(1);
  expect(manager.messages()).toContain("STATUS=converting the database");
});

test("where standard error is the journal the phases are there too, for the machine's console, each with its priority", async () => {
  const manager = await startServiceManager();
  const journal = join(createFolder(), "journal");
  const stderr = openSync(journal, "w");
  onTestFinished(() => closeSync(stderr));
  const { dev, ino } = fstatSync(stderr);
  const environment = { ...manager.environment, JOURNAL_STREAM: `${dev}:${ino}` };
  const server = await startServerProcess(createFolder(), environment, [], stderr);
  const lines = () => readFileSync(journal, "utf8").trim().split("\n");
  await expect.poll(() => lines().length).toBe(3);
  expect(lines()).toEqual([
    "<5>tallybox: starting",
    "<5>tallybox: checking the database",
    `<5>tallybox: ready on ${server.url}`,
  ]);
});

test("a blocked event loop feeds the watchdog no more", async () => {
  const manager = await startServiceManager();
  const signsBeside = await startServerBeside();
  const server = await startServerProcess(createFolder(), { ...manager.environment, ...WATCHED }, [
    "--import",
    HOLDABLE,
  ]);
  await expect.poll(() => manager.count("WATCHDOG=1")).toBeGreaterThan(1);
  server.process.kill("SIGUSR2");
  await expect.poll(server.complaints).toMatch(/held/);
  // Notifications that were sent before the loop stopped still arrive.
  await signsBeside(1);
  const fed = manager.count("WATCHDOG=1");
  await signsBeside(8);
  expect(manager.count("WATCHDOG=1")).toBe(fed);
});

test("without a watchdog only the start and the stop are reported", async () => {
  const manager = await startServiceManager();
  const server = await startServerProcess(createFolder(), manager.environment);
  await expect.poll(() => manager.count("READY=1")).toBe(1);
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  await expect.poll(() => manager.count("STOPPING=1")).toBe(1);
  expect(manager.count("WATCHDOG=1")).toBe(0);
});

test("a notification socket that is not there causes one warning, and the server goes on", async () => {
  const signsBeside = await startServerBeside();
  const server = await startServerProcess(createFolder(), { NOTIFY_SOCKET: "/nowhere/socket", ...WATCHED });
  await signsBeside(4);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(server.complaints()).toBe("the service manager's socket can't be opened: /nowhere/socket\n");
});

test("a manager that is gone causes one warning", () => {
  const warnings: string[] = [];
  const notify = makeNotify(1000, (line) => warnings.push(line));
  notify("READY=1");
  notify("STOPPING=1");
  expect(warnings).toEqual([expect.stringMatching(/the service manager can't be notified .*EBADF/)]);
});

test("a service manager that reads no message does not block the server", async () => {
  const manager = await startServiceManager();
  process.kill(manager.pid, "SIGSTOP");
  const server = await startServerProcess(createFolder(), { ...manager.environment, WATCHDOG_USEC: "8000" });
  await expect.poll(server.complaints).toMatch(/can't be notified .*EAGAIN/);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

test("without a service manager no socket is opened", () => {
  expect(openNotifySocket({ PATH: process.env["PATH"] })).toBeNull();
});
