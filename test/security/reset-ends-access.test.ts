import { expect, test } from "vitest";
import type { Storage } from "../../src/storage/storage.ts";
import { fillDisk } from "../access/full-disk.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { byPassword, pinById } from "./login-attempts.ts";
import { exchange, pairDevice } from "./terminal.ts";

const USER = 3;
const RESET = `/api/users/${USER}/secrets`;

test.each([{ password: "an open book" }, { pin: "8264" }, { password: null }])(
  "a reset by an Admin (%j) ends the intruder's tokens, devices and pairing codes",
  async (body) => {
    const server = await startServer();
    const intruder = await pairDevice(server, "user");
    const { body: session } = await byPassword(server, "user", "user-demo");
    const { body: code } = await server.withToken(session.accessToken).post("/api/device-auth/generate-code");
    const admin = await server.as("admin");
    expect((await admin.put(RESET, body)).status).toBe(200);
    expect((await admin.get(`/api/users/${USER}/sessions`)).body).toEqual([]);
    expect((await exchange(server, intruder)).status).toBe(401);
    expect((await intruder.device.get("/api/me")).status).toBe(401);
    expect((await server.withToken(session.accessToken).get("/api/me")).status).toBe(401);
    const { refreshToken } = session;
    expect((await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken })).status).toBe(401);
    expect((await server.anonymous.post("/api/device-auth/activate", { code: code.code })).status).toBe(400);
  },
);

test("a reset that removes a secret which the user doesn't have ends tokens and devices too", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  await admin.put(RESET, { password: null });
  const device = await pairDevice(server, "user");
  expect((await admin.put(RESET, { password: null, keepDevices: true })).status).toBe(200);
  expect((await device.device.get("/api/me")).status).toBe(401);
  const { body: session } = await exchange(server, device);
  expect((await server.withToken(session.accessToken).get("/api/me")).status).toBe(200);
  expect((await admin.put(RESET, { password: null })).status).toBe(200);
  expect((await server.withToken(session.accessToken).get("/api/me")).status).toBe(401);
  expect((await exchange(server, device)).status).toBe(401);
  expect((await admin.get(`/api/users/${USER}/sessions`)).body).toEqual([]);
});

test("a reset that keeps the devices ends only the tokens", async () => {
  const server = await startServer();
  const device = await pairDevice(server, "user");
  const admin = await server.as("admin");
  expect((await admin.put(RESET, { password: "an open book", keepDevices: true })).status).toBe(200);
  expect((await device.device.get("/api/me")).status).toBe(401);
  expect((await exchange(server, device)).status).toBe(200);
  expect((await admin.put(RESET, { password: "an open book", keepDevices: "yes" })).status).toBe(400);
});

test("shared terminals stay paired, whoever paired them, and so do other users' devices", async () => {
  const server = await startServer();
  const shared = await pairDevice(server, "manager", { kind: "terminal" });
  const of = await pairDevice(server, "both");
  const own = await pairDevice(server, "manager");
  await (await server.as("admin")).put("/api/users/2/secrets", { password: "an open book" });
  expect((await exchange(server, shared)).status).toBe(200);
  expect((await exchange(server, of)).status).toBe(200);
  expect((await exchange(server, own)).status).toBe(401);
});

test("a request that sets no secret ends nothing", async () => {
  const server = await startServer();
  const device = await pairDevice(server, "user");
  expect((await (await server.as("admin")).put(RESET, { keepDevices: false })).status).toBe(200);
  expect((await exchange(server, device)).status).toBe(200);
});

test("an Admin can't reset their own secret: 403 that names the right endpoint", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  for (const body of [{ password: "an open book" }, { pin: null }, {}]) {
    const response = await admin.put("/api/users/1/secrets", body);
    expect(response.status).toBe(403);
    expect(response.body.message).toMatch(/profile page/);
  }
  expect((await pinById(server, 1, "111111")).status).toBe(200);
});

test("a new PIN by an Admin is not locked by earlier wrong PINs", async () => {
  const server = await startServer();
  for (let i = 0; i < 5; i++) await pinById(server, USER, "8001");
  await (await server.as("admin")).put(RESET, { pin: "8264" });
  expect((await pinById(server, USER, "8264")).status).toBe(200);
});

/** Holds the next write that opens a session, after all checks of its request. */
function holdSession({ appliance }: TestServer) {
  const { storage } = appliance.dependencies;
  const { write } = storage;
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held: Storage["write"] = async (tenantId, work, options) => {
    if (tenantId === null || options?.by !== undefined) return write(tenantId, work, options);
    reached.resolve();
    await goOn.promise;
    return write(tenantId, work, options);
  };
  Object.assign(storage, { write: held });
  return { reached: reached.promise, goOn: goOn.resolve };
}

test.each([
  ["login", (server: TestServer) => byPassword(server, "user", "user-demo")],
  [
    "first refresh",
    (server: TestServer, accessToken: string) =>
      server.anonymous.post("/api/pwa-auth/refresh", { accessToken }),
  ],
])("a %s that was checked before a reset opens no session after it", async (_, request) => {
  const { clock, server } = await startServerWithClock();
  const disk = fillDisk(server);
  const { body } = await byPassword(server, "user", "user-demo");
  disk.empty();
  const admin = await server.as("admin");
  const { reached, goOn } = holdSession(server);
  const response = request(server, body.accessToken);
  await reached;
  expect((await admin.put(RESET, { password: "user-demo" })).status).toBe(200);
  clock.advance(2000);
  goOn();
  expect((await response).status).toBe(401);
  expect((await admin.get(`/api/users/${USER}/sessions`)).body).toEqual([]);
});
