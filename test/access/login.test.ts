import { decodeJwt, SignJWT } from "jose";
import { expect, test } from "vitest";
import { aBox } from "../harness/box.ts";
import { aClock } from "../harness/clock.ts";

const KEY = "a-test-key-that-is-long-enough-for-hs256";
const settings = { JWT_SECRET_KEY: KEY };

test("the three logins give an AuthResponse whose token carries the contract's claims", async () => {
  const box = await aBox({ settings });
  const logins = [
    await box.anonymous.post("/api/pwa-auth/login", { userId: "4", pin: "44444" }),
    await box.anonymous.post("/api/pwa-auth/login", { userId: 4, pin: "44444" }),
    await box.anonymous.post("/api/pwa-auth/login-password", { userName: "BOTH", password: "both-demo" }),
    await box.anonymous.post("/API/PWA-Auth/Login-Pin/", { USERNAME: " both ", Pin: "44444" }),
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
    const me = await box.with(body.accessToken).get("/api/me");
    expect(me.body).toEqual({ id: 4, userName: "both", fullName: "Bo Cerny", tenantId: 1 });
  }
});

test("one role is still an array of one", async () => {
  const box = await aBox();
  const { body } = await box.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333" });
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
])("%s is 401 with the same words", async (_, path, body) => {
  const box = await aBox();
  const answer = await box.anonymous.post(path, body);
  expect(answer.status).toBe(401);
  expect(answer.body.message).toMatch(/^Invalid credentials/);
  expect(answer.headers.has("www-authenticate")).toBe(false);
});

test("an inactive account is told so only when the secret was right", async () => {
  const box = await aBox();
  const right = await box.anonymous.post("/api/pwa-auth/login-password", {
    userName: "inactive",
    password: "inactive-demo",
  });
  const wrong = await box.anonymous.post("/api/pwa-auth/login-password", {
    userName: "inactive",
    password: "other",
  });
  expect([right.status, wrong.status]).toEqual([401, 401]);
  expect(right.body.message).toMatch(/not active/);
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
  const box = await aBox();
  const answer = await box.anonymous.post(path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([{ path: field, message: expect.any(String) }]);
});

test("the obsolete login verifies a PIN, gives no token, and says that it is deprecated", async () => {
  const box = await aBox();
  const right = await box.anonymous.post("/api/login", { userId: "3", pin: "3333" });
  expect(right.status).toBe(200);
  expect(right.body).toEqual({ id: 3, userName: "user", fullName: "Uma Svoboda" });
  const wrong = await box.anonymous.post("/api/login", { userId: "3", pin: "3334" });
  for (const answer of [right, wrong]) expect(answer.headers.get("deprecation")).toBeTruthy();
});

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

test("a token made with the shared key and the contract's claims alone is good", async () => {
  const box = await aBox({ settings });
  const token = await sign({});
  expect((await box.with(token).get("/api/me")).status).toBe(200);
  expect((await box.anonymous.get("/api/me", { Authorization: `bearer ${token}` })).status).toBe(200);
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
  ["a cut signature", async () => (await sign({})).slice(0, -3)],
  ["no token at all", () => "x"],
];
test.each(bad)("a token with %s is refused, and can't be refreshed", async (_, make) => {
  const box = await aBox({ settings });
  const token = await make();
  const answer = await box.with(token).get("/api/me");
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  expect((await box.anonymous.post("/api/pwa-auth/refresh", { accessToken: token })).status).toBe(401);
});

test("a token without exp is refused", async () => {
  const box = await aBox({ settings });
  const jwt = new SignJWT(good)
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("1")
    .setIssuer("tallybox")
    .setAudience("tallybox");
  const token = await jwt.setIssuedAt(now + 60).sign(new TextEncoder().encode(KEY));
  expect((await box.with(token).get("/api/me")).status).toBe(401);
});

test.each([
  ["not yet expired", 10, 200],
  ["expired a moment ago", -1, 200],
  ["expired 23 h 59 min ago", -(24 * 3600 - 60), 200],
  ["expired 24 h ago", -24 * 3600, 401],
])("a token %s is refreshed with %s", async (_, seconds, status) => {
  const box = await aBox({ settings, clock: aClock(Date.now() + 48 * 3600_000) });
  const at = now + 48 * 3600;
  const token = await sign({}, (jwt) => jwt.setIssuedAt(at - 60).setExpirationTime(at + seconds));
  expect((await box.with(token).get("/api/me")).status).toBe(seconds > 0 ? 200 : 401);
  const answer = await box.anonymous.post("/api/pwa-auth/refresh", { accessToken: token });
  expect(answer.status).toBe(status);
  if (status === 200) expect((await box.with(answer.body.accessToken).get("/api/me")).status).toBe(200);
});

test("a refresh token is refreshed under either name, and refused as bearer", async () => {
  const box = await aBox();
  const { body } = await box.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333" });
  expect((await box.with(body.refreshToken).get("/api/me")).status).toBe(401);
  for (const given of [
    { refreshToken: body.refreshToken },
    { accessToken: body.refreshToken },
    { refreshToken: body.accessToken },
  ]) {
    expect((await box.anonymous.post("/api/pwa-auth/refresh", given)).status).toBe(200);
  }
});

test("tokens survive a restart; the box keeps its own key, readable by its user alone", async () => {
  const box = await aBox();
  const admin = await box.as("admin");
  const { body } = await box.anonymous.post("/api/pwa-auth/login-pin", { userName: "user", pin: "3333" });
  await box.restart();
  expect((await box.with(body.accessToken).get("/api/me")).status).toBe(200);
  expect(admin).toBeDefined();
});

test("Czech callers are told in Czech", async () => {
  const box = await aBox();
  const answer = await box.anonymous.post(
    "/api/pwa-auth/login",
    { userId: "1", pin: "9999" },
    { "Accept-Language": "de, cs-CZ;q=0.8, en;q=0.2" },
  );
  expect(answer.body.message).toMatch(/^Neplatné přihlašovací údaje/);
  expect(answer.headers.get("vary")).toBe("Accept-Encoding, Accept-Language");
});

test.each([
  ["whose iat is before the user was made", -30_000, 200],
  ["without iat", null, 200],
])("a token %s is good while no secret was changed", async (_, issued, status) => {
  const box = await aBox({ settings });
  const token = await sign({}, (jwt) =>
    issued === null ? jwt.setIssuedAt(0) : jwt.setIssuedAt(now + issued),
  );
  expect((await box.with(token).get("/api/me")).status).toBe(status);
  const expired = await sign({}, (jwt) => jwt.setIssuedAt(now - 30_000).setExpirationTime(now - 1200));
  expect((await box.anonymous.post("/api/pwa-auth/refresh", { accessToken: expired })).status).toBe(200);
});

test.each([
  ["not valid before tomorrow", (jwt: SignJWT) => jwt.setNotBefore(now + 24 * 3600 - 60)],
  ["for a user that is no number", (jwt: SignJWT) => jwt.setSubject("1e0x")],
])("a token %s is refused, and can't be refreshed", async (_, change) => {
  const box = await aBox({ settings });
  const token = await sign({}, change);
  expect((await box.with(token).get("/api/me")).status).toBe(401);
  expect((await box.anonymous.post("/api/pwa-auth/refresh", { accessToken: token })).status).toBe(401);
});

test("a refused refresh does not ask for a bearer, however long the text", async () => {
  const box = await aBox();
  const answer = await box.anonymous.post("/api/pwa-auth/refresh", { accessToken: "x".repeat(20_000) });
  expect(answer.status).toBe(401);
  expect(answer.headers.has("www-authenticate")).toBe(false);
});

test("while the disk is nearly full logins and reads go on, writes are 503", async () => {
  const box = await aBox();
  const device = await box.as("user").then((user) => user.post("/api/device-auth/generate-code"));
  const { body } = await box.anonymous.post("/api/device-auth/activate", { code: device.body.code });
  await box.restart({ STORAGE_RESERVE_MEGABYTES: "90000000" });
  const login = await box.anonymous.post("/api/pwa-auth/login-pin", { userName: "admin", pin: "111111" });
  expect(login.status).toBe(200);
  expect(
    (await box.anonymous.post("/api/device-auth/exchange", { deviceToken: body.deviceToken })).status,
  ).toBe(200);
  const admin = box.with(login.body.accessToken);
  expect((await admin.get("/api/articles/1")).status).toBe(200);
  const write = await admin.post("/api/locations", { name: "x" });
  expect(write.status).toBe(503);
  expect(Number(write.headers.get("retry-after"))).toBeGreaterThan(0);
});
