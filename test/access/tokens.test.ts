import { statSync } from "node:fs";
import { join } from "node:path";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { sharedServer, startServer, startServerWithClock } from "../harness/server.ts";

const KEY = "a-test-key-that-is-long-enough-for-hs256";
const settings = { JWT_SECRET_KEY: KEY };
const server = sharedServer({ settings });

const now = Math.floor(Date.now() / 1000);
const good = { name: "Ada Novak", userName: "admin", role: ["Admin"], tenant_id: 1 };
const sign = (claims: object, change: (jwt: SignJWT) => SignJWT = (jwt) => jwt, key = KEY, alg = "HS256") =>
  change(
    new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg })
      .setSubject("1")
      .setIssuer("tallybox")
      .setAudience("tallybox")
      .setIssuedAt(now + 60)
      .setExpirationTime(now + 3600),
  ).sign(new TextEncoder().encode(key));

test("a token with the shared key and the contract's claims alone is valid", async () => {
  const token = await sign({});
  expect((await server.withToken(token).get("/api/me")).status).toBe(200);
  expect((await server.anonymous.get("/api/me", { Authorization: `bearer ${token}` })).status).toBe(200);
});

const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify({ ...good, sub: "1", iss: "tallybox", aud: "tallybox", exp: now + 3600 })).toString("base64url")}.`;
const bad: [string, () => Promise<string> | string][] = [
  ["another key", () => sign({}, undefined, "another-key-that-is-long-enough-for-hs256")],
  ["HS512", () => sign({}, undefined, KEY, "HS512")],
  ["alg none", () => unsigned],
  ["another issuer", () => sign({}, (jwt) => jwt.setIssuer("elsewhere"))],
  ["another audience", () => sign({}, (jwt) => jwt.setAudience("elsewhere"))],
  ["another tenant", () => sign({ tenant_id: 2 })],
  ["no tenant", () => sign({ tenant_id: undefined })],
  ["an unknown user", () => sign({}, (jwt) => jwt.setSubject("999"))],
  ["an inactive user", () => sign({}, (jwt) => jwt.setSubject("5"))],
  ["an unknown device", () => sign({ device_id: 99 })],
  ["a user id in another notation", () => sign({}, (jwt) => jwt.setSubject("1e0"))],
  ["a login before 1970", () => sign({ auth_time: -1e300 })],
  ["a login of the future", () => sign({ auth_time: now + 7200 })],
  ["a broken session", () => sign({ sid: 1.5, pair: 1 })],
  ["a broken pair of tokens", () => sign({ sid: 1, pair: 1e300 })],
  ["a cut signature", async () => (await sign({})).slice(0, -3)],
  ["a start of tomorrow", () => sign({}, (jwt) => jwt.setNotBefore(now + 24 * 3600 - 60))],
  ["a user that is no number", () => sign({}, (jwt) => jwt.setSubject("1e0x"))],
  ["no token at all", () => "x"],
];
test.each(bad)("a token with %s is refused, and can't be refreshed", async (_, make) => {
  const token = await make();
  const response = await server.withToken(token).get("/api/me");
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe("Bearer");
  expect((await server.anonymous.post("/api/pwa-auth/refresh", { accessToken: token })).status).toBe(401);
});

test("a token without exp is refused", async () => {
  const jwt = new SignJWT(good)
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("1")
    .setIssuer("tallybox")
    .setAudience("tallybox");
  const token = await jwt.setIssuedAt(now + 60).sign(new TextEncoder().encode(KEY));
  expect((await server.withToken(token).get("/api/me")).status).toBe(401);
});

test.each([
  ["not yet expired", 3600, 200],
  ["expired a moment ago", -1, 200],
  ["expired 23 h 59 min ago", -(24 * 3600 - 60), 200],
  ["expired 24 h ago", -24 * 3600, 401],
])("a token %s is refreshed with %s", async (_, seconds, status) => {
  const server = await startServer({ settings, clock: createClock(Date.now() + 48 * 3600_000) });
  const at = now + 48 * 3600;
  const token = await sign({}, (jwt) => jwt.setIssuedAt(at - 60).setExpirationTime(at + seconds));
  expect((await server.withToken(token).get("/api/me")).status).toBe(seconds > 0 ? 200 : 401);
  const response = await server.anonymous.post("/api/pwa-auth/refresh", { accessToken: token });
  expect(response.status).toBe(status);
  if (status === 200)
    expect((await server.withToken(response.body.accessToken).get("/api/me")).status).toBe(200);
});

test("a refresh token is accepted under either property name, and refused as bearer token", async () => {
  const { body } = await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333" });
  expect((await server.withToken(body.refreshToken).get("/api/me")).status).toBe(401);
  for (const given of [
    { refreshToken: body.refreshToken },
    { accessToken: body.refreshToken },
    { refreshToken: body.accessToken },
  ]) {
    expect((await server.anonymous.post("/api/pwa-auth/refresh", given)).status).toBe(200);
  }
});

test("tokens survive a restart", async () => {
  const server = await startServer();
  const { body } = await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333" });
  await server.restart();
  expect((await server.withToken(body.accessToken).get("/api/me")).status).toBe(200);
});

test("the server's own key is readable by its user alone", async () => {
  const server = await startServer();
  expect(statSync(join(server.folder, "jwt.key")).mode & 0o777).toBe(0o600);
});

test("a token whose iat is before the user was created is valid while no secret was changed", async () => {
  const token = await sign({}, (jwt) => jwt.setIssuedAt(now - 3000).setExpirationTime(now + 60));
  expect((await server.withToken(token).get("/api/me")).status).toBe(200);
  const expired = await sign({}, (jwt) => jwt.setIssuedAt(now - 3000).setExpirationTime(now - 1200));
  expect((await server.anonymous.post("/api/pwa-auth/refresh", { accessToken: expired })).status).toBe(200);
});

test("a token without iat is valid while no secret was changed", async () => {
  const claims = { ...good, sub: "1", iss: "tallybox", aud: "tallybox", exp: now + 1800 };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(KEY));
  expect((await server.withToken(token).get("/api/me")).status).toBe(200);
});

test.each([
  ["of the next hour", 3600],
  ["of six minutes ahead", 360],
])("a token whose iat is in the future, %s, is refused, and can't be refreshed", async (_, seconds) => {
  const iat = Math.floor(Date.now() / 1000) + seconds;
  const token = await sign({}, (jwt) => jwt.setIssuedAt(iat).setExpirationTime(iat + 60));
  expect((await server.withToken(token).get("/api/me")).status).toBe(401);
  expect((await server.anonymous.post("/api/pwa-auth/refresh", { accessToken: token })).status).toBe(401);
});

test.each([
  ["while it runs", false],
  ["before it starts again", true],
])(
  "when the system clock is set back %s, the server's tokens stay valid and are refreshed",
  async (_, isAnew) => {
    const { clock, server } = await startServerWithClock();
    const { body } = await server.anonymous.post("/api/pwa-auth/login-pin", {
      userName: "user",
      pin: "3333",
    });
    if (isAnew) await server.halt();
    clock.setSystemTime(clock.now() - 24 * 3600_000);
    if (isAnew) {
      clock.restart();
      await server.restart();
    }
    expect((await server.withToken(body.accessToken).get("/api/me")).status).toBe(200);
    const { refreshToken } = body;
    const refreshed = await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken });
    expect(refreshed.status).toBe(200);
    expect((await server.withToken(refreshed.body.accessToken).get("/api/me")).status).toBe(200);
  },
);

test("a refused refresh has no WWW-Authenticate header, however long the token", async () => {
  const response = await server.anonymous.post("/api/pwa-auth/refresh", { accessToken: "x".repeat(4000) });
  expect(response.status).toBe(401);
  expect(response.headers.has("www-authenticate")).toBe(false);
});
