import { expect, test } from "vitest";
import { fillDisk } from "../access/full-disk.ts";
import type { TestClock } from "../harness/clock.ts";
import type { TestServer } from "../harness/server.ts";
import { byPassword, patiently, pinById, startTarget } from "./login-attempts.ts";
import { pairDevice } from "./terminal.ts";

const USER = { id: 3, fullName: "Uma Svoboda" };
const LOCKS = "/api/login-locks";

test("an Admin sees whose PIN is locked, where and from which address, until it is unlocked", async () => {
  const { server, clock } = await startTarget();
  const admin = await server.as("admin");
  expect((await admin.get(LOCKS)).body).toEqual({ locks: [], users: [], failures: null });
  const terminal = await pairDevice(server, "manager");
  await patiently(clock, 10, () => pinById(server, USER.id, "8001", "10.0.0.7"));
  await patiently(clock, 10, () => terminal.pin(USER.id, "8001"));
  for (let i = 0; i < 20; i++) await byPassword(server, "user", "wrong", `10.0.0.${i % 5}`);
  const at = expect.any(String);
  const device = { id: terminal.deviceTokenId, name: expect.any(String) };
  const { body } = await (await server.as("admin")).get(LOCKS);
  expect(body.locks).toEqual([
    { user: USER, device: null, address: "10.0.0.7", at, secret: "pin", where: "noDevice" },
    { user: USER, device, address: "127.0.0.1", at, secret: "pin", where: "newDevices" },
    { user: USER, device: null, address: "10.0.0.4", at, secret: "password", where: null },
  ]);
  expect((await (await server.as("admin2")).get(LOCKS)).body.locks).toEqual([]);
  expect((await (await server.as("manager")).get(LOCKS)).status).toBe(403);
  await (await server.as("admin")).put(`/api/users/${USER.id}/unlock`);
  expect((await (await server.as("admin")).get(LOCKS)).body.locks).toEqual([]);
});

test("fifty wrong PINs and passwords within an hour raise an alarm, over however many users", async () => {
  const { server, clock } = await startTarget();
  for (let i = 0; i < 49; i++) await pinById(server, 100 + i, "8001", `10.0.0.${i}`);
  await pinById(server, USER.id, "3333", "10.0.1.1");
  const admin = await server.as("admin");
  expect((await admin.get(LOCKS)).body.failures).toBe(null);
  await pinById(server, USER.id, "8001", "10.0.1.2");
  const { body } = await admin.get(LOCKS);
  const last = { user: USER, device: null, address: "10.0.1.2", at: expect.any(String) };
  expect(body.failures).toEqual({ count: 50, last: [last] });
  expect((await (await server.as("admin2")).get(LOCKS)).body.failures).toBe(null);
  clock.advance(3_700_000);
  expect((await (await server.as("admin")).get(LOCKS)).body.failures).toBe(null);
});

test("on a full disk an Admin sees attempts that are counted in memory too", async () => {
  const { server, clock } = await startTarget();
  const terminal = await pairDevice(server, "manager");
  await patiently(clock, 9, () => pinById(server, USER.id, "8001", "10.0.0.7"));
  await patiently(clock, 10, () => terminal.pin(USER.id, "8001"));
  const admin = await server.as("admin");
  const readLocks = async () =>
    (await admin.get(LOCKS)).body.locks.map(({ where }: { where: string }) => where);
  expect(await readLocks()).toEqual(["newDevices"]);
  const disk = fillDisk(server);
  await patiently(clock, 1, () => pinById(server, USER.id, "8001", "10.0.0.8"));
  expect((await admin.get(LOCKS)).body.locks).toMatchObject([
    { user: USER, device: null, address: "10.0.0.8", secret: "pin", where: "noDevice" },
    { user: USER, device: { id: terminal.deviceTokenId }, secret: "pin", where: "newDevices" },
  ]);
  expect((await (await server.as("admin2")).get(LOCKS)).body.locks).toEqual([]);
  for (let i = 0; i < 50; i++) await pinById(server, 100 + i, "8001", `10.0.2.${i}`);
  expect((await admin.get(LOCKS)).body.failures).toMatchObject({
    count: 50,
    last: [{ address: "10.0.0.8" }, { address: "127.0.0.1" }],
  });
  // The correct password unlocks the PIN there and on the devices; the database does not have the attempts yet.
  await byPassword(server, "user", "user-demo");
  expect(await readLocks()).toEqual([]);
  expect(disk.refused()).toBeGreaterThan(0);
});

test("a hundred wrong passwords and PINs of a user within a day raise an alarm of the user, until an Admin unlocks", async () => {
  const { server, clock } = await startTarget();
  await guess(server, clock, 99);
  const users = async () => (await (await server.as("admin")).get(LOCKS)).body.users;
  const events = async () =>
    (await (await server.as("admin")).get("/api/security-events?kind=loginAlarm")).body.map(
      ({ target, details }: { target: object; details: object }) => ({ target, details }),
    );
  expect([await users(), await events()]).toEqual([[], []]);
  await guess(server, clock, 6);
  const one = { user: USER, count: 100, at: expect.any(String), address: expect.stringMatching(/^10\.1\./) };
  expect(await users()).toEqual([one]);
  expect(await events()).toEqual([
    { target: { type: "user", id: USER.id, name: USER.fullName }, details: { failures: 100 } },
  ]);
  expect((await (await server.as("admin2")).get(LOCKS)).body.users).toEqual([]);
  await server.restart();
  expect(await users()).toEqual([one]);
  await (await server.as("admin")).put(`/api/users/${USER.id}/unlock`);
  expect(await users()).toEqual([]);
});

test("a right login of the user does not end the alarm of the user", async () => {
  const { server, clock } = await startTarget();
  await guess(server, clock, 101);
  clock.advance(3_600_000);
  expect((await byPassword(server, "user", "user-demo", "10.2.0.1")).status).toBe(200);
  const { body } = await (await server.as("admin")).get(LOCKS);
  expect(body.users).toMatchObject([{ user: USER, count: 100 }]);
});

test("a right login does not end the alarm of fifty wrong PINs and passwords", async () => {
  const { server } = await startTarget();
  for (let i = 0; i < 51; i++) await pinById(server, 100 + i, "8001", `10.0.0.${i}`);
  expect((await byPassword(server, "manager", "manager-demo")).status).toBe(200);
  expect((await (await server.as("admin")).get(LOCKS)).body.failures).toMatchObject({ count: 50 });
});

/** Tries so many wrong passwords and PINs of `USER`, from many addresses; waits while they are held. */
async function guess(server: TestServer, clock: TestClock, attempts: number): Promise<void> {
  let checked = 0;
  for (let index = 0; checked < attempts; index++) {
    const address = `10.1.${index}.1`;
    const { status } =
      index % 2 === 0
        ? await byPassword(server, "user", "wrong", address)
        : await pinById(server, USER.id, "8001", address);
    if (status === 401) checked += 1;
    else clock.advance(5 * 60_000);
  }
}
