import { expect, test } from "vitest";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { logIn as logInAs, refresh, statusOf } from "./tokens.ts";

// The attacker uses an office computer that was left logged in.

const HOUR = 3_600_000;

const logIn = (server: TestServer) => logInAs(server, { client: "console" });

/** Tokens that live longer than the console may rest. */
const settings = { JWT_TOKEN_EXPIRATION_HOURS: "48" };

test("a console login ends after 12 hours without a request, with all of its tokens", async () => {
  const { clock, server } = await startServerWithClock({ settings });
  const { accessToken, refreshToken } = await logIn(server);
  expect(await statusOf(server, { accessToken })).toBe(200);
  clock.advance(12 * HOUR + 60_000);
  expect(await statusOf(server, { accessToken })).toBe(401);
  expect((await refresh(server, { accessToken })).status).toBe(401);
  expect((await refresh(server, { refreshToken })).status).toBe(401);
});

test("a console login in use stays valid, by whichever of its tokens", async () => {
  const { clock, server } = await startServerWithClock({ settings });
  const { accessToken, refreshToken } = await logIn(server);
  clock.advance(11 * HOUR);
  const { body: next } = await refresh(server, { refreshToken });
  clock.advance(11 * HOUR);
  expect(await statusOf(server, next)).toBe(200);
  expect(await statusOf(server, { accessToken })).toBe(200);
  clock.advance(11 * HOUR);
  expect(await statusOf(server, { accessToken })).toBe(200);
});

test("a login that is not marked as the console's stays valid after 12 hours", async () => {
  const { clock, server } = await startServerWithClock({ settings });
  const { accessToken, refreshToken } = await logInAs(server, { client: null });
  clock.advance(13 * HOUR);
  expect(await statusOf(server, { accessToken })).toBe(200);
  expect((await refresh(server, { refreshToken })).status).toBe(200);
});

test("a user who changes their own password in the console keeps a console login", async () => {
  const server = await startServer();
  const { accessToken } = await logIn(server);
  const change = { oldPassword: "user-demo", password: "an open book" };
  const { body: next } = await server.withToken(accessToken).put("/api/me/secrets", change);
  const { body: sessions } = await server
    .withToken(next.accessToken)
    .get("/api/me/sessions?includeClient=true");
  expect(sessions).toMatchObject([{ client: "console", isCurrent: true }]);
});

test("the client of a login is listed only on request: the contract's shape is closed", async () => {
  const server = await startServer();
  const { accessToken } = await logIn(server);
  const [session] = (await server.withToken(accessToken).get("/api/me/sessions")).body;
  expect(Object.keys(session)).toEqual([
    ...["id", "createdDT", "lastUsedDT", "expiresAt", "device", "isCurrent"],
  ]);
});

test("an expired session is not listed", async () => {
  const { clock, server } = await startServerWithClock();
  await logIn(server);
  clock.advance(12 * HOUR + 60_000);
  const { body: sessions } = await (await server.as("user")).get("/api/me/sessions");
  expect(sessions).toEqual([]);
});

test("an unknown client is refused at its field", async () => {
  const server = await startServer();
  const body = { userName: "user", password: "user-demo", client: "browser" };
  const { status, body: problem } = await server.anonymous.post("/api/pwa-auth/login-password", body);
  expect([status, problem.errors[0].path]).toEqual([400, "client"]);
});

test("a user ends all of their own sessions except the current one", async () => {
  const server = await startServer();
  const [own, other] = [await logIn(server), await logIn(server)];
  const anothers = await logInAs(server, {}, "manager");
  const client = server.withToken(own.accessToken);
  expect((await client.delete("/api/me/sessions")).status).toBe(204);
  expect(await statusOf(server, other)).toBe(401);
  expect(await statusOf(server, own)).toBe(200);
  expect(await statusOf(server, anothers)).toBe(200);
  expect((await client.get("/api/me/sessions")).body).toHaveLength(1);
});

test("an Admin ends one session of a user and keeps the others", async () => {
  const server = await startServer();
  const [one, other] = [await logIn(server), await logIn(server)];
  const admin = await server.as("admin");
  const { body: sessions } = await admin.get("/api/users/3/sessions");
  const oldest = sessions.at(-1).id;
  for (const path of [`/api/users/2/sessions/${oldest}`, "/api/users/3/sessions/987"])
    expect((await admin.delete(path)).status).toBe(404);
  expect((await (await server.as("admin2")).delete(`/api/users/3/sessions/${oldest}`)).status).toBe(404);
  expect((await admin.delete(`/api/users/3/sessions/${oldest}`)).status).toBe(204);
  expect(await statusOf(server, one)).toBe(401);
  expect(await statusOf(server, other)).toBe(200);
});
