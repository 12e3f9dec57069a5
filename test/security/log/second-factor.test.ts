import { expect, test } from "vitest";
import { Client } from "../../harness/client.ts";
import type { TestServer } from "../../harness/server.ts";
import { createAuthenticator } from "../authenticator.ts";
import { from } from "../login-attempts.ts";
import {
  addApp,
  codeAt,
  createUserWithApp,
  firstStep,
  STEP_MS,
  secondStep,
  type WithApp,
} from "../two-step.ts";
import { ADMIN, startServerWithLogs, UMA } from "./server-with-logs.ts";

test("adding, failing, locking and resetting second factors is recorded", async () => {
  const { server, clock, events, last } = await startServerWithLogs();
  const { body: login } = await firstStep(server, "user");
  const { body: own } = await server.withToken(login.accessToken).post("/api/me/second-factor/setup");
  await addApp(server, own.ticket, clock.now());
  const target = { type: "user", id: 3 };
  const set = { user: UMA, target, details: { secondFactor: "set" } };
  const added = await last("secretsChanged");
  expect(added).toMatchObject(set);
  expect(added?.address).toEqual(expect.any(String));
  const { body: first } = await firstStep(server, "user");
  for (let i = 0; i < 6; i++) await secondStep(server, first.ticket, { code: "12345" });
  expect(await last("lock")).toMatchObject({ target, details: { secret: "secondFactor", isHold: true } });
  expect(await events("?kind=login&outcome=failure")).toMatchObject([
    { user: UMA, reason: "wrongCredentials", count: 5, details: { method: "secondFactor" } },
    { user: UMA, reason: "held", count: 1 },
  ]);
  const { body: admin } = await firstStep(server, "admin");
  expect((await server.withToken(admin.accessToken).delete("/api/users/3/second-factor")).status).toBe(204);
  const reset = { user: ADMIN, target, details: { secondFactor: "removed" } };
  expect(await last("secretsChanged")).toMatchObject(reset);
});

const FIRST = "10.0.0.7";
const SECOND = "10.0.0.8";
const VERIFY = "/api/pwa-auth/second-factor";
const SET = { user: UMA, target: { type: "user", id: 3 }, details: { secondFactor: "set" } };
const CREDENTIALS = { userName: "user", password: "user-demo" };
const LOGIN = "/api/pwa-auth/login-password";
const stepFrom = (server: TestServer, path: string, body: object, address: string) =>
  server.anonymous.post(path, body, from(address));
const inTwoSteps = (secondFactor: string) => ({
  ...{ user: UMA, address: SECOND },
  details: { method: "password", secondFactor },
});

test.each<[string, (app: WithApp, now: number) => object]>([
  ["totp", (app, now) => ({ code: codeAt(app.secret, now) })],
  ["recoveryCode", (app) => ({ recoveryCode: app.recoveryCodes[0] })],
])("a two-step login is recorded at its second step, with %s", async (secondFactor, proof) => {
  const { server, clock, events } = await startServerWithLogs();
  const app = await createUserWithApp(server, "user", clock.now());
  clock.advance(STEP_MS);
  const { body: first } = await stepFrom(server, LOGIN, CREDENTIALS, FIRST);
  const { ticket } = first;
  const right = { ticket, ...proof(app, clock.now()) };
  expect((await stepFrom(server, VERIFY, right, SECOND)).status).toBe(200);
  const logins = await events("?kind=login&outcome=success");
  expect(logins.at(-1)).toMatchObject(inTwoSteps(secondFactor));
  expect(logins.filter(({ address }) => address === FIRST)).toEqual([]);
});

test("a login that sets up its second factor is recorded with the address of the set-up, and with the kind", async () => {
  const { server, clock, events, last } = await startServerWithLogs({
    settings: { LOGIN_SECOND_FACTOR_ROLES: "User" },
  });
  const { body: first } = await stepFrom(server, LOGIN, CREDENTIALS, FIRST);
  const { ticket } = first;
  const { body: key } = await stepFrom(server, `${VERIFY}/setup/totp`, { ticket }, SECOND);
  const code = codeAt(key.secret, clock.now());
  expect((await stepFrom(server, `${VERIFY}/setup`, { ticket, code }, SECOND)).status).toBe(200);
  expect((await events("?kind=login")).at(-1)).toMatchObject(inTwoSteps("totp"));
  expect(await last("secretsChanged")).toMatchObject({ ...SET, address: SECOND });
});

test("a login by a passkey is recorded with the address of the second step, and so is its set-up", async () => {
  const { server, events, last } = await startServerWithLogs({
    settings: { LOGIN_SECOND_FACTOR_ROLES: "User" },
  });
  const origin = server.url.replace("127.0.0.1", "localhost");
  const site = new Client(origin, null, () => {});
  const key = createAuthenticator(origin);
  const { body: required } = await site.post(LOGIN, CREDENTIALS, from(FIRST));
  const setUp = `${VERIFY}/setup`;
  const options = await site.post(`${setUp}/passkey-options`, { ticket: required.ticket }, from(FIRST));
  const added = { ticket: required.ticket, name: "Laptop", passkey: key.create(options.body) };
  expect((await site.post(setUp, added, from(SECOND))).status).toBe(200);
  expect(await last("secretsChanged")).toMatchObject({ ...SET, address: SECOND });
  const { body: first } = await site.post(LOGIN, CREDENTIALS, from(FIRST));
  const asked = await site.post(`${VERIFY}/passkey-options`, { ticket: first.ticket }, from(FIRST));
  const proof = { ticket: first.ticket, passkey: key.get(asked.body) };
  expect((await site.post(VERIFY, proof, from(SECOND))).status).toBe(200);
  expect((await events("?kind=login")).slice(-2)).toMatchObject([
    inTwoSteps("passkey"),
    inTwoSteps("passkey"),
  ]);
});
