import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { exchange, type Paired, pairBy, pairDevice, pairSharedTerminal } from "./terminal.ts";

// The attacker has a copy of a personal device, and pairs devices of their own with it.

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;
const MANAGER = 2;
const USER = 3;
const PIN = "2222";
const GENERATE = "/api/device-auth/generate-code";

async function activate(server: TestServer, code: string, previousDeviceToken: string | null = null) {
  return server.anonymous.post("/api/device-auth/activate", { code, previousDeviceToken });
}

async function expectEnded(server: TestServer, { device, deviceToken, accessToken }: Paired): Promise<void> {
  expect((await device.get("/api/pda/users")).status).toBe(401);
  expect((await exchange(server, { deviceToken })).status).toBe(401);
  expect((await server.anonymous.post("/api/pwa-auth/refresh", { accessToken })).status).toBe(401);
}

async function expectActive(server: TestServer, { device, deviceToken }: Paired): Promise<void> {
  expect((await device.get("/api/pda/users")).status).toBe(200);
  expect((await exchange(server, { deviceToken })).status).toBe(200);
}

/** The Manager's phone, and what was paired through it: a personal device, one through that, and a shared terminal. */
async function aFamily(server: TestServer) {
  const phone = await pairDevice(server, "manager");
  const child = await pairBy(server, phone.device);
  const grandchild = await pairBy(server, child.device);
  const terminal = await pairBy(server, await phone.logIn(MANAGER, PIN), { kind: "terminal" });
  return { phone, descendants: [child, grandchild, terminal] };
}

const endings: [string, (server: TestServer, phone: Paired) => Promise<{ readonly status: number }>][] = [
  [
    "a revocation by an Admin",
    async (server, phone) =>
      (await server.as("admin")).delete(`/api/device-auth/tokens/${phone.deviceTokenId}`),
  ],
  ["its own unpairing", (_, phone) => phone.device.delete(`/api/device-auth/tokens/${phone.deviceTokenId}`)],
  [
    "a reset of its user",
    async (server) => (await server.as("admin")).put(`/api/users/${MANAGER}/secrets`, { pin: "826413" }),
  ],
  [
    "a deactivation of its user",
    async (server) => (await server.as("admin")).delete(`/api/users/${MANAGER}`),
  ],
];

test.each(endings)("%s ends all devices that were paired through a device", async (_, end) => {
  const server = await startServer();
  const { phone, descendants } = await aFamily(server);
  const other = await pairDevice(server, "user");
  for (const device of descendants) await expectActive(server, device);
  expect((await end(server, phone)).status).toBeLessThan(300);
  for (const device of [phone, ...descendants]) await expectEnded(server, device);
  await expectActive(server, other);
});

test("a revocation ends the logins on the devices that were paired through the revoked one", async () => {
  const server = await startServer();
  const phone = await pairDevice(server, "manager");
  const terminal = await pairBy(server, await phone.logIn(MANAGER, PIN), { kind: "terminal" });
  const person = await terminal.logIn(3, "3333");
  expect((await person.get("/api/me")).status).toBe(200);
  const admin = await server.as("admin");
  const listed = async () =>
    (await admin.get("/api/users/3/sessions")).body.map(({ device }: { device: object | null }) => device);
  expect(await listed()).toMatchObject([{ id: terminal.deviceTokenId }]);
  await admin.delete(`/api/device-auth/tokens/${phone.deviceTokenId}`);
  expect((await person.get("/api/me")).status).toBe(401);
  expect(await listed()).toEqual([]);
});

test("a revocation of one in the middle ends what is below it, and nothing above", async () => {
  const server = await startServer();
  const { phone, descendants } = await aFamily(server);
  const [child, grandchild, terminal] = descendants as [Paired, Paired, Paired];
  await (await server.as("admin")).delete(`/api/device-auth/tokens/${child.deviceTokenId}`);
  for (const device of [child, grandchild]) await expectEnded(server, device);
  for (const device of [phone, terminal]) await expectActive(server, device);
});

test("devices that were paired through one of a deactivated user work again when the user does", async () => {
  const server = await startServer();
  const phone = await pairDevice(server, "manager");
  const terminal = await pairBy(server, await phone.logIn(MANAGER, PIN), { kind: "terminal" });
  const admin = await server.as("admin");
  await admin.put(`/api/users/${MANAGER}`, { isActive: false });
  await expectEnded(server, terminal);
  await admin.put(`/api/users/${MANAGER}`, { isActive: true });
  expect((await exchange(server, terminal)).status).toBe(200);
});

test("a reset that keeps the devices keeps those that were paired through them", async () => {
  const server = await startServer();
  const { descendants } = await aFamily(server);
  await (await server.as("admin")).put(`/api/users/${MANAGER}/secrets`, { pin: "826413", keepDevices: true });
  for (const device of descendants) expect((await exchange(server, device)).status).toBe(200);
});

test("terminals that were paired by a login without a device stay when its user is reset or deactivated", async () => {
  const server = await startServer();
  const terminal = await pairDevice(server, "manager", { kind: "terminal" });
  const admin = await server.as("admin");
  await admin.put(`/api/users/${MANAGER}/secrets`, { pin: "826413" });
  await expectActive(server, terminal);
  await admin.delete(`/api/users/${MANAGER}`);
  await expectActive(server, terminal);
});

test("a phone that another user paired at a shared terminal stays when the user is reset who paired the terminal", async () => {
  const server = await startServer();
  const terminal = await pairDevice(server, "manager", { kind: "terminal" });
  const own = await pairBy(server, await terminal.logIn(MANAGER, PIN));
  const phone = await pairBy(server, await terminal.logIn(USER, "3333"));
  const code = await (await terminal.logIn(USER, "3333")).post(GENERATE);
  await (await server.as("admin")).put(`/api/users/${MANAGER}/secrets`, { pin: "826413" });
  await expectActive(server, phone);
  expect((await activate(server, code.body.code)).status).toBe(200);
  await expectEnded(server, own);
});

test("a revocation of a shared terminal ends the personal devices that were paired from it, and no shared one", async () => {
  const server = await startServer();
  const first = await pairSharedTerminal(server);
  const manager = await first.logIn(MANAGER, PIN);
  const second = await pairBy(server, manager, { kind: "terminal" });
  const phone = await pairBy(server, manager);
  await (await server.as("admin")).delete(`/api/device-auth/tokens/${first.deviceTokenId}`);
  await expectActive(server, second);
  await expectEnded(server, phone);
});

test("a shared terminal that was paired from one that was paired through a phone ends with the phone", async () => {
  const server = await startServer();
  const phone = await pairDevice(server, "manager");
  const terminal = await pairBy(server, await phone.logIn(MANAGER, PIN), { kind: "terminal" });
  const beside = await pairBy(server, await terminal.logIn(MANAGER, PIN), { kind: "terminal" });
  const last = await pairBy(server, await beside.logIn(MANAGER, PIN), { kind: "terminal" });
  // Paired again from itself, it does not leave the phone either.
  const { body: code } = await (await last.logIn(MANAGER, PIN)).post(GENERATE, { kind: "terminal" });
  const { body: again } = await activate(server, code.code, last.deviceToken);
  expect(again.deviceTokenId).toBe(last.deviceTokenId);
  await (await server.as("admin")).delete(`/api/device-auth/tokens/${phone.deviceTokenId}`);
  for (const device of [terminal, beside]) await expectEnded(server, device);
  expect((await exchange(server, again)).status).toBe(401);
});

describe("a pairing code that was made through a device", () => {
  const codeEndings: [string, (server: TestServer, phone: Paired) => Promise<unknown>][] = [
    ...endings,
    ["another pairing", (server, phone) => pairAgain(server, phone)],
  ];
  test.each(codeEndings)("is void after %s", async (_, end) => {
    const server = await startServer();
    const phone = await pairDevice(server, "manager");
    const { body } = await phone.device.post(GENERATE);
    await end(server, phone);
    expect((await activate(server, body.code)).status).toBe(400);
  });

  test("for another user ends with the device too", async () => {
    const server = await startServer();
    const phone = await pairDevice(server, "admin");
    const admin = await phone.logIn(1, "111111");
    const made = await admin.post(GENERATE, { userId: 3 });
    expect(made.status).toBe(200);
    await phone.device.delete(`/api/device-auth/tokens/${phone.deviceTokenId}`);
    expect((await activate(server, made.body.code)).status).toBe(400);
  });

  test("is void when the device has expired", async () => {
    const { clock, server } = await startServerWithClock({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "1" } });
    const phone = await pairDevice(server, "manager");
    clock.advance(DAY - MINUTE);
    const again = server.withToken((await exchange(server, phone)).body.accessToken);
    const { body } = await again.post(GENERATE);
    clock.advance(2 * MINUTE);
    expect((await activate(server, body.code)).status).toBe(400);
  });
});

async function pairAgain(server: TestServer, { deviceToken }: Paired, client?: Client) {
  const { body } = await (client ?? (await server.as("manager"))).post(GENERATE);
  return activate(server, body.code, deviceToken);
}

test("a device that was paired through another expires no later, however it is paired again through it", async () => {
  const { clock, server } = await startServerWithClock();
  const { body: made } = await (await server.as("manager")).post(GENERATE);
  const { body: phone } = await activate(server, made.code);
  clock.advance(60 * DAY);
  const own = async () => server.withToken((await exchange(server, phone)).body.accessToken);
  const { body: code } = await (await own()).post(GENERATE);
  const { body: child } = await activate(server, code.code);
  expect(child.expiresAt).toBe(phone.expiresAt);
  const { body: next } = await (await own()).post(GENERATE);
  const { body: renewed } = await activate(server, next.code, child.deviceToken);
  expect(renewed).toMatchObject({ deviceTokenId: child.deviceTokenId, expiresAt: phone.expiresAt });
  clock.advance(30 * DAY + MINUTE);
  expect((await exchange(server, renewed)).status).toBe(401);
});

test("a device that pairs itself again neither lives longer nor leaves the one by which it was paired", async () => {
  const { clock, server } = await startServerWithClock();
  const phone = await pairDevice(server, "manager");
  clock.advance(10 * DAY);
  const fresh = server.withToken((await exchange(server, phone)).body.accessToken);
  const child = await pairBy(server, fresh);
  const { body: itself } = await pairAgain(server, child, child.device);
  expect(itself.deviceTokenId).toBe(child.deviceTokenId);
  const { body: listed } = await (await server.as("manager")).get("/api/device-auth/tokens");
  const expiry = (id: number) =>
    listed.find((one: { deviceTokenId: number }) => one.deviceTokenId === id)?.expiresAt;
  expect(expiry(child.deviceTokenId)).toBe(expiry(phone.deviceTokenId));
  await (await server.as("admin")).delete(`/api/device-auth/tokens/${phone.deviceTokenId}`);
  expect((await exchange(server, itself)).status).toBe(401);
});

test("a device that is paired again through one below it does not leave the one above it", async () => {
  const server = await startServer();
  const phone = await pairDevice(server, "manager");
  const child = await pairBy(server, phone.device);
  const grandchild = await pairBy(server, child.device);
  const { body: again } = await pairAgain(server, child, grandchild.device);
  expect(again.deviceTokenId).toBe(child.deviceTokenId);
  await expectEnded(server, grandchild);
  expect((await exchange(server, again)).status).toBe(200);
  await (await server.as("admin")).delete(`/api/device-auth/tokens/${phone.deviceTokenId}`);
  expect((await exchange(server, again)).status).toBe(401);
});

test("another pairing of a device ends those that were paired through it", async () => {
  const server = await startServer();
  const { phone, descendants } = await aFamily(server);
  expect((await pairAgain(server, phone)).status).toBe(200);
  for (const device of descendants) await expectEnded(server, device);
});

test("a device that ended by another pairing of the one above it is paired again with its id, apart from that one", async () => {
  const server = await startServer();
  const phone = await pairDevice(server, "manager");
  const child = await pairBy(server, phone.device);
  await pairAgain(server, phone);
  const { body: again } = await pairAgain(server, child);
  expect(again.deviceTokenId).toBe(child.deviceTokenId);
  await server.admin.delete(`/api/device-auth/tokens/${phone.deviceTokenId}`);
  expect((await exchange(server, again)).status).toBe(200);
});

test.each(["revocation", "reset"])(
  "what was paired through a device that was made shared later ends by the %s of it or of its user",
  async (end) => {
    const server = await startServer();
    const admin = await server.as("admin");
    const { phone, descendants } = await aFamily(server);
    const path = `/api/device-auth/tokens/${phone.deviceTokenId}`;
    expect((await admin.put(path, { kind: "terminal" })).status).toBe(200);
    if (end === "revocation") await admin.delete(path);
    else await admin.put(`/api/users/${MANAGER}/secrets`, { pin: "826413" });
    for (const device of descendants) await expectEnded(server, device);
    // The terminal itself belongs to the tenant.
    expect((await exchange(server, phone)).status).toBe(end === "reset" ? 200 : 401);
  },
);

describe("with a personal device's token", () => {
  const gated: [string, object][] = [
    ["kind terminal", { kind: "terminal" }],
    ["userId", { userId: 3 }],
    ["both", { kind: "terminal", userId: 3 }],
  ];
  test.each(gated)("generate-code with %s needs a login of the last five minutes", async (_, body) => {
    const { clock, server } = await startServerWithClock();
    const phone = await pairDevice(server, "admin");
    const refused = await phone.device.post(GENERATE, body);
    expect([refused.status, refused.body.reason]).toEqual([403, "recentLogin"]);
    const person = await phone.logIn(1, "111111");
    expect((await person.post(GENERATE, body)).status).toBe(200);
    clock.advance(5 * MINUTE + 1000);
    expect((await person.post(GENERATE, body)).body.reason).toBe("recentLogin");
  });

  test("the contract's plain generate-code needs a valid bearer alone, on every kind of login", async () => {
    const { clock, server } = await startServerWithClock();
    const phone = await pairDevice(server, "manager");
    const person = await phone.logIn(MANAGER, PIN);
    clock.advance(10 * MINUTE);
    for (const client of [phone.device, person, await server.as("user")]) {
      expect((await client.post(GENERATE)).status).toBe(200);
      expect((await client.post(GENERATE, { kind: null, userId: null })).status).toBe(200);
      expect((await client.post(GENERATE, { kind: "personal" })).status).toBe(200);
    }
  });

  test("making a device shared needs a login of the last five minutes, the own device too", async () => {
    const server = await startServer();
    const phone = await pairDevice(server, "manager");
    const child = await pairBy(server, phone.device);
    for (const { deviceTokenId } of [phone, child]) {
      const path = `/api/device-auth/tokens/${deviceTokenId}`;
      expect((await phone.device.put(path, { kind: "terminal" })).body.reason).toBe("recentLogin");
    }
    const person = await phone.logIn(MANAGER, PIN);
    const path = `/api/device-auth/tokens/${child.deviceTokenId}`;
    expect((await person.put(path, { kind: "terminal" })).status).toBe(200);
    await (await server.as("admin")).delete(`/api/device-auth/tokens/${phone.deviceTokenId}`);
    expect((await exchange(server, child)).status).toBe(401);
  });
});

test("a device of an earlier version of the server has none by which it was paired, and stays", async () => {
  const key = "a-test-key-that-is-long-enough-for-hs256";
  const server = await startServer({ settings: { JWT_SECRET_KEY: key } });
  const device = await pairDevice(server, "user");
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({ tenant_id: 1, role: ["User"], device_id: device.deviceTokenId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("3")
    .setIssuer("tallybox")
    .setAudience("tallybox")
    .setIssuedAt(now + 2)
    .setExpirationTime(now + 600)
    .sign(new TextEncoder().encode(key));
  expect((await server.withToken(token).get("/api/me")).status).toBe(200);
});
