import { expect, test } from "vitest";
import { startServerWithClock, type TestServer } from "../harness/server.ts";
import { useTestTimers } from "../harness/timers.ts";
import { pairDevice } from "../security/terminal.ts";
import { fillDisk } from "./full-disk.ts";

const MINUTE = 60_000;
/** The delay until a recorded use is written. */
const GATHER_MS = 5000;

async function pairTerminal(server: TestServer) {
  const { device: terminal } = await pairDevice(server, "manager");
  const manager = await server.as("manager");
  const lastUsed = async (): Promise<number> =>
    Date.parse((await manager.get("/api/device-auth/tokens")).body[0].lastUsedDT);
  return { terminal, lastUsed };
}

test("the last use of a device follows its requests, not only its token exchange", async () => {
  const timers = useTestTimers();
  const { clock, server } = await startServerWithClock();
  const { terminal, lastUsed } = await pairTerminal(server);
  for (const path of ["/api/me", "/api/articles/1", "/api/locations"]) {
    clock.advance(30 * MINUTE);
    const now = clock.now();
    expect((await terminal.get(path)).status).toBe(200);
    await timers.advance(GATHER_MS);
    await expect.poll(lastUsed).toBeGreaterThanOrEqual(now);
  }
});

test("a request that the device may not make counts as use", async () => {
  const timers = useTestTimers();
  const { clock, server } = await startServerWithClock();
  const { terminal, lastUsed } = await pairTerminal(server);
  clock.advance(30 * MINUTE);
  const now = clock.now();
  expect((await terminal.get("/api/nothing")).status).toBe(404);
  await timers.advance(GATHER_MS);
  await expect.poll(lastUsed).toBeGreaterThanOrEqual(now);
});

test("a request without a valid token does not count as use", async () => {
  const { clock, server } = await startServerWithClock();
  await pairTerminal(server);
  clock.advance(30 * MINUTE);
  expect((await server.withToken("no token").get("/api/me")).status).toBe(401);
  await server.restart();
  expect(await lastUsedIn(server)).toBeLessThan(clock.now() - 29 * MINUTE);
});

test("a device's last use is written at most once a minute, and at the stop", async () => {
  const { clock, server } = await startServerWithClock();
  const { terminal, lastUsed } = await pairTerminal(server);
  const paired = await lastUsed();
  let writes = 0;
  server.appliance.dependencies.storage.onCommit((tables) => {
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
  await server.restart();
  expect(await lastUsedIn(server)).toBeGreaterThanOrEqual(now);
});

test("the use of a device changes no tag of the lists of devices, counts or progress", async () => {
  const timers = useTestTimers();
  const { clock, server } = await startServerWithClock();
  const { terminal, lastUsed } = await pairTerminal(server);
  const path = "/api/inventories/3/progress";
  const tag = (await terminal.get(path)).headers.get("etag") ?? "";
  clock.advance(2 * MINUTE);
  const now = clock.now();
  await terminal.get("/api/me");
  await timers.advance(GATHER_MS);
  await expect.poll(lastUsed).toBeGreaterThanOrEqual(now);
  expect((await terminal.get(path, { "If-None-Match": tag })).status).toBe(304);
});

test("on a full disk requests of a device succeed, and its use is written when there is room", async () => {
  const timers = useTestTimers();
  const { clock, server } = await startServerWithClock();
  const { terminal, lastUsed } = await pairTerminal(server);
  const disk = fillDisk(server);
  clock.advance(5 * MINUTE);
  const now = clock.now();
  expect((await terminal.get("/api/me")).status).toBe(200);
  await timers.advance(GATHER_MS);
  await expect.poll(disk.refused).toBeGreaterThan(0);
  disk.empty();
  await timers.advance(GATHER_MS);
  await expect.poll(lastUsed).toBeGreaterThanOrEqual(now);
});

async function lastUsedIn(server: TestServer): Promise<number> {
  const { body } = await (await server.as("manager")).get("/api/device-auth/tokens");
  return Date.parse(body[0].lastUsedDT);
}
