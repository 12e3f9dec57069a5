import { expect, test } from "vitest";
import { all, byPassword, patiently, pinById, startTarget } from "./login-attempts.ts";
import { pairDevice } from "./terminal.ts";

const ADMIN = 1;
const USER = 3;

test("newly paired devices have ten wrong PINs in all, then the PIN is locked on such devices", async () => {
  const { server, clock } = await startTarget();
  const statuses: number[] = [];
  for (let device = 0; device < 4; device++) {
    const terminal = await pairDevice(server, "user");
    statuses.push(...(await patiently(clock, 4, (i) => terminal.pin(ADMIN, `80${device}${i}11`))));
  }
  expect(statuses).toEqual([...all(10, 401), ...all(6, 429)]);
  const another = await pairDevice(server, "user");
  clock.advance(3_600_000);
  const locked = await another.pin(ADMIN, "111111");
  expect(locked.status).toBe(429);
  expect(locked.headers.get("retry-after")).toBe("900");
  expect(locked.body.message).toMatch(/locked/i);
});

test("a user can't lock a colleague out of the terminal that the colleague works with", async () => {
  const { server, clock } = await startTarget();
  const own = await pairDevice(server, "manager");
  expect((await own.pin(USER, "3333")).status).toBe(200);
  const stranger = await pairDevice(server, "both");
  await patiently(clock, 12, () => stranger.pin(USER, "8001"));
  await patiently(clock, 12, () => pinById(server, USER, "8001"));
  clock.advance(3_600_000);
  expect((await stranger.pin(USER, "3333")).status).toBe(429);
  expect((await pinById(server, USER, "3333")).status).toBe(429);
  // As fast as they can, too: the holds of a quarter of an hour are apart as well.
  const others = [
    await pairDevice(server, "both"),
    await pairDevice(server, "both"),
    await pairDevice(server, "both"),
  ];
  for (const other of others) for (let i = 0; i < 5; i++) await other.pin(USER, "8001");
  expect((await own.pin(USER, "3333")).status).toBe(200);
});

test("on a device that the user has logged in on, twenty wrong PINs lock the PIN there, and nowhere else", async () => {
  const { server, clock } = await startTarget();
  const [here, elsewhere] = [await pairDevice(server, "manager"), await pairDevice(server, "manager")];
  for (const terminal of [here, elsewhere]) expect((await terminal.pin(USER, "3333")).status).toBe(200);
  expect(await patiently(clock, 21, () => here.pin(USER, "8001"))).toEqual([...all(20, 401), 429]);
  expect((await here.pin(USER, "3333")).status).toBe(429);
  expect((await here.pin(ADMIN, "111111")).status).toBe(200);
  expect((await elsewhere.pin(USER, "3333")).status).toBe(200);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
  // Correct PINs of other devices are of another kind of caller.
  expect((await here.pin(USER, "3333")).status).toBe(429);
});

test("another tenant's device can't lock a user", async () => {
  const { server, clock } = await startTarget();
  const foreign = await pairDevice(server, "admin2");
  await patiently(clock, 12, () => foreign.pin(USER, "8001"));
  const unknown = await pairDevice(server, "manager");
  expect((await unknown.pin(USER, "3333")).status).toBe(200);
});

test("a correct password unlocks the PIN everywhere", async () => {
  const { server, clock } = await startTarget();
  const own = await pairDevice(server, "manager");
  await own.pin(USER, "3333");
  const stranger = await pairDevice(server, "both");
  await patiently(clock, 20, () => own.pin(USER, "8001"));
  await patiently(clock, 10, () => stranger.pin(USER, "8001"));
  await patiently(clock, 10, () => pinById(server, USER, "8001"));
  expect((await byPassword(server, "user", "user-demo")).status).toBe(200);
  expect((await own.pin(USER, "3333")).status).toBe(200);
  expect((await stranger.pin(USER, "3333")).status).toBe(200);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
});

test("only an Admin of the tenant unlocks a user's PIN and password, both with one request", async () => {
  const { server, clock } = await startTarget();
  const own = await pairDevice(server, "manager");
  await own.pin(USER, "3333");
  await patiently(clock, 20, () => own.pin(USER, "8001"));
  await patiently(clock, 10, () => pinById(server, USER, "8001"));
  for (let i = 0; i < 20; i++) await byPassword(server, "user", "wrong password", `10.0.0.${i % 2}`);
  expect((await byPassword(server, "user", "user-demo", "10.0.0.0")).status).toBe(429);
  const unlock = `/api/users/${USER}/unlock`;
  expect((await (await server.as("manager")).put(unlock)).status).toBe(403);
  expect((await (await server.as("admin2")).put(unlock)).status).toBe(404);
  expect((await own.pin(USER, "3333")).status).toBe(429);
  const admin = await server.as("admin");
  expect((await admin.put("/api/users/999/unlock")).status).toBe(404);
  expect((await admin.put(unlock)).status).toBe(204);
  expect((await own.pin(USER, "3333")).status).toBe(200);
  expect((await pinById(server, USER, "3333", "10.9.9.9")).status).toBe(200);
  expect((await byPassword(server, "user", "user-demo", "10.9.9.9")).status).toBe(200);
  expect((await admin.put(unlock)).status).toBe(204);
});
