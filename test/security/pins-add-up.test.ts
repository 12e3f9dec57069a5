import { expect, test } from "vitest";
import { fillDisk } from "../access/full-disk.ts";
import { all, byPassword, patiently, pinById, pinByName, startTarget } from "./login-attempts.ts";

const USER = 3;

test("ten wrong PINs at any speed lock the PIN at the anonymous endpoints, whose error says how to unlock it", async () => {
  const { server, clock } = await startTarget();
  expect(await patiently(clock, 10, (i) => pinById(server, USER, `80${i}1`))).toEqual(all(10, 401));
  clock.advance(24 * 3_600_000);
  for (const response of [
    await pinById(server, USER, "3333"),
    await pinByName(server, "User", "3333"),
    await server.anonymous.post("/api/login", { userId: USER, pin: "3333" }),
  ]) {
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("900");
    expect(response.body.message).toMatch(/locked.*password.*administrator/i);
  }
  expect((await pinById(server, 1, "111111")).status).toBe(200);
});

test("the count of wrong PINs and the lock survive a restart", async () => {
  const { server, clock } = await startTarget();
  await patiently(clock, 9, () => pinById(server, USER, "8001"));
  await server.restart();
  expect((await pinById(server, USER, "8001")).status).toBe(401);
  await server.restart();
  clock.advance(3_600_000);
  expect((await pinById(server, USER, "3333")).status).toBe(429);
});

test("wrong PINs by id and by name, at any endpoint, add up to one count", async () => {
  const { server, clock } = await startTarget();
  await patiently(clock, 4, () => pinById(server, USER, "8001"));
  await patiently(clock, 3, () => pinByName(server, "USER", "8001"));
  await patiently(clock, 3, () => server.anonymous.post("/api/login", { userId: USER, pin: "8001" }));
  clock.advance(3_600_000);
  expect((await pinById(server, USER, "3333")).status).toBe(429);
});

test("a correct PIN clears the count", async () => {
  const { server, clock } = await startTarget();
  await patiently(clock, 9, () => pinById(server, USER, "8001"));
  clock.advance(3_600_000);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
  expect(await patiently(clock, 9, () => pinById(server, USER, "8001"))).toEqual(all(9, 401));
  clock.advance(3_600_000);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
});

test("the lock applies to the PIN alone: the correct password logs in and unlocks the PIN", async () => {
  const { server, clock } = await startTarget();
  await patiently(clock, 10, () => pinById(server, USER, "8001"));
  expect((await byPassword(server, "user", "wrong password")).status).toBe(401);
  expect((await pinById(server, USER, "3333")).status).toBe(429);
  expect((await byPassword(server, "user", "user-demo")).status).toBe(200);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
});

test("of many concurrent attempts at most ten are checked", async () => {
  const { server, clock } = await startTarget();
  const statuses: number[] = [];
  for (let burst = 0; burst < 4; burst++) {
    clock.advance(3_600_000);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => pinById(server, USER, `8${burst}${i}1`, `10.0.${burst}.${i}`)),
    );
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});

test("on a full disk wrong PINs add up in memory, and the lock is stored later", async () => {
  const { server, clock } = await startTarget();
  await patiently(clock, 4, () => pinById(server, USER, "8001"));
  const disk = fillDisk(server);
  expect(await patiently(clock, 6, () => pinById(server, USER, "8001"))).toEqual(all(6, 401));
  clock.advance(3_600_000);
  expect((await pinById(server, USER, "3333")).status).toBe(429);
  disk.empty();
  expect((await pinById(server, USER, "3333")).status).toBe(429);
  await server.restart();
  expect((await pinById(server, USER, "3333")).status).toBe(429);
});

test("on a full disk the correct password unlocks the PIN too", async () => {
  const { server, clock } = await startTarget();
  await patiently(clock, 10, () => pinById(server, USER, "8001"));
  const disk = fillDisk(server);
  expect((await byPassword(server, "user", "user-demo")).status).toBe(200);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
  disk.empty();
  expect((await pinById(server, USER, "3333")).status).toBe(200);
  await server.restart();
  expect((await pinById(server, USER, "8001")).status).toBe(401);
});
