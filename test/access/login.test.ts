import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { exchange, pairDevice } from "../security/terminal.ts";

const KEY = "a-test-key-that-is-long-enough-for-hs256";
const settings = { JWT_SECRET_KEY: KEY };

test("the three logins give an AuthResponse whose token carries the contract's claims", async () => {
  const server = await startServer({ settings });
  const logins = [
    await server.anonymous.post("/api/pwa-auth/login", { userId: "4", pin: "44444" }),
    await server.anonymous.post("/api/pwa-auth/login", { userId: 4, pin: "44444" }),
    await server.anonymous.post("/api/pwa-auth/login-password", { userName: "BOTH", password: "both-demo" }),
    await server.anonymous.post("/API/PWA-Auth/Login-Pin/", { USERNAME: " both ", Pin: "44444" }),
  ];
  for (const { status, body } of logins) {
    expect(status).toBe(200);
    expect(body).toMatchObject({
      expiresIn: 28_800,
      user: { id: 4, userName: "both", fullName: "Bo Cerny" },
    });
    const claims = decodeJwt(body.accessToken);
    expect(claims).toMatchObject({
      sub: "4",
      name: "Bo Cerny",
      userName: "both",
      tenant_id: 1,
      iss: "tallybox",
      aud: "tallybox",
    });
    expect(claims["role"]).toEqual(["Manager", "User"]);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(28_800);
    expect(claims.jti).toBeTruthy();
    const me = await server.withToken(body.accessToken).get("/api/me");
    expect(me.body).toEqual({ id: 4, userName: "both", fullName: "Bo Cerny", tenantId: 1 });
  }
});

test("one role is still an array of one role", async () => {
  const server = await startServer();
  const { body } = await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333" });
  expect(decodeJwt(body.accessToken)["role"]).toEqual(["User"]);
});

test.each([
  ["an unknown id", "/api/pwa-auth/login", { userId: "999", pin: "1234" }],
  ["an id below 1", "/api/pwa-auth/login", { userId: 0, pin: "1234" }],
  ["a wrong PIN", "/api/pwa-auth/login", { userId: "1", pin: "1234" }],
  ["an unknown name", "/api/pwa-auth/login-password", { userName: "nobody", password: "admin-demo" }],
  ["a wrong password", "/api/pwa-auth/login-password", { userName: "admin", password: "Admin-demo" }],
  ["a wrong PIN by name", "/api/pwa-auth/login-pin", { userName: "admin", pin: "222222" }],
  ["a wrong PIN at the obsolete login", "/api/login", { userId: "1", pin: "222222" }],
])("%s is 401 with the same message", async (_, path, body) => {
  const server = await startServer();
  const response = await server.anonymous.post(path, body);
  expect(response.status).toBe(401);
  expect(response.body.message).toMatch(/^Invalid credentials/);
  expect(response.headers.has("www-authenticate")).toBe(false);
});

test("a login to an inactive account says so only when the secret was correct", async () => {
  const server = await startServer();
  const right = await server.anonymous.post("/api/pwa-auth/login-password", {
    userName: "inactive",
    password: "inactive-demo",
  });
  const wrong = await server.anonymous.post("/api/pwa-auth/login-password", {
    userName: "inactive",
    password: "other",
  });
  expect([right.status, wrong.status]).toEqual([401, 401]);
  expect(right.body.message).toMatch(/inactive/);
  expect(wrong.body.message).toMatch(/^Invalid credentials/);
});

test.each([
  ["a PIN that is a number", "/api/pwa-auth/login", { userId: "1", pin: 111111 }, "pin"],
  ["a PIN of three digits", "/api/pwa-auth/login", { userId: "1", pin: "111" }, "pin"],
  ["a PIN with a letter", "/api/pwa-auth/login-pin", { userName: "admin", pin: "11a1" }, "pin"],
  ["no PIN", "/api/pwa-auth/login", { userId: "1" }, "pin"],
  ["an id that is no number", "/api/pwa-auth/login", { userId: "one", pin: "1111" }, "userId"],
  ["an empty name", "/api/pwa-auth/login-password", { userName: "  ", password: "x" }, "userName"],
  ["an empty password", "/api/pwa-auth/login-password", { userName: "admin", password: "" }, "password"],
  ["a null password", "/api/pwa-auth/login-password", { userName: "admin", password: null }, "password"],
  ["no token to refresh", "/api/pwa-auth/refresh", {}, "accessToken"],
  ["a token that is no text", "/api/pwa-auth/refresh", { accessToken: 5 }, "accessToken"],
])("%s is 400 and names the field", async (_, path, body, field) => {
  const server = await startServer();
  const response = await server.anonymous.post(path, body);
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([{ path: field, message: expect.any(String) }]);
});

test("the obsolete login verifies a PIN, returns no token, and is marked as deprecated", async () => {
  const server = await startServer();
  const right = await server.anonymous.post("/api/login", { userId: "3", pin: "3333" });
  expect(right.status).toBe(200);
  expect(right.body).toEqual({ id: 3, userName: "user", fullName: "Uma Svoboda" });
  const wrong = await server.anonymous.post("/api/login", { userId: "3", pin: "3334" });
  const others = [await server.anonymous.get("/api/login"), await server.admin.get("/api/login")];
  expect(others.map(({ status }) => status)).toEqual([401, 405]);
  for (const response of [right, wrong, ...others]) expect(response.headers.get("deprecation")).toBeTruthy();
});

test("on a nearly full disk logins and reads succeed, and writes are 503", async () => {
  const server = await startServer();
  const device = await pairDevice(server, "user");
  await server.restart({ STORAGE_RESERVE_MEGABYTES: "90000000" });
  const login = await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "admin", pin: "111111" });
  expect(login.status).toBe(200);
  expect((await exchange(server, device)).status).toBe(200);
  const admin = server.withToken(login.body.accessToken);
  expect((await admin.get("/api/articles/1")).status).toBe(200);
  const write = await admin.post("/api/locations", { name: "x" });
  expect(write.status).toBe(503);
  expect(Number(write.headers.get("retry-after"))).toBeGreaterThan(0);
});
