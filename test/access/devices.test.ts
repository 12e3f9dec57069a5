import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { sharedServer, startServer, startServerWithClock, type TestServer } from "../harness/server.ts";

const DAY = 24 * 3_600_000;

const server = sharedServer();

async function pairDevice(server: TestServer, userName = "user", deviceName?: string) {
  const { body: code } = await (await server.as(userName)).post("/api/device-auth/generate-code");
  const { body: device } = await server.anonymous.post("/api/device-auth/activate", {
    code: code.qrContent,
    deviceName,
  });
  return device as { deviceToken: string; deviceTokenId: number; expiresAt: string };
}
const exchange = (server: TestServer, deviceToken: string) =>
  server.anonymous.post("/api/device-auth/exchange", { deviceToken });
const activate = (server: TestServer, code: string) =>
  server.anonymous.post("/api/device-auth/activate", { code, deviceName: "T" });

test("a terminal is paired by a code, gets tokens of the user who made the code, and is listed", async () => {
  const user = await server.as("user");
  const { body: code, status } = await user.post("/api/device-auth/generate-code");
  expect(status).toBe(200);
  expect(code.code).toMatch(/^[2-9A-HJKMNP-TV-Z]{7}-[2-9A-HJKMNP-TV-Z]{7}$/);
  expect(code.qrContent).toBe(`TALLY-DEV:${code.code}`);
  expect(Date.parse(code.expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000);
  const { body: device } = await server.anonymous.post("/api/device-auth/activate", {
    code: code.qrContent,
    deviceName: "Dock 1",
  });
  expect(Date.parse(device.expiresAt) - Date.now()).toBeGreaterThan(89 * DAY);
  const session = await exchange(server, device.deviceToken);
  expect(session.body.user).toEqual({ id: 3, userName: "user", fullName: "Uma Svoboda" });
  expect(decodeJwt(session.body.accessToken)["device_id"]).toBe(device.deviceTokenId);
  const { body: list } = await user.get("/api/device-auth/tokens");
  expect(list).toEqual([
    {
      deviceTokenId: device.deviceTokenId,
      deviceName: "Dock 1",
      createdDT: expect.any(String),
      lastUsedDT: expect.any(String),
      expiresAt: device.expiresAt,
      kind: "personal",
    },
  ]);
});

test.each([
  ["the bare code", (code: string) => code],
  ["small letters, blanks and no dash", (code: string) => ` ${code.toLowerCase().replace("-", " ")} `],
  ["the QR content in small letters", (code: string) => `tally-dev:${code.toLowerCase()}`],
])("%s activates a device", async (_, spelled) => {
  const { body } = await (await server.as("user")).post("/api/device-auth/generate-code", {});
  const response = await activate(server, spelled(body.code));
  expect(response.status).toBe(200);
});

test("a device without a name is called by its number", async () => {
  const device = await pairDevice(server);
  const { body } = await (await server.as("user")).get("/api/device-auth/tokens");
  expect(body[0].deviceName).toBe(`Device ${device.deviceTokenId}`);
});

test("a code works once, and not after a newer one, after ten minutes, or with another prefix", async () => {
  const { clock, server } = await startServerWithClock();
  const user = await server.as("user");
  const first = (await user.post("/api/device-auth/generate-code")).body.code;
  const second = (await user.post("/api/device-auth/generate-code")).body.code;
  expect((await activate(server, first)).status).toBe(400);
  expect((await activate(server, `OTHER-DEV:${second}`)).status).toBe(400);
  expect((await activate(server, second)).status).toBe(200);
  expect((await activate(server, second)).status).toBe(400);
  const third = (await user.post("/api/device-auth/generate-code")).body.code;
  clock.advance(10 * 60_000 + 1000);
  const late = await activate(server, third);
  expect(late.status).toBe(400);
  expect(late.body.message).toMatch(/unknown, used or expired/);
});

test("of ten activations with one code exactly one succeeds", async () => {
  const { body } = await (await server.as("user")).post("/api/device-auth/generate-code");
  const responses = await Promise.all(Array.from({ length: 10 }, () => activate(server, body.code)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
});

test("twenty wrong codes hold an address", async () => {
  const server = await startServer();
  for (let i = 0; i < 20; i++) expect((await activate(server, `WRONG${i}`)).status).toBe(400);
  const held = await activate(server, "WRONG");
  expect(held.status).toBe(429);
  expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("only an Admin pairs a device for another user", async () => {
  const { body } = await server.admin.post("/api/device-auth/generate-code", { userId: 3 });
  const device = (await activate(server, body.code)).body;
  expect((await exchange(server, device.deviceToken)).body.user.id).toBe(3);
  expect((await server.manager.post("/api/device-auth/generate-code", { userId: 3 })).status).toBe(403);
});

test("an Admin pairs no device for a user of another tenant", async () => {
  const foreign = await server.admin.post("/api/device-auth/generate-code", { userId: 7 });
  expect(foreign.status).toBe(400);
  expect(foreign.body.errors[0].path).toBe("userId");
});

test("a revocation ends a device at once: its token, its access tokens and their refresh", async () => {
  const device = await pairDevice(server);
  const { body: session } = await exchange(server, device.deviceToken);
  const terminal = server.withToken(session.accessToken);
  expect((await terminal.get("/api/me")).status).toBe(200);
  const user = await server.as("user");
  expect((await user.delete(`/api/device-auth/tokens/${device.deviceTokenId}`)).status).toBe(204);
  expect((await terminal.get("/api/me")).status).toBe(401);
  expect((await exchange(server, device.deviceToken)).status).toBe(401);
  expect(
    (await server.anonymous.post("/api/pwa-auth/refresh", { accessToken: session.accessToken })).status,
  ).toBe(401);
  expect((await user.get("/api/me")).status).toBe(200);
  expect((await user.delete(`/api/device-auth/tokens/${device.deviceTokenId}`)).status).toBe(404);
  const { body: left } = await user.get("/api/device-auth/tokens");
  expect(left).not.toContainEqual(expect.objectContaining({ deviceTokenId: device.deviceTokenId }));
});

test("a device token ends after 90 days, and its access tokens with it", async () => {
  const { clock, server } = await startServerWithClock({ settings: { JWT_TOKEN_EXPIRATION_HOURS: "4000" } });
  const device = await pairDevice(server);
  const { body: session } = await exchange(server, device.deviceToken);
  clock.advance(91 * DAY);
  expect((await server.withToken(session.accessToken).get("/api/me")).status).toBe(401);
  expect((await exchange(server, device.deviceToken)).status).toBe(401);
});

test("beside its owner only the tenant's Admins revoke a device", async () => {
  const path = async () => `/api/device-auth/tokens/${(await pairDevice(server)).deviceTokenId}`;
  expect((await (await server.as("manager")).delete(await path())).status).toBe(403);
  expect((await (await server.as("admin2")).delete(await path())).status).toBe(404);
  expect((await (await server.as("admin")).delete(await path())).status).toBe(204);
});

test("the tenant's device list is for Admins, and names the user of each device", async () => {
  const server = await startServer();
  await pairDevice(server, "user", "A");
  await pairDevice(server, "manager", "B");
  await pairDevice(server, "user2", "elsewhere");
  const { body } = await (await server.as("admin")).get("/api/device-auth/tokens?all=true");
  expect(body.map((d: { deviceName: string; user: object }) => [d.deviceName, d.user])).toEqual([
    ["B", { id: 2, fullName: "Max Dvorak" }],
    ["A", { id: 3, fullName: "Uma Svoboda" }],
  ]);
  expect((await (await server.as("manager")).get("/api/device-auth/tokens?all=true")).status).toBe(403);
});

test("on a terminal the tokens of a PIN login name both the user and the device", async () => {
  const device = await pairDevice(server, "manager");
  const { body: session } = await exchange(server, device.deviceToken);
  const { body } = await server
    .withToken(session.accessToken)
    .post("/api/pda/users/login", { userId: "3", pin: "3333" });
  expect(body).toMatchObject({
    id: 3,
    userName: "user",
    fullName: "Uma Svoboda",
    tenantId: 1,
    roles: ["User"],
  });
  expect(decodeJwt(body.accessToken)).toMatchObject({ sub: "3", device_id: device.deviceTokenId });
  const plain = await (await server.as("manager")).post("/api/pda/users/login", { userId: 3, pin: "3333" });
  expect(Object.keys(plain.body).sort()).toEqual(["fullName", "id", "roles", "tenantId", "userName"]);
  const foreign = await server
    .withToken(session.accessToken)
    .post("/api/pda/users/login", { userId: 7, pin: "7777" });
  expect(foreign.status).toBe(401);
  expect(foreign.headers.has("www-authenticate")).toBe(false);
});

test("a terminal's user list holds the tenant's active users by full name", async () => {
  const { body } = await (await server.as("user")).get("/api/pda/users");
  expect(body).toEqual([
    { id: 1, userName: "admin", fullName: "Ada Novak" },
    { id: 4, userName: "both", fullName: "Bo Cerny" },
    { id: 2, userName: "manager", fullName: "Max Dvorak" },
    { id: 3, userName: "user", fullName: "Uma Svoboda" },
  ]);
});

test("with `all=true` the list names inactive users too, and no user of another tenant", async () => {
  const { body } = await (await server.as("user")).get("/api/pda/users?all=true");
  expect(body.map(({ id, isActive }: { id: number; isActive: boolean }) => [id, isActive])).toEqual([
    [1, true],
    [4, true],
    [5, false],
    [2, true],
    [3, true],
  ]);
  expect(body[2]).toEqual({
    ...{ id: 5, userName: "inactive", fullName: "Ina Mala" },
    ...{ isActive: false, kind: "person" },
  });
});
