import { expect, test } from "vitest";
import { removeOldSessions, rotateTokenPair } from "../../src/access/sessions/sessions.ts";
import { addProgram } from "../access/api-keys/accounts.ts";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { pairDevice, pairSharedTerminal } from "./terminal.ts";
import { logIn, refresh, statusOf } from "./tokens.ts";

// The attacker has a token from a log, a backup or a lost phone.

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;

test("a logout ends all tokens of its login at once, and no other login", async () => {
  const server = await startServer();
  const [one, other] = [await logIn(server), await logIn(server)];
  const { body: next } = await refresh(server, { refreshToken: one.refreshToken });
  expect((await server.withToken(next.accessToken).post("/api/pwa-auth/logout")).status).toBe(204);
  for (const tokens of [one, next]) expect(await statusOf(server, tokens)).toBe(401);
  expect((await refresh(server, { refreshToken: next.refreshToken })).status).toBe(401);
  expect((await refresh(server, { accessToken: one.accessToken })).status).toBe(401);
  expect(await statusOf(server, other)).toBe(200);
});

test("a login on a shared terminal ends by a logout, and the terminal stays paired", async () => {
  const server = await startServer();
  const terminal = await pairSharedTerminal(server);
  const person = await terminal.logIn(3, "3333");
  expect((await person.post("/api/pwa-auth/logout")).status).toBe(204);
  expect((await person.get("/api/me")).status).toBe(401);
  expect((await terminal.device.get("/api/pda/users")).status).toBe(200);
});

test("a user sees their own sessions with their devices", async () => {
  const server = await startServer();
  const own = await logIn(server);
  const terminal = await pairSharedTerminal(server);
  await terminal.logIn(3, "3333");
  const { body: listed } = await server.withToken(own.accessToken).get("/api/me/sessions");
  expect(
    listed.map(({ device, isCurrent }: { device: object; isCurrent: boolean }) => [device, isCurrent]),
  ).toEqual([
    [{ id: terminal.deviceTokenId, name: expect.any(String) }, false],
    [null, true],
  ]);
});

test("a user ends one of their own sessions, and no other user ends it", async () => {
  const server = await startServer();
  const own = await logIn(server);
  const client = server.withToken(own.accessToken);
  const { body: listed } = await client.get("/api/me/sessions");
  const path = `/api/me/sessions/${listed[0].id}`;
  expect((await server.manager.delete(path)).status).toBe(404);
  expect(await statusOf(server, own)).toBe(200);
  expect((await client.delete(path)).status).toBe(204);
  expect(await statusOf(server, own)).toBe(401);
});

test("an Admin sees a user's sessions and ends all of them", async () => {
  const server = await startServer();
  const { accessToken } = await logIn(server);
  const path = "/api/users/3/sessions";
  expect((await server.admin.get(path)).body).toHaveLength(1);
  expect(await statusOf(server, { accessToken })).toBe(200);
  expect((await server.admin.delete(path)).status).toBe(204);
  expect(await statusOf(server, { accessToken })).toBe(401);
});

test("a refresh token that is used again long after its successor ends the session", async () => {
  const { clock, server } = await startServerWithClock();
  const first = await logIn(server);
  const { body: second } = await refresh(server, { refreshToken: first.refreshToken });
  expect(await statusOf(server, second)).toBe(200);
  clock.advance(3 * MINUTE);
  expect((await refresh(server, { refreshToken: first.refreshToken })).status).toBe(401);
  expect(await statusOf(server, second)).toBe(401);
  expect((await refresh(server, { refreshToken: second.refreshToken })).status).toBe(401);
});

test("a refresh token whose response got lost may be used again, and an access token any number of times", async () => {
  const { clock, server } = await startServerWithClock();
  const first = await logIn(server);
  for (let i = 0; i < 3; i++) {
    expect((await refresh(server, { refreshToken: first.refreshToken })).status).toBe(200);
    clock.advance(3 * MINUTE);
  }
  for (let i = 0; i < 3; i++) {
    const { status, body } = await refresh(server, { accessToken: first.accessToken });
    expect(status).toBe(200);
    expect(await statusOf(server, body)).toBe(200);
    clock.advance(3 * MINUTE);
  }
});

test("a session ends 30 days after its login, however often it was refreshed", async () => {
  const { clock, server } = await startServerWithClock();
  let { accessToken } = await logIn(server);
  for (let day = 0; day < 29; day++) {
    clock.advance(DAY);
    const { status, body } = await refresh(server, { accessToken });
    expect(status).toBe(200);
    ({ accessToken } = body);
  }
  clock.advance(DAY + MINUTE);
  expect((await refresh(server, { accessToken })).status).toBe(401);
});

test("a token with a longer lifetime than the setting is refused", async () => {
  const server = await startServer({ settings: { JWT_TOKEN_EXPIRATION_HOURS: "48" } });
  const { accessToken } = await logIn(server);
  expect(await statusOf(server, { accessToken })).toBe(200);
  await server.restart({ JWT_TOKEN_EXPIRATION_HOURS: "1" });
  expect(await statusOf(server, { accessToken })).toBe(401);
});

test("expired sessions are removed with their tokens, and others are not", async () => {
  const { clock, server } = await startServerWithClock();
  await logIn(server);
  clock.advance(20 * DAY);
  await logIn(server);
  clock.advance(11 * DAY);
  const { storage } = server.appliance.dependencies;
  const remove = () => storage.write(null, (tx) => removeOldSessions(tx, clock.iso(), 10));
  expect([await remove(), await remove()]).toEqual([1, 0]);
  const left = storage.db.query<{ many: number }>(
    { sql: "SELECT count(*) AS many FROM sessionToken", reads: [] },
    [],
  );
  expect(left.all()).toEqual([{ many: 1 }]);
});

test("sessions stay valid over a restart", async () => {
  const server = await startServer();
  const { accessToken } = await logIn(server);
  await server.restart();
  expect((await server.withToken(accessToken).get("/api/me/sessions")).body).toHaveLength(1);
});

test("a session that is refreshed without end keeps the newest thousand of its token pairs", async () => {
  const server = await startServer();
  const { accessToken, refreshToken } = await logIn(server);
  const { storage } = server.appliance.dependencies;
  const pairs = () =>
    storage.db
      .query<{ oid: number; sessionId: number }>(
        { sql: "SELECT oid, sessionId FROM sessionToken ORDER BY oid", reads: [] },
        [],
      )
      .all();
  const early = (await refresh(server, { refreshToken })).body;
  const [first] = pairs();
  if (first === undefined) throw new Error("no token pair");
  await storage.write(1, (tx) => {
    const session = { sessionId: first.sessionId, pairId: first.oid };
    for (let times = 0; times < 1005; times++) rotateTokenPair(tx, session, { oid: 3, tenantId: 1 }, false);
  });
  const kept = pairs();
  // The first one, the newest thousand, and the next one.
  expect([kept.length, kept[0]?.oid]).toEqual([1002, first.oid]);
  for (const token of [accessToken, early.accessToken])
    expect(await statusOf(server, { accessToken: token })).toBe(200);
  const { body: newest } = await refresh(server, { accessToken: early.accessToken });
  expect((await refresh(server, { refreshToken: newest.refreshToken })).status).toBe(200);
  // Nobody knows any more whether it was used.
  expect((await refresh(server, { refreshToken: early.refreshToken })).status).toBe(401);
  expect(await statusOf(server, { accessToken })).toBe(401);
});

test("the first refresh token of a session counts as used once its successors may be forgotten", async () => {
  const server = await startServer();
  const { accessToken, refreshToken } = await logIn(server);
  const { storage } = server.appliance.dependencies;
  const [first] = storage.db
    .query<{ oid: number; sessionId: number }>(
      { sql: "SELECT oid, sessionId FROM sessionToken", reads: [] },
      [],
    )
    .all();
  if (first === undefined) throw new Error("no token pair");
  await storage.write(1, (tx) => {
    const session = { sessionId: first.sessionId, pairId: first.oid };
    for (let times = 0; times < 1001; times++) rotateTokenPair(tx, session, { oid: 3, tenantId: 1 }, false);
  });
  expect((await refresh(server, { refreshToken })).status).toBe(401);
  expect(await statusOf(server, { accessToken })).toBe(401);
});

test.each([
  ["the user ends the other sessions", "user", "/api/me/sessions"],
  ["an Admin ends all sessions", "admin", "/api/users/3/sessions"],
])("a pairing code is void once %s", async (_, as, path) => {
  const server = await startServer();
  const thief = server.withToken((await logIn(server)).accessToken);
  const { body } = await thief.post("/api/device-auth/generate-code", { kind: "personal" });
  expect((await (await server.as(as)).delete(path)).status).toBe(204);
  expect((await server.anonymous.post("/api/device-auth/activate", { code: body.code })).status).toBe(400);
});

test.each([
  ["the user", "user", "/api/me/sessions"],
  ["an Admin", "admin", "/api/users/3/sessions"],
])("a pairing code is void once %s ends the session that made it", async (_, as, path) => {
  const server = await startServer();
  const thief = server.withToken((await logIn(server)).accessToken);
  const { body: own } = await thief.get("/api/me/sessions");
  const { body } = await thief.post("/api/device-auth/generate-code", { kind: "personal" });
  expect((await (await server.as(as)).delete(`${path}/${own[0].id}`)).status).toBe(204);
  expect((await server.anonymous.post("/api/device-auth/activate", { code: body.code })).status).toBe(400);
});

test("on a nearly full disk an API key can be revoked, and its account deleted", async () => {
  const server = await startServer();
  const { oid, keyId } = await addProgram(server, ["articles:read"]);
  const path = `/api/service-accounts/${oid}`;
  await server.restart({ STORAGE_RESERVE_MEGABYTES: "90000000" });
  const admin = await server.as("admin");
  expect((await admin.delete(`${path}/keys/${keyId}`)).status).toBe(204);
  expect((await admin.delete(path)).status).toBe(204);
});

test("on a nearly full disk a session, and a device, can be ended", async () => {
  const server = await startServer();
  const device = await pairDevice(server, "user");
  await server.restart({ STORAGE_RESERVE_MEGABYTES: "90000000" });
  const own = await logIn(server);
  const client = server.withToken(own.accessToken);
  expect((await client.delete("/api/me/sessions")).status).toBe(204);
  expect((await client.delete(`/api/device-auth/tokens/${device.deviceTokenId}`)).status).toBe(204);
  expect((await client.post("/api/pwa-auth/logout")).status).toBe(204);
  expect(await statusOf(server, own)).toBe(401);
});
