import { expect, test } from "vitest";
import { fillDisk } from "../access/full-disk.ts";
import type { TestClock } from "../harness/clock.ts";
import type { TestServer } from "../harness/server.ts";
import { all, byPassword, startTarget } from "./login-attempts.ts";
import { pairDevice } from "./terminal.ts";

const right = "manager-demo";
const DAY_MS = 86_400_000;

/** An address of a network of its own. */
const address = (index: number) => `10.${1 + (index >> 8)}.${index & 255}.1`;

/** Sends wrong passwords from new addresses as fast as the server takes them, until `count` were checked. */
async function guess(
  server: TestServer,
  clock: TestClock,
  count: number,
  userName = "manager",
): Promise<void> {
  for (let checked = 0; checked < count; ) {
    const { status, headers } = await byPassword(server, userName, `wrong ${checked}`, address(checked));
    if (status === 401) checked += 1;
    else clock.advance(Number(headers.get("retry-after")) * 1000);
  }
}

test("of 600 wrong passwords from 200 addresses twenty are checked", async () => {
  const { server } = await startTarget();
  const statuses: number[] = [];
  for (let i = 0; i < 600; i++)
    statuses.push((await byPassword(server, "manager", "wrong", address(i % 200))).status);
  expect(statuses).toEqual([...all(20, 401), ...all(580, 429)]);
  expect((await byPassword(server, "manager", right, address(999))).status).toBe(429);
});

test("of 120 wrong passwords from 40 invented IPv6 networks twenty are checked", async () => {
  const { server } = await startTarget();
  const statuses: number[] = [];
  for (let i = 0; i < 120; i++)
    statuses.push((await byPassword(server, "manager", "wrong", `fd00:${i % 40}:1:2::${i}`)).status);
  expect(statuses).toEqual([...all(20, 401), ...all(100, 429)]);
});

test("of 100 concurrent wrong passwords from 100 addresses at most twenty are checked", async () => {
  const { server } = await startTarget();
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, i) => byPassword(server, "manager", "wrong", address(i))),
  );
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(20);
});

test("a hundred wrong passwords in a row from unknown callers lock the password for them for 24 hours", async () => {
  const { server, clock } = await startTarget();
  await guess(server, clock, 100);
  clock.advance(DAY_MS - 60_000);
  const locked = await byPassword(server, "manager", right, "10.0.0.6");
  expect(locked.status).toBe(429);
  expect(locked.headers.get("retry-after")).toBe("900");
  expect(locked.body.message).toMatch(/locked.*usually.*administrator/i);
  clock.advance(60_000);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
});

test("refused attempts do not lengthen the lock", async () => {
  const { server, clock } = await startTarget();
  await guess(server, clock, 100);
  for (let i = 0; i < 24; i++) {
    expect((await byPassword(server, "manager", "wrong", address(i))).status).toBe(429);
    clock.advance(DAY_MS / 24);
  }
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
});

test("the locked password of a user is unlocked by the user's login from a known caller, and a PIN does not do it", async () => {
  const { server, clock } = await startTarget();
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
  await guess(server, clock, 100);
  const terminal = await pairDevice(server, "user");
  expect((await terminal.pin(2, "2222")).status).toBe(200);
  expect((await byPassword(server, "manager", right, "10.0.0.7")).status).toBe(429);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
  expect((await byPassword(server, "manager", right, "10.0.0.7")).status).toBe(200);
});

test("a right password of an unknown caller starts the row anew", async () => {
  const { server, clock } = await startTarget();
  await guess(server, clock, 99);
  clock.advance(16 * 60_000);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
  await guess(server, clock, 99);
  clock.advance(16 * 60_000);
  expect((await byPassword(server, "manager", right, "10.0.0.7")).status).toBe(200);
});

test("a hundred wrong passwords in a row from a known caller lock the password for it, not for others", async () => {
  const { server, clock } = await startTarget();
  for (const host of ["10.0.0.6", "10.0.0.7"]) await byPassword(server, "manager", right, host);
  for (let checked = 0; checked < 100; ) {
    const { status, headers } = await byPassword(server, "manager", "wrong", "10.0.0.6");
    if (status === 401) checked += 1;
    else clock.advance(Number(headers.get("retry-after")) * 1000);
  }
  clock.advance(3_600_000);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).headers.get("retry-after")).toBe("900");
  expect((await byPassword(server, "manager", right, "10.0.0.8")).status).toBe(200);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
});

test("an unknown name is held and locked like a user", async () => {
  const seen: object[] = [];
  for (const userName of ["manager", "nobody"]) {
    const { server, clock } = await startTarget();
    const responses: unknown[] = [];
    const look = async (index: number) => {
      const { status, headers, body } = await byPassword(server, userName, "wrong", address(index));
      responses.push([
        status,
        headers.get("retry-after") === null,
        headers.getSetCookie(),
        body.message.replaceAll(/\d+/g, "n"),
      ]);
    };
    for (let i = 0; i < 25; i++) await look(i);
    clock.advance(16 * 60_000);
    await guess(server, clock, 80, userName);
    clock.advance(3_600_000);
    await look(30);
    clock.advance(DAY_MS);
    await look(31);
    seen.push(responses);
  }
  expect(seen[0]).toEqual(seen[1]);
});

test("the count in a row and the lock survive a restart", async () => {
  const { server, clock } = await startTarget();
  await guess(server, clock, 99);
  await server.restart();
  clock.advance(16 * 60_000);
  expect((await byPassword(server, "manager", "wrong", "10.0.0.5")).status).toBe(401);
  await server.restart();
  clock.advance(3_600_000);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(429);
});

test("on a full disk wrong passwords add up in memory, known callers are known, and both are stored later", async () => {
  const { server } = await startTarget();
  const disk = fillDisk(server);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
  for (let i = 0; i < 20; i++) await byPassword(server, "manager", "wrong", address(i));
  expect((await byPassword(server, "manager", right, "10.0.0.7")).status).toBe(429);
  expect((await byPassword(server, "manager", "wrong", "10.0.0.6")).status).toBe(401);
  disk.empty();
  expect((await byPassword(server, "user", "user-demo", "10.0.0.6")).status).toBe(200);
  await server.restart();
  expect((await byPassword(server, "manager", right, "10.0.0.7")).status).toBe(429);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
});

test("an old password that is typed on a paired device counts for that device alone", async () => {
  const { server } = await startTarget();
  const device = await pairDevice(server, "manager");
  for (let i = 0; i < 20; i++) await byPassword(server, "manager", "wrong", `10.0.0.${i % 5}`);
  const change = (oldPassword: string) => device.device.put("/api/me/secrets", { oldPassword });
  for (let i = 0; i < 5; i++) expect((await change("wrong")).status).toBe(401);
  expect((await change(right)).status).toBe(200);
  const other = await pairDevice(server, "manager");
  for (let i = 0; i < 20; i++)
    expect((await other.device.put("/api/me/secrets", { oldPassword: "wrong" })).status).toBe(401);
  expect((await other.device.put("/api/me/secrets", { oldPassword: right })).status).toBe(429);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
});
