import { decodeJwt, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { removeOldSessions } from "../../src/access/sessions/sessions.ts";
import { fillDisk } from "../access/full-disk.ts";
import { createClock } from "../harness/clock.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";
import { pairDevice, pairSharedTerminal } from "./terminal.ts";
import { refresh, statusOf } from "./tokens.ts";

// Tokens without a session: of a program that signs with the shared key, of a login on a full disk, of a paired device, of an
// earlier version of the server. "End all sessions" and a logout end them too.

const KEY = "a-test-key-that-is-long-enough-for-hs256";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const USER = 3;

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}
const start = (options: ServerOptions = {}) =>
  startServer({ ...options, settings: { JWT_SECRET_KEY: KEY, ...options.settings } });

/** A token of the demo's user, signed by a program that has the key. Without `iat`: issued a minute ago. */
function signed(server: TestServer, claims: object = {}): Promise<string> {
  const now = Math.floor(server.appliance.dependencies.clock.now() / 1000);
  const times = { iat: now - 60, exp: now + 3600 };
  const of = { iss: "tallybox", aud: "tallybox", sub: String(USER), tenant_id: 1, role: ["User"] };
  return new SignJWT({ ...of, ...times, ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(KEY));
}

/** A login on a full disk. */
async function onFullDisk(server: TestServer): Promise<Tokens> {
  const disk = fillDisk(server);
  const { body } = await server.anonymous.post("/api/pwa-auth/login-password", {
    ...{ userName: "user", password: "user-demo" },
  });
  disk.empty();
  expect(decodeJwt(body.accessToken)["sid"]).toBeUndefined();
  return body;
}

const kinds: [string, (server: TestServer) => Promise<Tokens>][] = [
  ["a program's token", async (server) => ({ accessToken: await signed(server) })],
  ["a program's token with jti", async (server) => ({ accessToken: await signed(server, { jti: "one" }) })],
  ["a token without iat", async (server) => ({ accessToken: await signed(server, { iat: undefined }) })],
  ["the tokens of a login on a full disk", onFullDisk],
  [
    "the tokens of a personal device",
    async (server) => {
      const { deviceToken } = await pairDevice(server, "user");
      return (await server.anonymous.post("/api/device-auth/exchange", { deviceToken })).body;
    },
  ],
];

const endings: [string, (server: TestServer) => Promise<{ readonly status: number }>][] = [
  ["an Admin", async (server) => (await server.as("admin")).delete(`/api/users/${USER}/sessions`)],
  [
    "the user",
    async (server) => {
      const { body } = await server.anonymous.post("/api/pwa-auth/login-pin", {
        userName: "user",
        pin: "3333",
      });
      return server.withToken(body.accessToken).delete("/api/me/sessions");
    },
  ],
];

async function expectEnded(server: TestServer, tokens: Tokens): Promise<void> {
  expect(await statusOf(server, tokens)).toBe(401);
  for (const accessToken of [tokens.accessToken, ...(tokens.refreshToken ? [tokens.refreshToken] : [])])
    expect((await refresh(server, { accessToken })).status).toBe(401);
}

describe.each(kinds)("%s", (_, make) => {
  test.each(endings)("ends when %s ends all sessions, also right after it was used", async (_, end) => {
    const server = await start();
    const tokens = await make(server);
    expect(await statusOf(server, tokens)).toBe(200);
    expect((await end(server)).status).toBe(204);
    await expectEnded(server, tokens);
  });

  test("ends by its logout, and no other login does", async () => {
    const server = await start();
    const other = await server.tokenOf("user");
    const tokens = await make(server);
    expect(await statusOf(server, tokens)).toBe(200);
    expect((await server.withToken(tokens.accessToken).post("/api/pwa-auth/logout")).status).toBe(204);
    await expectEnded(server, tokens);
    expect(await statusOf(server, { accessToken: other })).toBe(200);
  });

  test("opens one session, however often and however much at once it is refreshed", async () => {
    const server = await start();
    const tokens = await make(server);
    const bodies = [tokens.accessToken, tokens.refreshToken ?? tokens.accessToken];
    const all = await Promise.all(
      [...bodies, ...bodies, ...bodies].map((accessToken) => refresh(server, { accessToken })),
    );
    const sessions = all.map(({ body }) => decodeJwt(body.accessToken)["sid"]);
    expect(sessions[0]).toEqual(expect.any(Number));
    expect(new Set(sessions).size).toBe(1);
    const one: Tokens = all[0]?.body;
    expect((await server.withToken(one.accessToken).get("/api/me/sessions")).body).toHaveLength(1);
    expect((await server.withToken(one.accessToken).post("/api/pwa-auth/logout")).status).toBe(204);
    await expectEnded(server, tokens);
    await expectEnded(server, one);
  });

  test("is the current session of its own requests once it has opened one, and stays when it ends the others", async () => {
    const server = await start();
    const tokens = await make(server);
    const other = await server.tokenOf("user");
    const client = server.withToken(tokens.accessToken);
    expect((await client.delete("/api/me/sessions")).status).toBe(204);
    expect(await statusOf(server, tokens)).toBe(200);
    expect(await statusOf(server, { accessToken: other })).toBe(401);
    expect((await client.get("/api/me/sessions")).body).toMatchObject([{ isCurrent: true }]);
  });
});

test("a token that is issued right after the end of all sessions is valid, and ends by the next end in the same second", async () => {
  const server = await start();
  const admin = await server.as("admin");
  for (let i = 0; i < 5; i++) {
    const { accessToken } = { accessToken: await server.tokenOf("user") };
    expect(await statusOf(server, { accessToken })).toBe(200);
    expect((await admin.delete(`/api/users/${USER}/sessions`)).status).toBe(204);
    expect(await statusOf(server, { accessToken })).toBe(401);
  }
});

test("a program's token of the second in which all sessions were ended is refused, one of a later second is not", async () => {
  const clock = createClock();
  const server = await start({ clock });
  await (await server.as("admin")).delete(`/api/users/${USER}/sessions`);
  const now = Math.floor(clock.now() / 1000);
  const of = (iat: number) => signed(server, { iat });
  expect(await statusOf(server, { accessToken: await of(now - 1) })).toBe(401);
  clock.advance(2000);
  expect(await statusOf(server, { accessToken: await of(now + 2) })).toBe(200);
});

test("the tokens of other users and of a shared terminal stay when all sessions of a user are ended", async () => {
  const server = await start();
  const terminal = await pairSharedTerminal(server);
  const manager = await server.tokenOf("manager");
  const admin = await server.as("admin");
  await admin.delete(`/api/users/${USER}/sessions`);
  // The Admin has paired the terminal.
  await admin.delete("/api/me/sessions");
  expect(await statusOf(server, terminal)).toBe(200);
  expect((await refresh(server, { accessToken: terminal.accessToken })).status).toBe(200);
  expect(await statusOf(server, { accessToken: manager })).toBe(200);
});

test("the logout of a shared terminal ends its own token and all that came from it, but not its pairing", async () => {
  const server = await start();
  const { deviceToken } = await pairSharedTerminal(server);
  const exchange = async () =>
    (await server.anonymous.post("/api/device-auth/exchange", { deviceToken })).body;
  const first = await exchange();
  const { body: second } = await refresh(server, { refreshToken: first.refreshToken });
  expect((await server.withToken(second.accessToken).post("/api/pwa-auth/logout")).status).toBe(204);
  await expectEnded(server, first);
  await expectEnded(server, second);
  expect(await statusOf(server, await exchange())).toBe(200);
  expect((await (await server.as("admin")).get("/api/me/sessions")).body).toEqual([]);
});

test("the session that a refresh opens ends 30 days after the login", async () => {
  const clock = createClock();
  const server = await start({ clock, settings: { JWT_TOKEN_EXPIRATION_HOURS: String(24 * 60) } });
  const now = Math.floor(clock.now() / 1000);
  const exp = now + 29 * 24 * 3600;
  const old = await signed(server, { auth_time: now - 29 * 24 * 3600, exp });
  const { body } = await refresh(server, { accessToken: old });
  expect(await statusOf(server, body)).toBe(200);
  const tooOld = await signed(server, { auth_time: now - 31 * 24 * 3600, exp });
  expect((await refresh(server, { accessToken: tooOld })).status).toBe(401);
  clock.advance(DAY + MINUTE);
  await expectEnded(server, body);
  await expectEnded(server, { accessToken: old });
});

test("the session that a refresh opens ends 30 days after the first refresh, and is not opened again", async () => {
  const clock = createClock();
  const server = await start({ clock, settings: { JWT_TOKEN_EXPIRATION_HOURS: String(24 * 60) } });
  const exp = Math.floor(clock.now() / 1000) + 40 * 24 * 3600;
  const token = await signed(server, { exp });
  expect((await refresh(server, { accessToken: token })).status).toBe(200);
  clock.advance(29 * DAY);
  const { body } = await refresh(server, { accessToken: token });
  expect(await statusOf(server, body)).toBe(200);
  clock.advance(DAY + MINUTE);
  const { storage } = server.appliance.dependencies;
  await storage.write(null, (tx) => removeOldSessions(tx, new Date(clock.ago(DAY)).toISOString(), 10));
  await expectEnded(server, body);
  await expectEnded(server, { accessToken: token });
});

test("what was issued on a full disk keeps to one session when the disk accepts writes again", async () => {
  const server = await start();
  const disk = fillDisk(server);
  const { body: first } = await server.anonymous.post("/api/pwa-auth/login-password", {
    ...{ userName: "user", password: "user-demo" },
  });
  const { body: second } = await refresh(server, { refreshToken: first.refreshToken });
  expect(decodeJwt(second.accessToken)["sid"]).toBeUndefined();
  disk.empty();
  const third = (await refresh(server, { refreshToken: second.refreshToken })).body;
  const fourth = (await refresh(server, { accessToken: first.accessToken })).body;
  expect(decodeJwt(third.accessToken)["sid"]).toBe(decodeJwt(fourth.accessToken)["sid"]);
  await server.withToken(first.accessToken).post("/api/pwa-auth/logout");
  for (const tokens of [first, second, third, fourth]) await expectEnded(server, tokens);
});
