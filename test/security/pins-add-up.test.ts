import { expect, test } from "vitest";
import { fillDisk } from "../access/full-disk.ts";
import { all, aTarget, byPassword, patiently, pinById, pinByName } from "./guesser.ts";

const USER = 3;

test("ten wrong PINs, however slowly, lock the PIN at the anonymous endpoints; the answer says how to free it", async () => {
  const { server, clock } = await aTarget();
  expect(await patiently(clock, 10, (i) => pinById(server, USER, `80${i}1`))).toEqual(all(10, 401));
  clock.advance(24 * 3_600_000);
  for (const answer of [
    await pinById(server, USER, "3333"),
    await pinByName(server, "User", "3333"),
    await server.anonymous.post("/api/login", { userId: USER, pin: "3333" }),
  ]) {
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("900");
    expect(answer.body.message).toMatch(/locked.*password.*administrator/i);
  }
  expect((await pinById(server, 1, "111111")).status).toBe(200);
});

test("the count of wrong PINs and the lock survive a restart", async () => {
  const { server, clock } = await aTarget();
  await patiently(clock, 9, () => pinById(server, USER, "8001"));
  await server.restart();
  expect((await pinById(server, USER, "8001")).status).toBe(401);
  await server.restart();
  clock.advance(3_600_000);
  expect((await pinById(server, USER, "3333")).status).toBe(429);
});

test("wrong PINs by the id and by the name, at whatever endpoint, add up to one count", async () => {
  const { server, clock } = await aTarget();
  await patiently(clock, 4, () => pinById(server, USER, "8001"));
  await patiently(clock, 3, () => pinByName(server, "USER", "8001"));
  await patiently(clock, 3, () => server.anonymous.post("/api/login", { userId: USER, pin: "8001" }));
  clock.advance(3_600_000);
  expect((await pinById(server, USER, "3333")).status).toBe(429);
});

test("a right PIN clears the count", async () => {
  const { server, clock } = await aTarget();
  await patiently(clock, 9, () => pinById(server, USER, "8001"));
  clock.advance(3_600_000);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
  expect(await patiently(clock, 9, () => pinById(server, USER, "8001"))).toEqual(all(9, 401));
  clock.advance(3_600_000);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
});

test("the lock is of the PIN alone: the right password logs in and frees the PIN", async () => {
  const { server, clock } = await aTarget();
  await patiently(clock, 10, () => pinById(server, USER, "8001"));
  expect((await byPassword(server, "user", "wrong password")).status).toBe(401);
  expect((await pinById(server, USER, "3333")).status).toBe(429);
  expect((await byPassword(server, "user", "user-demo")).status).toBe(200);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
});

test("many guesses at once get no more than ten in all", async () => {
  const { server, clock } = await aTarget();
  const statuses: number[] = [];
  for (let burst = 0; burst < 4; burst++) {
    clock.advance(3_600_000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => pinById(server, USER, `8${burst}${i}1`, `10.0.${burst}.${i}`)),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});

test("without a free byte on the disk wrong PINs add up in memory, and the lock goes to the disk later", async () => {
  const { server, clock } = await aTarget();
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

test("without a free byte on the disk the right password frees the PIN too", async () => {
  const { server, clock } = await aTarget();
  await patiently(clock, 10, () => pinById(server, USER, "8001"));
  const disk = fillDisk(server);
  expect((await byPassword(server, "user", "user-demo")).status).toBe(200);
  expect((await pinById(server, USER, "3333")).status).toBe(200);
  disk.empty();
  expect((await pinById(server, USER, "3333")).status).toBe(200);
  await server.restart();
  expect((await pinById(server, USER, "8001")).status).toBe(401);
});
