import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adminByPassword } from "../backup/copies.ts";
import { startServer } from "../harness/server.ts";
import { createOperation, results, send } from "../inventories/count-requests.ts";
import { backup } from "./backup-copy.ts";
import { byPassword, pinById } from "./login-attempts.ts";
import { exchange, pairDevice, pairSharedTerminal } from "./terminal.ts";
import { refresh } from "./tokens.ts";

// An account or device was withdrawn, and then an earlier backup is restored.

const CONFIRMATION = "/api/restore-confirmation";
const [ADMIN, MANAGER, USER] = [1, 2, 3];

test("a restore reactivates no revoked device, no deactivated user and no token", async () => {
  const server = await startServer();
  const device = await pairDevice(server, "manager");
  const { body: bearer } = await exchange(server, device);
  const { body: login } = await byPassword(server, "user", "user-demo");
  const { body: code } = await server.withToken(login.accessToken).post("/api/device-auth/generate-code");
  const putBack = backup(server);
  const admin = await server.as("admin");
  await admin.delete(`/api/device-auth/tokens/${device.deviceTokenId}`);
  await admin.put(`/api/users/${USER}`, { isActive: false });
  await putBack();
  expect((await exchange(server, device)).status).toBe(403);
  expect((await server.withToken(bearer.accessToken).get("/api/me")).status).toBe(401);
  expect((await server.withToken(login.accessToken).get("/api/me")).status).toBe(401);
  for (const token of [{ refreshToken: login.refreshToken }, { accessToken: login.accessToken }])
    expect((await refresh(server, token)).status).toBe(401);
  expect((await byPassword(server, "user", "user-demo")).status).toBe(401);
  expect((await server.anonymous.post("/api/device-auth/activate", { code: code.code })).status).toBe(400);
});

test("earlier tokens stay invalid where the signing key is a setting, also after the confirmation", async () => {
  const settings = { JWT_SECRET_KEY: "a key of the site that has more than 32 characters" };
  const server = await startServer({ settings });
  const device = await pairDevice(server, "user");
  const { body: bearer } = await exchange(server, device);
  const loose = await server.tokenOf("user");
  const putBack = backup(server);
  await putBack();
  await (await adminByPassword(server)).put(CONFIRMATION, { all: true });
  expect((await server.withToken(bearer.accessToken).get("/api/me")).status).toBe(401);
  expect((await server.withToken(loose).get("/api/me")).status).toBe(401);
  expect((await refresh(server, { accessToken: loose })).status).toBe(401);
  expect((await exchange(server, device)).status).toBe(200);
});

test("a restore makes a new signing key: one from the backup signs no valid token", async () => {
  const server = await startServer();
  const before = readFileSync(join(server.folder, "jwt.key"), "utf8");
  await backup(server)();
  expect(readFileSync(join(server.folder, "jwt.key"), "utf8")).not.toBe(before);
});

test("the first Admin with a password can log in, and no other user before the confirmation", async () => {
  const server = await startServer();
  await backup(server)();
  const early = await pinById(server, ADMIN, "111111");
  expect([early.status, early.body.message]).toEqual([401, expect.stringMatching(/with your password/)]);
  expect((await byPassword(server, "manager", "manager-demo")).body.message).toMatch(/administrator has to/);
  const admin = await adminByPassword(server);
  expect((await admin.get("/api/me")).body.userName).toBe("admin");
  // Another Admin has to be confirmed by this one.
  await admin.put(`/api/users/${MANAGER}`, { roles: ["Admin"] });
  expect((await byPassword(server, "manager", "manager-demo")).status).toBe(401);
  expect((await pinById(server, ADMIN, "111111")).status).toBe(200);
});

test("an Admin sees the unconfirmed users and devices, confirms some, and the others are deactivated and revoked", async () => {
  const server = await startServer();
  const terminal = await pairDevice(server, "manager");
  const lost = await pairDevice(server, "manager");
  await backup(server)();
  const admin = await adminByPassword(server);
  const { body: pending } = await admin.get(CONFIRMATION);
  expect(pending.restoredDT).toEqual(expect.any(String));
  expect(pending.users.map(({ id }: { id: number }) => id)).not.toContain(ADMIN);
  expect(pending.users).toContainEqual({
    id: MANAGER,
    userName: "manager",
    fullName: expect.any(String),
    roles: ["Manager"],
  });
  expect(pending.devices.map(({ deviceTokenId }: { deviceTokenId: number }) => deviceTokenId)).toEqual([
    lost.deviceTokenId,
    terminal.deviceTokenId,
  ]);
  const confirmed = { userIds: [MANAGER], deviceTokenIds: [terminal.deviceTokenId] };
  expect((await admin.put(CONFIRMATION, confirmed)).status).toBe(204);
  expect((await byPassword(server, "manager", "manager-demo")).status).toBe(200);
  expect((await exchange(server, terminal)).status).toBe(200);
  expect((await exchange(server, lost)).status).toBe(401);
  expect((await byPassword(server, "user", "user-demo")).body.message).toMatch(/inactive/);
  expect((await admin.get(CONFIRMATION)).body).toMatchObject({ users: [], devices: [] });
  expect((await admin.get(`/api/users/${USER}`)).body.isActive).toBe(false);
});

test("a shared terminal says that it is unconfirmed, and its counts apply once after the confirmation", async () => {
  const server = await startServer();
  const terminal = await pairSharedTerminal(server);
  await terminal.logIn(USER, "3333");
  const unsent = createOperation({ itemId: 111, quantity: 7, userId: USER });
  await backup(server)();
  const refused = await exchange(server, terminal);
  expect([refused.status, refused.body.reason]).toEqual([403, "unconfirmed"]);
  expect(refused.body.message).toMatch(/restored from a backup.*Its counts are kept/);
  const admin = await adminByPassword(server);
  // The user who counted may have left: only the terminal is confirmed.
  const { deviceTokenId } = terminal;
  await admin.put(CONFIRMATION, { userIds: [], deviceTokenIds: [deviceTokenId] });
  const { body: tokens } = await exchange(server, terminal);
  const client = server.withToken(tokens.accessToken);
  expect(results(await send(client, 3, [unsent]))).toEqual(["applied"]);
  expect(results(await send(client, 3, [unsent]))).toEqual(["duplicate"]);
});

test("a device that is paired again is confirmed", async () => {
  const server = await startServer();
  const terminal = await pairSharedTerminal(server);
  await backup(server)();
  const admin = await adminByPassword(server);
  const { body: code } = await admin.post("/api/device-auth/generate-code", { kind: "terminal" });
  const again = { code: code.code, previousDeviceToken: terminal.deviceToken };
  const { body: paired } = await server.anonymous.post("/api/device-auth/activate", again);
  expect(paired.deviceTokenId).toBe(terminal.deviceTokenId);
  expect((await exchange(server, paired)).status).toBe(200);
  expect((await admin.get(CONFIRMATION)).body.devices).toEqual([]);
});

test.each([
  [{}, "userIds"],
  [{ userIds: [MANAGER] }, "deviceTokenIds"],
  [{ all: true, userIds: [] }, "userIds"],
  [{ userIds: [ADMIN], deviceTokenIds: [] }, "userIds"],
  [{ userIds: [], deviceTokenIds: [987] }, "deviceTokenIds"],
])("a confirmation by %j is refused, names %s, and changes nothing", async (body, field) => {
  const server = await startServer();
  await backup(server)();
  const admin = await adminByPassword(server);
  const response = await admin.put(CONFIRMATION, body);
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe(field);
  expect((await admin.get(CONFIRMATION)).body.users.length).toBeGreaterThan(0);
});

test("each tenant's Admin confirms the own tenant alone", async () => {
  const server = await startServer();
  await backup(server)();
  const admin = await adminByPassword(server);
  await admin.put(CONFIRMATION, { all: true });
  expect((await byPassword(server, "manager", "manager-demo")).status).toBe(200);
  const other = await byPassword(server, "admin2", "admin2-demo");
  expect(other.status).toBe(200);
  const { body: theirs } = await server.withToken(other.body.accessToken).get(CONFIRMATION);
  expect(theirs.users.length).toBeGreaterThan(0);
});

test("a restart does not ask again, and the folder's marker is gone", async () => {
  const server = await startServer();
  await backup(server)();
  expect(existsSync(join(server.folder, "restored"))).toBe(false);
  const admin = await adminByPassword(server);
  await admin.put(CONFIRMATION, { all: true });
  await server.restart();
  expect((await (await adminByPassword(server)).get(CONFIRMATION)).body).toMatchObject({
    users: [],
    devices: [],
  });
  expect((await byPassword(server, "user", "user-demo")).status).toBe(200);
});
