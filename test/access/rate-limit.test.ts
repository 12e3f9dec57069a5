import { expect, test } from "vitest";
import { hashSecret } from "../../src/access/secrets/secret-hash.ts";
import type { ApiResponse } from "../harness/client.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { pairDevice } from "../security/terminal.ts";

const MINUTE = 60_000;
const pin = (server: TestServer, userId: number, secret: string) =>
  server.anonymous.post("/api/pwa-auth/login", { userId: String(userId), pin: secret });
const password = (server: TestServer, userName: string, secret: string) =>
  server.anonymous.post("/api/pwa-auth/login-password", { userName, password: secret });
const statuses = (responses: readonly ApiResponse[]) => responses.map(({ status }) => status);
async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < count; i++) results.push(await work(i));
  return results;
}

test("after five wrong PINs of a user the correct one is 429 with Retry-After, and another user's is not", async () => {
  const server = await startServer();
  expect(statuses(await times(5, () => pin(server, 3, "0000")))).toEqual([401, 401, 401, 401, 401]);
  const held = await pin(server, 3, "3333");
  expect(held.status).toBe(429);
  expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(20);
  expect(Number(held.headers.get("retry-after"))).toBeLessThanOrEqual(30);
  expect((await pin(server, 1, "111111")).status).toBe(200);
});

test("the password logs in while the PIN is held, and ends the hold", async () => {
  const server = await startServer();
  await times(5, () => pin(server, 3, "0000"));
  expect((await pin(server, 3, "3333")).status).toBe(429);
  expect((await password(server, "user", "user-demo")).status).toBe(200);
  expect((await pin(server, 3, "3333")).status).toBe(200);
});

test.each([
  ["each wrong password after a hold doubles the next hold, up to 15 minutes", 0],
  ["refused passwords do not lengthen the holds", 3],
])("%s", async (_, refused) => {
  const { clock, server } = await startServerWithClock();
  const wrong = () => password(server, "user", "wrong");
  await times(20, wrong);
  const holds: number[] = [];
  for (let i = 0; i < 7; i++) {
    await times(refused, wrong);
    const seconds = Number((await wrong()).headers.get("retry-after"));
    holds.push(seconds);
    clock.advance(seconds * 1000);
    expect((await wrong()).status).toBe(401);
  }
  const expected = [30, 60, 120, 240, 480, 900, 900];
  holds.forEach((seconds, i) => {
    expect(seconds).toBeGreaterThan((expected[i] ?? 0) - 15);
    expect(seconds).toBeLessThanOrEqual(expected[i] ?? 0);
  });
});

test("four wrong PINs are forgotten after 15 minutes, and after a correct PIN", async () => {
  const { clock, server } = await startServerWithClock();
  await times(4, () => pin(server, 3, "0000"));
  clock.advance(15 * MINUTE + 1000);
  await times(4, () => pin(server, 3, "0000"));
  expect((await pin(server, 3, "3333")).status).toBe(200);
  expect(statuses(await times(5, () => pin(server, 3, "0000")))).toEqual([401, 401, 401, 401, 401]);
});

test("of twenty concurrent guesses at most five are checked", async () => {
  const server = await startServer();
  const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => pin(server, 3, String(4000 + i))));
  expect(statuses(responses).filter((status) => status === 401)).toHaveLength(5);
  expect(statuses(responses).filter((status) => status === 429)).toHaveLength(15);
});

test("twenty wrong PINs of one address hold it for all users", async () => {
  const server = await startServer();
  expect(statuses(await times(20, (i) => pin(server, 1000 + i, "0000")))).not.toContain(429);
  expect((await pin(server, 1, "111111")).status).toBe(429);
});

test("correct PINs neither count for the hold of the address nor reduce the count", async () => {
  const server = await startServer();
  await times(25, () => pin(server, 1, "111111"));
  expect(statuses(await times(20, (i) => pin(server, 1000 + i, "0000")))).not.toContain(429);
  expect((await pin(server, 1, "111111")).status).toBe(429);
});

test("a correct password does not end the hold of the address", async () => {
  const server = await startServer();
  await times(20, (i) => pin(server, 1000 + i, "0000"));
  expect((await password(server, "admin", "admin-demo")).status).toBe(200);
  expect((await pin(server, 1, "111111")).status).toBe(429);
});

test("malformed PINs are not counted", async () => {
  const server = await startServer();
  await times(8, () => pin(server, 3, "12"));
  expect((await pin(server, 3, "3333")).status).toBe(200);
});

test("the correct PIN of an inactive account is counted as a wrong one", async () => {
  const server = await startServer();
  expect(statuses(await times(6, () => pin(server, 5, "5555")))).toEqual([401, 401, 401, 401, 401, 429]);
});

test("twenty wrong passwords hold the password, even the correct one, and not the PIN", async () => {
  const server = await startServer();
  expect(statuses(await times(20, () => password(server, "user", "wrong")))).not.toContain(429);
  expect((await password(server, "user", "user-demo")).status).toBe(429);
  expect((await pin(server, 3, "3333")).status).toBe(200);
});

test("X-Forwarded-For is used only from a trusted proxy", async () => {
  const wrong = (server: TestServer, i: number) =>
    server.anonymous.post(
      "/api/pwa-auth/login",
      { userId: String(2000 + i), pin: "0000" },
      { "X-Forwarded-For": `10.1.1.${i}` },
    );
  const plain = await startServer();
  await times(20, (i) => wrong(plain, i));
  expect((await wrong(plain, 99)).status).toBe(429);
  const behindProxy = await startServer({ settings: { HTTP_TRUSTED_PROXIES: "127.0.0.0/8" } });
  await times(20, (i) => wrong(behindProxy, i));
  expect((await wrong(behindProxy, 99)).status).toBe(401);
});

test("wrong PINs on a terminal count for that user and device alone", async () => {
  const server = await startServer();
  const { pin: type } = await pairDevice(server, "manager");
  expect(statuses(await times(6, () => type(3, "0000")))).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await type(1, "111111")).status).toBe(200);
  expect((await pin(server, 3, "3333")).status).toBe(200);
  await times(20, (i) => type(3000 + i, "0000"));
  expect((await pin(server, 3, "3333")).status).toBe(200);
});

test("concurrent correct logins of one address all succeed, as at the start of a shift", async () => {
  const server = await startServer();
  const pins = await Promise.all(Array.from({ length: 10 }, () => pin(server, 3, "3333")));
  expect(new Set(statuses(pins))).toEqual(new Set([200]));
  const passwords = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      i % 2 === 0 ? password(server, "user", "user-demo") : password(server, "admin", "admin-demo"),
    ),
  );
  expect(new Set(statuses(passwords))).toEqual(new Set([200]));
});

test("concurrent correct logins leave nothing behind: 20 wrong passwords are checked after them", async () => {
  const server = await startServer();
  const shift = Array.from({ length: 12 }, () => password(server, "user", "user-demo"));
  expect(new Set(statuses(await Promise.all(shift)))).toEqual(new Set([200]));
  const wrong = statuses(await times(21, (i) => password(server, `nobody${i}`, "wrong-password")));
  expect(wrong).toEqual([...Array(20).fill(401), 429]);
});

test("more correct logins at once than a counter takes wrong ones all succeed, again and again", async () => {
  const server = await startServer();
  for (let shift = 0; shift < 2; shift++) {
    const pins = await Promise.all(Array.from({ length: 50 }, () => pin(server, 3, "3333")));
    expect(new Set(statuses(pins))).toEqual(new Set([200]));
  }
});

test("each wrong PIN after a hold doubles the next hold, until the tenth locks the PIN", async () => {
  const { clock, server } = await startServerWithClock();
  await times(5, () => pin(server, 3, "0000"));
  for (const expected of [30, 60, 120, 240, 480]) {
    const seconds = Number((await pin(server, 3, "0000")).headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(expected - 15);
    expect(seconds).toBeLessThanOrEqual(expected);
    clock.advance(seconds * 1000);
    expect((await pin(server, 3, "0000")).status).toBe(401);
  }
  clock.advance(24 * 60 * MINUTE);
  expect((await pin(server, 3, "3333")).headers.get("retry-after")).toBe("900");
});

test("a secret that changes while a login with the old one is being checked fails that login", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  // The demo's hashes are cheap; these cost as much as in the product.
  const hashes = await Promise.all([hashSecret("111111"), hashSecret("3333")]);
  await storage.write(1, (tx) => {
    tx.recordWrite("user");
    for (const [index, oid] of [1, 3].entries())
      tx.query({ sql: "UPDATE user SET pinHash = ? WHERE oid = ?", reads: [] }, []).run(hashes[index], oid);
  });
  const busy = Array.from({ length: 6 }, () => pin(server, 1, "111111"));
  const late = pin(server, 3, "3333");
  await new Promise((done) => setImmediate(done));
  await storage.write(1, (tx) => {
    tx.recordWrite("user");
    tx.query(
      { sql: "UPDATE user SET pinHash = (SELECT pinHash FROM user WHERE oid = 2) WHERE oid = 3", reads: [] },
      [],
    ).run();
  });
  expect((await late).status).toBe(401);
  await Promise.all(busy);
});
