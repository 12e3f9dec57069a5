import { expect, test } from "vitest";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { lockAfterAnHour, pairDevice, pairSharedTerminal } from "./terminal.ts";

// Ways around a second factor, a recent PIN and a reset that a review of the source found.

const SIX_MINUTES = 6 * 60_000;

test("another user's personal device is not a second factor: a PIN on it logs in only users without the requirement", async () => {
  const server = await startServer({ settings: { LOGIN_SECOND_FACTOR_ROLES: "Admin,Manager" } });
  const own = await pairDevice(server, "user");
  for (const [userId, pin] of [
    [1, "111111"],
    [2, "2222"],
  ] as const) {
    const { status, body } = await own.device.post("/api/pda/users/login", { userId, pin });
    expect([status, body.reason, body.accessToken]).toEqual([403, "secondFactor", undefined]);
  }
  const { status } = await own.device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  expect(status).toBe(200);
});

test("a token from such a login ends when the requirement begins", async () => {
  const server = await startServer();
  const own = await pairDevice(server, "user");
  const { body } = await own.device.post("/api/pda/users/login", { userId: 1, pin: "111111" });
  expect((await server.withToken(body.accessToken).get("/api/me")).status).toBe(200);
  await (await server.as("admin")).put("/api/settings", { secondFactorRoles: ["Admin"] });
  expect((await server.withToken(body.accessToken).get("/api/me")).status).toBe(401);
});

test("no PIN at a shared terminal, old or new, unlocks a user, revokes another's device or applies an import", async () => {
  const { clock, server } = await startServerWithClock();
  await lockAfterAnHour(server);
  const terminal = await pairSharedTerminal(server);
  const other = await pairDevice(server, "user");
  const file = "User name,First name,Last name,Roles,Password\nevil,E,E,Admin,eight and more";
  const { body: checked } = await check(await server.as("admin"), "users", file);
  const admin = await terminal.logIn(1, "111111");
  for (const ms of [0, SIX_MINUTES]) {
    clock.advance(ms);
    for (const [method, path] of [
      ["PUT", "/api/users/3/unlock"],
      ["DELETE", `/api/device-auth/tokens/${other.deviceTokenId}`],
      ["PUT", `/api/imports/${checked.id}/apply`],
    ] as const) {
      const { status } = await admin.send(method, path, undefined);
      expect([path, status]).toEqual([path, 403]);
    }
  }
  expect((await other.device.get("/api/me")).status).toBe(200);
});

test("an import neither changes the importing Admin's own secret nor leaves an intruder's device after a new one", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  const own = await check(admin, "users", "User name,Password\nadmin,an open book");
  expect(own.body.errors).toMatchObject([{ row: 2, column: "Password" }]);
  const intruder = await pairDevice(server, "user");
  const { body: code } = await (await server.as("user")).post("/api/device-auth/generate-code", {});
  const { body } = await check(admin, "users", "User name,Password\nuser,another open book");
  expect((await admin.put(`/api/imports/${body.id}/apply`)).status).toBe(200);
  expect((await intruder.device.get("/api/me")).status).toBe(401);
  expect((await server.anonymous.post("/api/device-auth/activate", { code: code.code })).status).toBe(400);
});

test("with Login:PinOnlyOnPairedDevices a token without a device does not reveal whether a colleague's PIN is correct", async () => {
  const server = await startServer({ settings: { LOGIN_PIN_ONLY_ON_PAIRED_DEVICES: "true" } });
  const user = await server.as("user");
  for (const pin of ["2222", "0000"])
    expect((await user.post("/api/pda/users/login", { userId: 2, pin })).status).toBe(403);
});

test.each([
  ["deactivated", { isActive: false }],
  ["a User from now on", { roles: ["User"] }],
])("a pairing code is invalid once its author is %s", async (_, change) => {
  const server = await startServer();
  const admin = await server.as("admin");
  const { body: code } = await (await server.as("manager")).post("/api/device-auth/generate-code", {
    kind: "terminal",
  });
  expect((await admin.put("/api/users/2", change)).status).toBe(200);
  expect((await server.anonymous.post("/api/device-auth/activate", { code: code.code })).status).toBe(400);
});

test.each([
  ["deactivated", { isActive: false }],
  ["demoted", { roles: ["Manager"] }],
])("a pairing code for another user is invalid once the Admin who made it is %s", async (_, change) => {
  const server = await startServer();
  const admin = await server.as("admin");
  expect((await admin.put("/api/users/2", { roles: ["Admin"] })).status).toBe(200);
  const { body } = await (await server.as("manager")).post("/api/device-auth/generate-code", { userId: 3 });
  expect((await admin.put("/api/users/2", change)).status).toBe(200);
  expect((await server.anonymous.post("/api/device-auth/activate", { code: body.code })).status).toBe(400);
});
