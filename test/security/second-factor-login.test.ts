import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startServer, startServerWithClock } from "../harness/server.ts";
import {
  codeAt,
  createUserWithApp,
  firstStep,
  STEP_MS,
  secondStep,
  startWithApp,
  wrongCode,
} from "./two-step.ts";

test("without a second factor a password login has the contract's response", async () => {
  const server = await startServer();
  const { status, body } = await firstStep(server, "admin");
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(["accessToken", "expiresIn", "refreshToken", "user"]);
});

test("with an authenticator app a correct password returns no token, and the app's code does", async () => {
  const { clock, server, app } = await startWithApp("admin");
  expect((await app.client.get("/api/me")).status).toBe(200);
  clock.advance(STEP_MS);
  const first = await firstStep(server, "admin");
  expect(first.status).toBe(401);
  expect(first.headers.get("WWW-Authenticate")).toBe(null);
  expect(first.body).toEqual({
    message: expect.any(String),
    requestId: expect.any(String),
    reason: "secondFactor",
    ticket: expect.any(String),
    expiresAt: expect.any(String),
    offers: ["totp", "recoveryCode"],
  });
  const second = await secondStep(server, first.body.ticket, { code: codeAt(app.secret, clock.now()) });
  expect(second.status).toBe(200);
  expect(Object.keys(second.body).sort()).toEqual(["accessToken", "expiresIn", "refreshToken", "user"]);
  const refreshed = await server.anonymous.post("/api/pwa-auth/refresh", second.body);
  expect((await server.withToken(refreshed.body.accessToken).get("/api/users")).status).toBe(200);
});

test("the ticket is not a token, and a wrong password returns none", async () => {
  const { clock, server } = await startServerWithClock();
  await createUserWithApp(server, "admin", clock.now());
  const { body } = await firstStep(server, "admin");
  expect((await server.withToken(body.ticket).get("/api/me")).status).toBe(401);
  expect((await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken: body.ticket })).status).toBe(
    401,
  );
  const wrong = await firstStep(server, "admin", "wrong-password");
  expect([wrong.status, wrong.body.ticket]).toEqual([401, undefined]);
  const unknown = await firstStep(server, "nobody", "wrong-password");
  expect(wrong.body.message).toBe(unknown.body.message);
});

test("a code is valid once, also with another ticket and after a restart", async () => {
  const { clock, server } = await startServerWithClock();
  const setUpAt = clock.now();
  const app = await createUserWithApp(server, "admin", setUpAt);
  const ticket = async () => (await firstStep(server, "admin")).body.ticket;
  // The code by which the app was set up.
  const code = codeAt(app.secret, setUpAt);
  expect((await secondStep(server, await ticket(), { code })).status).toBe(401);
  clock.advance(STEP_MS);
  const next = codeAt(app.secret, clock.now());
  const [one, other] = [await ticket(), await ticket()];
  const both = await Promise.all([one, other].map((each) => secondStep(server, each, { code: next })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  await server.restart();
  expect((await secondStep(server, await ticket(), { code: next })).status).toBe(401);
});

test("a code of half a minute before or after is accepted, and one of a minute and a half is not", async () => {
  const { clock, server, app } = await startWithApp("user");
  const logIn = async (steps: number) => {
    const { ticket } = (await firstStep(server, "user")).body;
    return (await secondStep(server, ticket, { code: codeAt(app.secret, clock.now() + steps * STEP_MS) }))
      .status;
  };
  clock.advance(10 * STEP_MS);
  expect([await logIn(-3), await logIn(3)]).toEqual([401, 401]);
  expect([await logIn(-1), await logIn(1)]).toEqual([200, 200]);
});

test("a ticket is valid for one login, for five minutes, and until the password changes", async () => {
  const { clock, server, app } = await startWithApp("user");
  const ticket = async () => (await firstStep(server, "user")).body.ticket;
  const code = () => {
    clock.advance(STEP_MS);
    return codeAt(app.secret, clock.now());
  };
  const used = await ticket();
  expect((await secondStep(server, used, { code: code() })).status).toBe(200);
  const again = await secondStep(server, used, { code: code() });
  expect([again.status, again.body.reason]).toEqual([401, "ticketExpired"]);
  const old = await ticket();
  clock.advance(5 * 60_000);
  expect((await secondStep(server, old, { code: code() })).body.reason).toBe("ticketExpired");
  const former = await ticket();
  await (await server.as("admin")).put("/api/users/3/secrets", { password: "another password" });
  expect((await secondStep(server, former, { code: code() })).body.reason).toBe("ticketExpired");
});

test("the fifth wrong code starts a hold, which a correct password does not end", async () => {
  const { clock, server, app } = await startWithApp("admin");
  const wrong = async () => {
    const { body } = await firstStep(server, "admin");
    return (await secondStep(server, body.ticket, { code: wrongCode(app.secret, clock.now()) })).status;
  };
  const statuses = [await wrong(), await wrong(), await wrong(), await wrong(), await wrong(), await wrong()];
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  clock.advance(STEP_MS - 1000);
  const held = await firstStep(server, "admin");
  const right = () => codeAt(app.secret, clock.now());
  const refused = await secondStep(server, held.body.ticket, { code: right() });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  clock.advance(2000);
  expect((await secondStep(server, held.body.ticket, { code: right() })).status).toBe(200);
});

test("thirty wrong codes at any speed lock the second step until an Admin unlocks it", async () => {
  const { clock, server, app } = await startWithApp("manager");
  const attempt = async (code: () => string) => {
    const { body } = await firstStep(server, "manager");
    return secondStep(server, body.ticket, { code: code() });
  };
  for (let i = 0; i < 30; i++) {
    clock.advance(4 * 60_000);
    expect((await attempt(() => wrongCode(app.secret, clock.now()))).status).toBe(401);
  }
  clock.advance(60 * 60_000);
  const right = () => codeAt(app.secret, clock.now());
  const locked = await attempt(right);
  expect([locked.status, locked.headers.get("Retry-After")]).toEqual([429, "900"]);
  const admin = await server.as("admin");
  expect((await admin.get("/api/login-locks")).body.locks).toMatchObject([
    { user: { id: 2 }, secret: "secondFactor", where: null },
  ]);
  expect((await admin.put("/api/users/2/unlock")).status).toBe(204);
  expect((await attempt(right)).status).toBe(200);
  expect((await admin.get("/api/login-locks")).body.locks).toEqual([]);
});

test("a recovery code is valid once, in any letter case, and for its own user alone", async () => {
  const { clock, server, app } = await startWithApp("admin");
  const other = await createUserWithApp(server, "manager", clock.now());
  expect(new Set(app.recoveryCodes).size).toBe(10);
  const attempt = async (userName: string, recoveryCode = "") => {
    const { body } = await firstStep(server, userName);
    return (await secondStep(server, body.ticket, { recoveryCode })).status;
  };
  const [code = "", next = ""] = app.recoveryCodes;
  expect(await attempt("manager", code)).toBe(401);
  expect(await attempt("admin", code.toLowerCase().replace("-", " "))).toBe(200);
  expect(await attempt("admin", code)).toBe(401);
  expect(await attempt("admin", next)).toBe(200);
  expect((await app.client.get("/api/me/second-factor")).body.recoveryCodesLeft).toBe(8);
  expect((await other.client.get("/api/me/second-factor")).body.recoveryCodesLeft).toBe(10);
});

test("digits of another script are a wrong code, which is counted", async () => {
  const { clock, server, app } = await startWithApp("admin");
  clock.advance(STEP_MS);
  const arabic = codeAt(app.secret, clock.now()).replaceAll(/\d/g, (digit) =>
    String.fromCharCode(0x660 + Number(digit)),
  );
  const { body } = await firstStep(server, "admin");
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await secondStep(server, body.ticket, { code: arabic })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test("a code of a user in another tenant is refused", async () => {
  const { clock, server } = await startServerWithClock();
  await createUserWithApp(server, "admin", clock.now());
  const other = await createUserWithApp(server, "admin2", clock.now());
  clock.advance(STEP_MS);
  const { body } = await firstStep(server, "admin");
  expect((await secondStep(server, body.ticket, { code: codeAt(other.secret, clock.now()) })).status).toBe(
    401,
  );
  expect((await other.client.delete("/api/users/1/second-factor")).status).toBe(404);
  expect((await firstStep(server, "admin")).body.reason).toBe("secondFactor");
});

test.each([
  ["nothing", {}],
  ["two at once", { code: "123456", recoveryCode: "ABCDEF-GHJKMN" }],
  ["a number", { code: 123456 }],
])("%s as second step is 400 at its field", async (_, proof) => {
  const server = await startServer();
  const { status, body } = await secondStep(server, "no ticket", proof);
  expect(status).toBe(400);
  expect(body.errors[0].path).toBe("code");
});

test("secrets, codes and tickets are neither in the log nor unencrypted in the database", async () => {
  let log = "";
  const lines = new Writable({
    write(chunk, _, done) {
      log += String(chunk);
      done();
    },
  });
  const { clock, server } = await startServerWithClock({ log: pino({ level: "debug" }, lines) });
  const app = await createUserWithApp(server, "admin", clock.now());
  const { body } = await firstStep(server, "admin");
  await secondStep(server, body.ticket, { recoveryCode: app.recoveryCodes[0] });
  expect(log).toContain("/api/pwa-auth/second-factor");
  const stored = JSON.stringify(
    ["totpFactor", "recoveryCode"].flatMap((table) =>
      server.appliance.dependencies.storage.db
        .query({ sql: `SELECT * FROM ${table}`, reads: [] }, [])
        .all()
        .map((row) => JSON.stringify(row)),
    ),
  );
  for (const secret of [app.secret, body.ticket, ...app.recoveryCodes]) {
    expect(log).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
});
