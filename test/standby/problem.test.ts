import { expect, onTestFinished, test, vi } from "vitest";
import { findConditions } from "../../src/ops/conditions/find.ts";
import { Shipping } from "../../src/ops/standby/primary/shipping.ts";
import { standbyProblemOf } from "../../src/ops/standby/problem.ts";
import { outgoingEventsAfter } from "../../src/outgoing-events/outgoing-events.ts";
import { FolderCopy } from "../../src/storage/following/folder-copy.ts";
import { startServer } from "../harness/server.ts";
import {
  addLocation,
  adminStateOf,
  joinPair,
  startPair,
  startTestMachine,
  stateOf,
  type TestMachine,
  until,
} from "./machines.ts";

const MINUTE = 60_000;
const well = { silentMs: 0, lagMs: 0, photosLagMs: 0, standbyVersion: "1.2.0" };

test.each([
  ["a standby that follows is no problem", "primary", well, null],
  ["one that restarts is none", "primary", { ...well, silentMs: MINUTE, lagMs: MINUTE }, null],
  ["one that was silent for longer is away", "primary", { ...well, silentMs: MINUTE + 1 }, "away"],
  ["one that lags for longer is behind", "primary", { ...well, lagMs: MINUTE + 1 }, "behind"],
  ["one whose photos lag for longer is too", "primary", { ...well, photosLagMs: MINUTE + 1 }, "behind"],
  ["one with an older program is to be upgraded", "primary", { ...well, standbyVersion: "1.1.9" }, "older"],
  ["one that was upgraded first is none", "primary", { ...well, standbyVersion: "1.3.0" }, null],
  ["a primary that asks accepts no changes", "asking", well, "readOnly"],
  ["nor does a former primary", "superseded", null, "readOnly"],
  ["a server without a standby has no such problem", "alone", null, null],
] as const)("%s", (_, mode, shipped, problem) => {
  expect(standbyProblemOf(mode, shipped, "1.2.0")).toBe(problem);
});

const problemOn = async (machine: TestMachine) =>
  (await (await machine.as("admin")).get("/api/box")).body.standbyProblem;

test("the server's status says that a primary waits for its standby, and nothing while all is well", async () => {
  const primary = await startTestMachine("demo");
  const standby = await startTestMachine("empty");
  expect(await problemOn(primary)).toBeNull();
  await joinPair(primary, standby);
  expect(await problemOn(primary)).toBeNull();
  expect(primary.machine.pair.primary?.status()).toMatchObject({
    standbyVersion: expect.stringMatching(/^\d/),
    silentMs: expect.any(Number),
  });
  await primary.stop();
  await standby.stop();
  await primary.start();
  expect(await problemOn(primary)).toBe("readOnly");
  await standby.start();
  await until(async () => (await adminStateOf(primary))["mode"] === "primary");
  expect(await problemOn(primary)).toBeNull();
});

test("the lag of a standby that can't write counts from the start of the primary", async () => {
  const { primary } = await startPair();
  const full = () => Promise.reject(new Error("no space left on the disk"));
  const spies = [
    vi.spyOn(FolderCopy.prototype, "follow").mockImplementation(full),
    vi.spyOn(FolderCopy.prototype, "moveTo").mockImplementation(full),
  ];
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  expect(await addLocation(primary, "Not copied")).toBe(201);
  await primary.stop();
  await primary.start();
  await until(async () => (await adminStateOf(primary))["mode"] === "primary");
  await until(async () => Number((await adminStateOf(primary))["lagMs"]) > 0);
  expect(primary.machine.pair.primary?.status()?.silentMs).toBeLessThan(MINUTE);
});

test("a standby asks on after a full disk, and does not try to write again at once", async () => {
  const { primary, standby } = await startPair();
  const full = vi
    .spyOn(FolderCopy.prototype, "follow")
    .mockRejectedValue(Object.assign(new Error("no space left on the disk"), { code: "ENOSPC" }));
  const asked = vi.spyOn(Shipping.prototype, "respond");
  onTestFinished(() => [full, asked].forEach((spy) => void spy.mockRestore()));
  expect(await addLocation(primary, "Not copied")).toBe(201);
  await until(async () => (await stateOf(standby))["error"] === "no space left on the disk");
  asked.mockClear();
  await until(() => asked.mock.calls.length > 3);
  expect(full).toHaveBeenCalledTimes(1);
});

test("a standby that is away is reported as an event", async () => {
  const server = await startServer();
  const { dependencies } = server.appliance;
  expect(findConditions(dependencies, null, null)).toEqual([]);
  const [condition] = findConditions(dependencies, null, "away");
  expect(condition?.key).toBe("standby.away");
  const since = new Date().toISOString();
  await dependencies.storage.write(null, (tx) => condition?.record(tx, since, since));
  const events = outgoingEventsAfter(dependencies.storage.db, 1, 0, 1000);
  expect(events.map(({ type, data }) => [type, JSON.parse(data)])).toContainEqual([
    "standby.failing",
    { problem: "away", since },
  ]);
});
