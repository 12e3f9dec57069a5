import { readFileSync } from "node:fs";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import type { AuthResponse } from "../../src/web/api/types/endpoints.d.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { pairDevice } from "./terminal.ts";
import { logIn as logInBy, refresh, statusOf } from "./tokens.ts";
import { addApp, codeAt, STEP_MS, secondStep, startWithApp } from "./two-step.ts";

// Our own clients open sessions with `rotation`, in which an access token that was copied from a log or a backup can't be
// refreshed. Sessions of the contract's clients never change.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const USER = { userName: "user", password: "user-demo" };

const logIn = (server: TestServer, more: object = { rotation: true }) => logInBy(server, more);

const logins: [string, (server: TestServer, rotation: object) => Promise<AuthResponse>][] = [
  ["a password", (server, rotation) => logIn(server, rotation)],
  [
    "a PIN by id",
    async (server, rotation) =>
      (await server.anonymous.post("/api/pwa-auth/login", { userId: "3", pin: "3333", ...rotation })).body,
  ],
  [
    "a PIN by name",
    async (server, rotation) =>
      (await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333", ...rotation }))
        .body,
  ],
  [
    "a PIN at a terminal",
    async (server, rotation) => {
      const { device } = await pairDevice(server, "admin", { kind: "terminal" });
      return (await device.post("/api/pda/users/login", { userId: 3, pin: "3333", ...rotation })).body;
    },
  ],
  [
    "the token of a personal device",
    async (server, rotation) => {
      const { deviceToken } = await pairDevice(server, "user");
      return (await server.anonymous.post("/api/device-auth/exchange", { deviceToken, ...rotation })).body;
    },
  ],
  [
    "the token of a shared terminal",
    async (server, rotation) => {
      const { deviceToken } = await pairDevice(server, "admin", { kind: "terminal" });
      return (await server.anonymous.post("/api/device-auth/exchange", { deviceToken, ...rotation })).body;
    },
  ],
  [
    "a change of the own PIN",
    async (server, rotation) => {
      const { accessToken } = await logIn(server, rotation);
      const change = { oldPassword: "user-demo", pin: "8264" };
      return (await server.withToken(accessToken).put("/api/me/secrets", change)).body;
    },
  ],
];

describe.each(logins)("with rotation, a login by %s", (_, logInBy) => {
  test("refreshes by its refresh token, and no more by an access token", async () => {
    const server = await startServer();
    let tokens = await logInBy(server, { rotation: true });
    for (let i = 0; i < 3; i++) {
      const { accessToken, refreshToken } = tokens;
      for (const body of [{ accessToken }, { refreshToken: accessToken }])
        expect((await refresh(server, body)).status).toBe(401);
      expect(await statusOf(server, tokens)).toBe(200);
      const { status, body } = await refresh(server, { refreshToken });
      expect(status).toBe(200);
      expect(await statusOf(server, body)).toBe(200);
      tokens = body;
    }
  });

  test.each([{}, { rotation: false }, { rotation: null }])(
    "%j: an access token refreshes any number of times",
    async (rotation) => {
      const { clock, server } = await startServerWithClock();
      const { accessToken } = await logInBy(server, rotation);
      for (let i = 0; i < 3; i++) {
        const { status, body } = await refresh(server, { accessToken });
        expect(status).toBe(200);
        expect(await statusOf(server, body)).toBe(200);
        clock.advance(3 * MINUTE);
      }
    },
  );
});

test("a rotation that is no boolean is 400", async () => {
  const server = await startServer();
  const body = { ...USER, rotation: "yes" };
  const response = await server.anonymous.post("/api/pwa-auth/login-password", body);
  expect([response.status, response.body.errors?.[0]?.path]).toEqual([400, "rotation"]);
});

test("the set-up takes rotation", async () => {
  const server = await startServer({ empty: true });
  const code = readFileSync(`${server.folder}/setup-code`, "utf8").trim();
  const names = { tenantName: "A", userName: "ada", firstName: "Ada", lastName: "Novak" };
  const body = { code, ...names, password: "an open book", rotation: true };
  const { status, body: tokens } = await server.anonymous.post("/api/setup", body);
  expect(status).toBe(201);
  expect((await refresh(server, { accessToken: tokens.accessToken })).status).toBe(401);
  expect((await refresh(server, { refreshToken: tokens.refreshToken })).status).toBe(200);
});

test.each([
  ["first", { rotation: true }, {}],
  ["second", {}, { rotation: true }],
])("a login in two steps takes rotation at its %s step", async (_, first, second) => {
  const { clock, server, app } = await startWithApp("user");
  clock.advance(STEP_MS);
  const { body } = await server.anonymous.post("/api/pwa-auth/login-password", { ...USER, ...first });
  const proof = { code: codeAt(app.secret, clock.now()), ...second };
  const { body: tokens } = await secondStep(server, body.ticket, proof);
  expect((await refresh(server, { accessToken: tokens.accessToken })).status).toBe(401);
  expect((await refresh(server, { refreshToken: tokens.refreshToken })).status).toBe(200);
});

test("the set-up of a second factor keeps the rotation of the login", async () => {
  const { clock, server } = await startServerWithClock();
  const login = await logIn(server);
  const { body } = await server.withToken(login.accessToken).post("/api/me/second-factor/setup");
  const tokens = await addApp(server, body.ticket, clock.now());
  expect((await refresh(server, { accessToken: tokens.accessToken })).status).toBe(401);
  expect((await refresh(server, { refreshToken: tokens.refreshToken })).status).toBe(200);
});

test.each(["bearer", "refresh"])(
  "a refresh token sent again more than two minutes after the first use of its successor as %s ends the session",
  async (use) => {
    const { clock, server } = await startServerWithClock();
    const first = await logIn(server);
    const { body: second } = await refresh(server, { refreshToken: first.refreshToken });
    clock.advance(DAY / 6);
    if (use === "bearer") expect(await statusOf(server, second)).toBe(200);
    else expect((await refresh(server, { refreshToken: second.refreshToken })).status).toBe(200);
    clock.advance(MINUTE);
    const { body: again } = await refresh(server, { refreshToken: first.refreshToken });
    expect(await statusOf(server, again)).toBe(200);
    clock.advance(2 * MINUTE);
    expect((await refresh(server, { refreshToken: first.refreshToken })).status).toBe(401);
    expect(await statusOf(server, again)).toBe(401);
    expect((await refresh(server, { refreshToken: second.refreshToken })).status).toBe(401);
  },
);

test("a refresh token whose responses got lost may be sent again at any time", async () => {
  const { clock, server } = await startServerWithClock();
  const { refreshToken } = await logIn(server);
  for (let i = 0; i < 8; i++) {
    const { status } = await refresh(server, { refreshToken });
    expect(status).toBe(200);
    clock.advance(3 * HOUR);
  }
});

test("ten tabs that refresh with the same token at once all go on", async () => {
  const { clock, server } = await startServerWithClock();
  const { refreshToken } = await logIn(server);
  const all = await Promise.all(Array.from({ length: 10 }, () => refresh(server, { refreshToken })));
  for (const { status, body } of all) {
    expect(status).toBe(200);
    expect(await statusOf(server, body)).toBe(200);
  }
  clock.advance(HOUR);
  for (const { body } of all)
    expect((await refresh(server, { refreshToken: body.refreshToken })).status).toBe(200);
});

test("rotation asked for at a refresh changes nothing in a session of the contract", async () => {
  const server = await startServer();
  const { accessToken } = await logIn(server, {});
  for (let i = 0; i < 2; i++)
    expect((await refresh(server, { accessToken, rotation: true })).status).toBe(200);
  expect(decodeJwt(accessToken)["rotation"]).toBeUndefined();
});
