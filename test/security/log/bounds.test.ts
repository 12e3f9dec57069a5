import { expect, test } from "vitest";
import type { NewEvent } from "../../../src/security-log/event.ts";
import { removeOldEvents } from "../../../src/security-log/removal.ts";
import { fillDisk } from "../../access/full-disk.ts";
import { byPassword, from } from "../login-attempts.ts";
import { startServerWithLogs, UMA } from "./server-with-logs.ts";

const DAY = 24 * 3_600_000;

test("a thousand wrong logins from one address make a few rows and a few log lines", async () => {
  const { server, events, loggedEvents } = await startServerWithLogs();
  const attempt = (index: number) =>
    server.anonymous.post("/api/pwa-auth/login", { userId: 100 + index, pin: "8001" }, from("10.0.0.7"));
  for (let i = 0; i < 1000; i += 50)
    await Promise.all(Array.from({ length: 50 }, (_, at) => attempt(i + at)));
  const found = (await events()).filter(({ kind }) => kind === "login");
  expect(found.map(({ count }) => count).reduce((sum, count) => sum + count)).toBe(1000);
  expect(new Set(found.map(({ reason }) => reason))).toEqual(new Set(["wrongCredentials", "held"]));
  expect(found.length).toBeLessThanOrEqual(4);
  expect(loggedEvents().length).toBeLessThan(20);
});

const failureOf = (index: number): NewEvent => ({
  kind: "login",
  reason: "wrongCredentials",
  tenantId: null,
  userId: null,
  deviceTokenId: null,
  address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
});

test("above 200 different failures in a minute users and addresses are merged", async () => {
  const { server, clock, events } = await startServerWithLogs();
  const { securityLog, storage } = server.appliance.dependencies;
  const count = () =>
    storage.db
      .query<{ many: number }>({ sql: "SELECT count(*) AS many FROM securityEvent", reads: [] }, [])
      .get()?.many;
  for (let i = 0; i < 5000; i++) securityLog.record(failureOf(i));
  await securityLog.flush();
  expect(count()).toBe(201);
  expect((await events()).at(-1)).toMatchObject({ address: null, count: 4800, details: { isMany: true } });
  clock.advance(60_000);
  securityLog.record(failureOf(1));
  await securityLog.flush();
  expect((await events()).at(-1)).toMatchObject({ address: "10.0.0.1", count: 1 });
});

test("events are removed after their days, the oldest of too many failures too, and no changes for failures", async () => {
  const { server, clock, events } = await startServerWithLogs();
  const { securityLog, storage } = server.appliance.dependencies;
  await (await server.as("admin")).put("/api/users/3", { lastName: "Nova" });
  for (let i = 0; i < 5; i++) securityLog.record(failureOf(i));
  await securityLog.flush();
  const remove = (days: number, kept: number, most: number) =>
    storage.write(null, (tx) =>
      removeOldEvents(tx, new Date(clock.ago(days * DAY)).toISOString(), most, {
        access: kept,
        change: kept,
        failure: kept,
      }),
    );
  expect([await remove(1, 2, 2), await remove(1, 2, 2), await remove(1, 2, 2)]).toEqual([2, 1, 0]);
  expect((await events()).map(({ kind, address }) => [kind, address])).toEqual([
    ["userChanged", "127.0.0.1"],
    ["login", "10.0.0.3"],
    ["login", "10.0.0.4"],
  ]);
  clock.advance(2 * DAY);
  expect(await remove(1, 2, 10)).toBe(3);
  expect(await events()).toEqual([]);
});

test("on a full disk logins succeed, and events are written to the process log alone", async () => {
  const { server, events, loggedEvents } = await startServerWithLogs();
  const disk = fillDisk(server);
  expect((await byPassword(server, "user", "user-demo", "10.0.0.7")).status).toBe(200);
  expect((await byPassword(server, "manager", "wrong", "10.0.0.7")).status).toBe(401);
  await server.appliance.dependencies.securityLog.flush();
  const login = { kind: "login", oid: null, user: UMA, address: "10.0.0.7" };
  expect(loggedEvents()).toMatchObject([
    { ...login, outcome: "success" },
    { kind: "login", oid: null, outcome: "failure", user: { userName: "manager" } },
  ]);
  disk.empty();
  await byPassword(server, "user", "user-demo", "10.0.0.8");
  expect((await events()).map(({ address }) => address)).toEqual(["10.0.0.8"]);
});
