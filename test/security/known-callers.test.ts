import { expect, test } from "vitest";
import type { ApiResponse } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { byPassword, from, pinById, startTarget } from "./login-attempts.ts";
import { pairDevice } from "./terminal.ts";

// A caller is known by the cookie of a login, or by an address from which the user has logged in.

const DAY_MS = 86_400_000;
const right = "manager-demo";
const LOGIN = "/api/pwa-auth/login-password";

/** The cookie that a response sets, as a browser sends it. */
const cookieOf = (response: ApiResponse) => (response.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";

function withCookie(
  server: TestServer,
  cookie: string,
  address: string,
  password = right,
  userName = "manager",
) {
  return server.anonymous.post(LOGIN, { userName, password }, { ...from(address), Cookie: cookie });
}

/** 20 wrong passwords from 20 addresses hold the user for all unknown callers. */
async function holdForUnknown(server: TestServer, userName = "manager"): Promise<void> {
  for (let i = 0; i < 20; i++)
    expect((await byPassword(server, userName, "wrong", `10.9.${i}.1`)).status).toBe(401);
  expect((await byPassword(server, userName, right, "10.8.0.1")).status).toBe(429);
}

test("while a user is held, an address from which the user has logged in is not", async () => {
  const { server } = await startTarget();
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
  await holdForUnknown(server);
  expect((await byPassword(server, "manager", "wrong", "10.0.0.6")).status).toBe(401);
  expect((await byPassword(server, "manager", right, "10.0.0.7")).status).toBe(429);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
});

test("an IPv6 address is known as its /64", async () => {
  const { server } = await startTarget();
  expect((await byPassword(server, "manager", right, "fd00:1:2:3::5")).status).toBe(200);
  await holdForUnknown(server);
  expect((await byPassword(server, "manager", right, "fd00:1:2:4::5")).status).toBe(429);
  expect((await byPassword(server, "manager", right, "fd00:1:2:3:aaaa::6")).status).toBe(200);
});

test("while a user is held, a browser with the cookie of the user's login is not, wherever it is", async () => {
  const { server } = await startTarget();
  const cookie = cookieOf(await byPassword(server, "manager", right, "10.0.0.6"));
  await holdForUnknown(server);
  expect((await withCookie(server, cookie, "10.7.0.1", "wrong")).status).toBe(401);
  expect((await withCookie(server, cookie, "10.7.0.1")).status).toBe(200);
});

test("a browser with the cookie is not held by others at its address", async () => {
  const { server } = await startTarget();
  const cookie = cookieOf(await byPassword(server, "manager", right, "10.0.0.6"));
  for (let i = 0; i < 20; i++) await byPassword(server, `nobody ${i}`, "wrong", "10.0.0.6");
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(429);
  expect((await withCookie(server, cookie, "10.0.0.6")).status).toBe(200);
});

test("the cookie is HttpOnly, SameSite=Strict, for 90 days, and Secure over HTTPS alone", async () => {
  const { server } = await startTarget();
  const login = (headers: Record<string, string>) =>
    server.anonymous.post(LOGIN, { userName: "manager", password: right }, headers);
  const attributes = (response: ApiResponse) => response.headers.getSetCookie()[0]?.split("; ").slice(1);
  const kept = ["Path=/api", "Max-Age=7776000", "HttpOnly", "SameSite=Strict"];
  expect(attributes(await login({}))).toEqual(kept);
  const overHttps = await login({ ...from("10.0.0.1"), "X-Forwarded-Proto": "https" });
  expect(attributes(overHttps)).toEqual([...kept, "Secure"]);
});

test("each kind of login sets the cookie, and one browser keeps one for all its users", async () => {
  const { server } = await startTarget();
  const terminal = await pairDevice(server, "user");
  const cookie = cookieOf(await byPassword(server, "manager", right, "10.0.0.6"));
  const browser = { ...from("10.0.0.6"), Cookie: `a=b; ${cookie}` };
  const logins = [
    await server.anonymous.post("/api/pwa-auth/login", { userId: 3, pin: "3333" }, browser),
    await server.anonymous.post("/api/pwa-auth/login-pin", { userName: "admin", pin: "111111" }, browser),
    await terminal.device.post("/api/pda/users/login", { userId: 2, pin: "2222" }, browser),
  ];
  expect(logins.map(cookieOf)).toEqual([cookie, cookie, cookie]);
  await holdForUnknown(server, "admin");
  expect((await withCookie(server, cookie, "10.7.0.1", "admin-demo", "admin")).status).toBe(200);
  expect((await withCookie(server, cookie, "10.7.0.1")).status).toBe(200);
});

test("a forged cookie, that of another user, and that of another server are of an unknown caller", async () => {
  const { server } = await startTarget();
  const { server: other } = await startTarget();
  const own = cookieOf(await byPassword(server, "manager", right, "10.0.0.6"));
  const [name = "", value = ""] = own.split("=");
  const [browser = "", signature = ""] = value.split(".");
  const forged = [
    `${name}=${browser}.${"A".repeat(signature.length)}`,
    `${name}=${"A".repeat(browser.length)}.${signature}`,
    `${name}=${browser}`,
    `${name}=${value}x`,
    `${name}=`,
    cookieOf(await byPassword(server, "user", "user-demo", "10.0.0.6")),
    cookieOf(await byPassword(other, "manager", right, "10.0.0.6")),
  ];
  await holdForUnknown(server);
  for (const cookie of forged)
    expect([cookie, (await withCookie(server, cookie, "10.7.0.1")).status]).toEqual([cookie, 429]);
  expect((await withCookie(server, own, "10.7.0.1")).status).toBe(200);
});

test("the cookie is good for nothing but being counted apart", async () => {
  const { server } = await startTarget();
  const cookie = cookieOf(await byPassword(server, "manager", right));
  expect((await server.anonymous.get("/api/me", { Cookie: cookie })).status).toBe(401);
  expect((await withCookie(server, cookie, "10.0.0.1", "wrong")).status).toBe(401);
});

test("a failed login sets no cookie, of whomever", async () => {
  const { server } = await startTarget();
  for (const [userName, password] of [
    ["manager", "wrong"],
    ["nobody", "wrong"],
    ["inactive", "inactive-demo"],
  ] as const)
    expect((await byPassword(server, userName, password)).headers.getSetCookie()).toEqual([]);
});

test("after 90 days without a login a caller is unknown again", async () => {
  const { server, clock } = await startTarget();
  const cookie = cookieOf(await byPassword(server, "manager", right, "10.0.0.6"));
  clock.advance(89 * DAY_MS);
  await holdForUnknown(server);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
  clock.advance(90 * DAY_MS);
  await holdForUnknown(server);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(429);
  expect((await withCookie(server, cookie, "10.7.0.1")).status).toBe(429);
});

test("known callers stay known over a restart and a change of the password, which the cookie does not replace", async () => {
  const { server } = await startTarget();
  const login = await byPassword(server, "manager", right, "10.0.0.6");
  const cookie = cookieOf(login);
  const password = "an open book";
  const change = { oldPassword: right, password };
  expect((await server.withToken(login.body.accessToken).put("/api/me/secrets", change)).status).toBe(200);
  await server.restart();
  await holdForUnknown(server);
  expect((await withCookie(server, cookie, "10.7.0.1")).status).toBe(401);
  expect((await withCookie(server, cookie, "10.7.0.1", password)).status).toBe(200);
  expect((await byPassword(server, "manager", password, "10.0.0.6")).status).toBe(200);
});

test("a deactivated user's browser is unknown", async () => {
  const { server } = await startTarget();
  const cookie = cookieOf(await byPassword(server, "manager", right, "10.0.0.6"));
  await (await server.as("admin")).put("/api/users/2", { isActive: false });
  await holdForUnknown(server);
  expect((await withCookie(server, cookie, "10.0.0.6")).status).toBe(429);
});

test("twenty wrong passwords from a known caller hold this caller alone", async () => {
  const { server } = await startTarget();
  const cookie = cookieOf(await byPassword(server, "manager", right, "10.0.0.6"));
  for (let i = 0; i < 20; i++)
    expect((await withCookie(server, cookie, `10.7.${i}.1`, "wrong")).status).toBe(401);
  expect((await withCookie(server, cookie, "10.7.0.1")).status).toBe(429);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
});

test("a shared browser has twenty wrong passwords for all its users together", async () => {
  const { server } = await startTarget();
  const cookie = cookieOf(await byPassword(server, "manager", right, "10.0.0.6"));
  const browser = { ...from("10.0.0.6"), Cookie: cookie };
  await server.anonymous.post("/api/pwa-auth/login", { userId: 3, pin: "3333" }, browser);
  for (let i = 0; i < 10; i++) {
    expect((await withCookie(server, cookie, "10.7.0.1", "wrong")).status).toBe(401);
    expect((await withCookie(server, cookie, "10.7.0.1", "wrong", "user")).status).toBe(401);
  }
  expect((await withCookie(server, cookie, "10.7.0.1", "user-demo", "user")).status).toBe(429);
});

test("a login by PIN at a paired terminal makes its address known, so a new employee has a way in during an attack", async () => {
  const { server } = await startTarget();
  const person = { userName: "new", firstName: "Nela", lastName: "Nova", roles: ["User"], pin: "8264" };
  const password = "an open book";
  const { body } = await (await server.as("admin")).post("/api/users", { ...person, password });
  const terminal = await pairDevice(server, "manager");
  await holdForUnknown(server, "new");
  const pin = { userId: body.oid, pin: "8264" };
  expect((await terminal.device.post("/api/pda/users/login", pin, from("10.0.0.6"))).status).toBe(200);
  expect((await byPassword(server, "new", password, "10.0.0.6")).status).toBe(200);
});

test("a wrong PIN makes no address known", async () => {
  const { server } = await startTarget();
  expect((await pinById(server, 2, "8001", "10.0.0.6")).status).toBe(401);
  await holdForUnknown(server);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(429);
});
