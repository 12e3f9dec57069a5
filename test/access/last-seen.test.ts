import { expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import { aClock } from "../harness/clock.ts";
import { movableTimers } from "../harness/timers.ts";
import { fillDisk } from "./full-disk.ts";

const MINUTE = 60_000;
/** What was recorded is written so long after it. */
const GATHER_MS = 5000;

async function aTerminal(box: TestBox) {
  const manager = await box.as("manager");
  const { body: code } = await manager.post("/api/device-auth/generate-code");
  const { body: device } = await box.anonymous.post("/api/device-auth/activate", { code: code.qrContent });
  const { body } = await box.anonymous.post("/api/device-auth/exchange", { deviceToken: device.deviceToken });
  const lastUsed = async (): Promise<number> =>
    Date.parse((await manager.get("/api/device-auth/tokens")).body[0].lastUsedDT);
  return { terminal: box.with(body.accessToken), lastUsed };
}

test("when a device was last used follows its requests, not only its exchange of tokens", async () => {
  const clock = aClock();
  const timers = movableTimers();
  const box = await aBox({ clock });
  const { terminal, lastUsed } = await aTerminal(box);
  for (const path of ["/api/me", "/api/articles/1", "/api/locations"]) {
    clock.advance(30 * MINUTE);
    const now = clock.now();
    expect((await terminal.get(path)).status).toBe(200);
    await timers.pass(GATHER_MS);
    await expect.poll(lastUsed).toBeGreaterThanOrEqual(now);
  }
});

test("a request that the device may not make counts as use; one without a valid token does not", async () => {
  const clock = aClock();
  const timers = movableTimers();
  const box = await aBox({ clock });
  const { terminal, lastUsed } = await aTerminal(box);
  clock.advance(30 * MINUTE);
  const now = clock.now();
  expect((await terminal.get("/api/nothing")).status).toBe(404);
  await timers.pass(GATHER_MS);
  await expect.poll(lastUsed).toBeGreaterThanOrEqual(now);
  clock.advance(30 * MINUTE);
  expect((await box.with("no token").get("/api/me")).status).toBe(401);
  await box.restart();
  expect(await lastUsedIn(box)).toBeLessThan(clock.now() - 29 * MINUTE);
});

test("a device is written at most once a minute, and what was not written yet is written at the stop", async () => {
  const clock = aClock();
  const box = await aBox({ clock });
  const { terminal, lastUsed } = await aTerminal(box);
  const paired = await lastUsed();
  let writes = 0;
  box.appliance.dependencies.storage.onCommit((tables) => {
    if (tables.has("deviceUse")) writes++;
  });
  for (let request = 0; request < 50; request++) {
    clock.advance(500);
    expect((await terminal.get("/api/me")).status).toBe(200);
  }
  expect([writes, await lastUsed()]).toEqual([0, paired]);
  clock.advance(2 * MINUTE);
  const now = clock.now();
  await terminal.get("/api/me");
  await box.restart();
  expect(await lastUsedIn(box)).toBeGreaterThanOrEqual(now);
});

test("no list of devices, of counts or of progress counts as changed by the use of a device", async () => {
  const clock = aClock();
  const timers = movableTimers();
  const box = await aBox({ clock });
  const { terminal, lastUsed } = await aTerminal(box);
  const path = "/api/inventories/3/progress";
  const tag = (await terminal.get(path)).headers.get("etag") ?? "";
  clock.advance(2 * MINUTE);
  const now = clock.now();
  await terminal.get("/api/me");
  await timers.pass(GATHER_MS);
  await expect.poll(lastUsed).toBeGreaterThanOrEqual(now);
  expect((await terminal.get(path, { "If-None-Match": tag })).status).toBe(304);
});

test("on a full disk requests of a device go on, and its use is written when there is room", async () => {
  const clock = aClock();
  const timers = movableTimers();
  const box = await aBox({ clock });
  const { terminal, lastUsed } = await aTerminal(box);
  const disk = fillDisk(box);
  clock.advance(5 * MINUTE);
  const now = clock.now();
  expect((await terminal.get("/api/me")).status).toBe(200);
  await timers.pass(GATHER_MS);
  await expect.poll(disk.refused).toBeGreaterThan(0);
  disk.empty();
  await timers.pass(GATHER_MS);
  await expect.poll(lastUsed).toBeGreaterThanOrEqual(now);
});

async function lastUsedIn(box: TestBox): Promise<number> {
  const { body } = await (await box.as("manager")).get("/api/device-auth/tokens");
  return Date.parse(body[0].lastUsedDT);
}
