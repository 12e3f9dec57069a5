import { chmodSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { useTestTimers } from "../harness/timers.ts";
import { addPhotos, mainFileOf, photoFilesOf, ran } from "./copies.ts";

const DAY = 24 * 3_600_000;
/** The interval at which the server looks for a due check. */
const LOOK_MS = 5000;
const checksOf = async (server: TestServer) => (await server.admin.get("/api/box/checks")).body;

/** How many processes check this folder. */
async function checking(folder: string): Promise<number> {
  // Some processes end meanwhile.
  const { lines } = await ran(["sh", "-c", "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '; echo"]);
  return lines.join(" ").split(`verify-live-process.ts ${folder}`).length - 1;
}

/** Requests a self-check and waits for its result. */
async function checked(server: TestServer) {
  const before = (await checksOf(server)).selfCheck;
  const requested = await server.admin.post("/api/box/checks");
  expect(requested.status).toBe(201);
  expect(requested.body.isChecking).toBe(true);
  return resultAfter(server, before);
}
async function resultAfter(server: TestServer, before: { at: string } | null) {
  return eventually(async () => {
    const { selfCheck } = await checksOf(server);
    expect(selfCheck).not.toEqual(before);
    return selfCheck;
  });
}

test("a requested self-check reports that all is well", async () => {
  const server = await startServer();
  await addPhotos(server, 2);
  expect(await checksOf(server)).toMatchObject({ backup: null, selfCheck: null, isChecking: false });
  const result = await checked(server);
  expect(result).toMatchObject({ ok: true, problems: [], total: 0 });
  const after = await checksOf(server);
  expect(Date.parse(after.nextCheckDT)).toBe(Date.parse(result.at) + 7 * DAY);
  expect(server.appliance.dependencies.storage.removableBefore()).not.toBeNull();
});

test("two requests run one check", async () => {
  const server = await startServer();
  for (const _ of [1, 2]) expect((await server.admin.post("/api/box/checks")).body.isChecking).toBe(true);
  await eventually(async () => expect(await checking(server.folder)).toBe(1));
});

test("the self-check reports a photo's file that is gone, one that is empty, and a key that is open to others", async () => {
  const server = await startServer();
  await addPhotos(server, 2);
  const [gone = "", empty = ""] = photoFilesOf(server.folder);
  rmSync(gone);
  truncateSync(empty);
  chmodSync(join(server.folder, "jwt.key"), 0o644);
  const result = await checked(server);
  expect(result.ok).toBe(false);
  for (const sentence of [/^photo \d+ .* is missing$/, /is empty$/, /jwt\.key can be read by others/])
    expect(result.problems).toContainEqual(expect.stringMatching(sentence));
  expect(result.total).toBe(result.problems.length);
});

test("the self-check reports a main file with another byte", async () => {
  const server = await startServer();
  // By another process: opened here, SQLite's locks would go with it.
  const to = `of=${mainFileOf(server.folder)}`;
  await ran(["dd", "if=/dev/urandom", to, "bs=1", "count=8", "seek=9000", "conv=notrunc"]);
  const result = await checked(server);
  expect(result).toMatchObject({ ok: false, total: 1 });
  expect(result.problems[0]).toMatch(/\.db is not as it was written/);
});

test("the self-check runs by itself: hours after the first start, then every week, and soon after the start that follows a missed one", async () => {
  const timers = useTestTimers();
  const { clock, server } = await startServerWithClock();
  const at = clock.now();
  expect(Date.parse((await checksOf(server)).nextCheckDT) - at).toBeLessThanOrEqual(4 * 3_600_000);
  clock.advance(4 * 3_600_000);
  await timers.advance(LOOK_MS);
  const first = await resultAfter(server, null);
  clock.advance(7 * DAY);
  await timers.advance(LOOK_MS);
  const second = await resultAfter(server, first);
  expect(Date.parse(second.at) - Date.parse(first.at)).toBeGreaterThanOrEqual(7 * DAY);
  clock.advance(30 * DAY);
  await server.restart();
  const { selfCheck, nextCheckDT } = await checksOf(server);
  expect(selfCheck).toEqual(second);
  expect(Date.parse(nextCheckDT) - clock.now()).toBeLessThanOrEqual(10 * 60_000);
  clock.advance(10 * 60_000);
  await timers.advance(LOOK_MS);
  await resultAfter(server, second);
});

test("a server that stops ends its self-check, and records no result", async () => {
  const server = await startServer();
  await server.admin.post("/api/box/checks");
  await server.restart();
  expect(await checking(server.folder)).toBe(0);
  expect(await checksOf(server)).toMatchObject({ selfCheck: null, isChecking: false });
});

test("a server that rotates to its next generation meanwhile is checked all the same", async () => {
  const server = await startServer();
  const result = checked(server);
  await server.appliance.dependencies.storage.rotate();
  expect(await result).toMatchObject({ ok: true });
  expect(readdirSync(server.folder).filter((name) => name.endsWith(".db")).length).toBeGreaterThan(1);
});
