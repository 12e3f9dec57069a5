import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { createAuthenticator } from "./authenticator.ts";
import {
  addApp,
  codeAt,
  createUserWithApp,
  firstStep,
  STEP_MS,
  secondStep,
  startWithApp,
} from "./two-step.ts";

// The attacker knows the password, and waits until its owner sets up a second factor.

const SETUP = "/api/pwa-auth/second-factor/setup";

/** Adds a passkey with this ticket; `meanwhile` runs after the browser has its options. */
async function addPasskey(
  server: TestServer,
  ticket: string,
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const origin = server.url.replace("127.0.0.1", "localhost");
  const anonymous = new Client(origin, null, () => {});
  const { body: options } = await anonymous.post(`${SETUP}/passkey-options`, { ticket });
  await meanwhile();
  const passkey = createAuthenticator(origin).create({ challenge: options.challenge ?? "none" });
  return anonymous.post(SETUP, { ticket, name: "Another", passkey });
}

test("a ticket of a role that must set up a second factor ends when one is set up", async () => {
  const { clock, server } = await startServerWithClock({ settings: { LOGIN_SECOND_FACTOR_ROLES: "Admin" } });
  const { ticket } = (await firstStep(server, "admin")).body;
  const owner = async () => addApp(server, (await firstStep(server, "admin")).body.ticket, clock.now());
  const { status, body } = await addPasskey(server, ticket, owner);
  expect([status, body.reason]).toEqual([401, "ticketExpired"]);
});

test("a ticket of a one-step login ends too, and one of a two-step login does not", async () => {
  const { clock, server } = await startServerWithClock();
  const { body: login } = await firstStep(server, "admin");
  const { body: before } = await server.withToken(login.accessToken).post("/api/me/second-factor/setup");
  const app = await createUserWithApp(server, "admin", clock.now());
  const early = await addPasskey(server, before.ticket);
  expect([early.status, early.body.reason]).toEqual([401, "ticketExpired"]);
  const { body: own } = await app.client.post("/api/me/second-factor/setup");
  expect((await addPasskey(server, own.ticket)).status).toBe(200);
});

test("a ticket of a session ends with it", async () => {
  const server = await startServer();
  const { body: login } = await firstStep(server, "admin");
  const client = server.withToken(login.accessToken);
  const { body: own } = await client.post("/api/me/second-factor/setup");
  const { status, body } = await addPasskey(server, own.ticket, () => client.post("/api/pwa-auth/logout"));
  expect([status, body.reason]).toEqual([401, "ticketExpired"]);
  expect((await firstStep(server, "admin")).status).toBe(200);
});

/** A server, and a client of its user Uma whose token has no session. */
async function startWithoutSession() {
  const key = "a-test-key-that-is-long-enough-for-hs256";
  const { clock, server } = await startWithApp("user", { settings: { JWT_SECRET_KEY: key } });
  const now = Math.floor(clock.now() / 1000);
  const claims = { iss: "tallybox", aud: "tallybox", sub: "3", tenant_id: 1, iat: now, exp: now + 3600 };
  const token = await new SignJWT({ ...claims, auth_time: now, amr: ["pwd", "mfa"] })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(key));
  return { server, user: server.withToken(token) };
}

test("a token without a session stays valid when its user removes the last second factor with it", async () => {
  const { user } = await startWithoutSession();
  expect((await user.delete("/api/me/second-factor/totp")).status).toBe(204);
  expect((await user.get("/api/me")).status).toBe(200);
});

test("a ticket of a token without a session ends with all sessions of its user", async () => {
  const { server, user } = await startWithoutSession();
  const { body: own } = await user.post("/api/me/second-factor/setup");
  const { body: admin } = await firstStep(server, "admin");
  const reset = () => server.withToken(admin.accessToken).delete("/api/users/3/second-factor");
  const { status, body } = await addPasskey(server, own.ticket, reset);
  expect([status, body.reason]).toEqual([401, "ticketExpired"]);
  expect((await firstStep(server, "user")).status).toBe(200);
});

test("a pairing code from before the second factor pairs no device", async () => {
  const { clock, server } = await startServerWithClock();
  const { body } = await (await server.as("manager")).post("/api/device-auth/generate-code");
  await createUserWithApp(server, "manager", clock.now());
  expect((await server.anonymous.post("/api/device-auth/activate", { code: body.code })).status).toBe(400);
});

test("a ticket ends when its user is deactivated, also where the user is active again", async () => {
  const { clock, server, app } = await startWithApp("manager");
  clock.advance(STEP_MS);
  const { body } = await firstStep(server, "manager");
  const admin = await server.as("admin");
  for (const isActive of [false, true])
    expect((await admin.put("/api/users/2", { isActive })).status).toBe(200);
  const { status, body: refused } = await secondStep(server, body.ticket, {
    code: codeAt(app.secret, clock.now()),
  });
  expect([status, refused.reason]).toEqual([401, "ticketExpired"]);
});
