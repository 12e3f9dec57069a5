import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findUser } from "../../../src/access/users/users.ts";
import { prepareRotation } from "../../../src/ops/cli/rotate/rotations.ts";
import { addTenantWith, resetAdminWith } from "../../../src/ops/cli/tenant/tenants.ts";
import { restore } from "../../backup/restoring.ts";
import { createFolder } from "../../harness/folder.ts";
import { imported } from "../../import/uploads.ts";
import { byPassword, from } from "../login-attempts.ts";
import { pairDevice } from "../terminal.ts";
import { ADMIN, startServerWithLogs, UMA } from "./server-with-logs.ts";

const BY_ADMIN = { user: ADMIN, outcome: "success", address: "10.0.0.7" };
const HERE = from("10.0.0.7");
const target = { type: "user", id: 3, name: UMA.fullName };

test("changes of users are recorded: created, renamed, deactivated, roles, secrets", async () => {
  const { server, events } = await startServerWithLogs();
  const admin = await server.as("admin");
  const names = { userName: "new", firstName: "Nea", lastName: "Ova" };
  const { body: created } = await admin.post("/api/users", { ...names, roles: ["User"] }, HERE);
  await admin.put("/api/users/3", { roles: ["User", "Manager"] }, HERE);
  await admin.put("/api/users/3", { lastName: "Nova" }, HERE);
  await admin.put("/api/users/3", { badgeCode: "B-7" }, HERE);
  await admin.put("/api/users/3/secrets", { password: "a good password", pin: null }, HERE);
  await admin.delete("/api/users/3", HERE);
  await admin.put("/api/users/3", { isActive: true }, HERE);
  expect(await events()).toMatchObject([
    {
      ...{ kind: "userCreated", ...BY_ADMIN, details: { roles: ["User"], isActive: true } },
      target: { type: "user", id: created.oid, name: "Nea Ova" },
    },
    // A Manager's PIN has six digits: the old one is removed.
    { kind: "rolesChanged", ...BY_ADMIN, target, details: { before: ["User"], after: ["Manager", "User"] } },
    { kind: "secretsChanged", ...BY_ADMIN, target, details: { pin: "removed" } },
    {
      kind: "userChanged",
      ...BY_ADMIN,
      target: { id: 3, name: "Uma Nova" },
      details: { fields: ["lastName"] },
    },
    { kind: "userChanged", ...BY_ADMIN, target: { id: 3 }, details: { fields: ["badgeCode"] } },
    { kind: "secretsChanged", ...BY_ADMIN, details: { password: "set" } },
    { kind: "userDeactivated", ...BY_ADMIN, target: { id: 3 } },
    { kind: "userActivated", ...BY_ADMIN, target: { id: 3 } },
  ]);
});

test("an event keeps the name of its time", async () => {
  const { server, last } = await startServerWithLogs();
  const admin = await server.as("admin");
  await admin.put("/api/users/3", { roles: ["Manager", "User"] });
  await admin.put("/api/users/3", { firstName: "Renamed" });
  expect(await last("rolesChanged")).toMatchObject({ target: { id: 3, name: UMA.fullName } });
});

test("a change of the user's own secret is recorded, and a wrong old one", async () => {
  const { server, events } = await startServerWithLogs();
  const user = await server.as("user");
  await user.put("/api/me/secrets", { oldPassword: "wrong", password: "a good password" }, HERE);
  await user.put("/api/me/secrets", { oldPassword: "user-demo", password: "a good password" }, HERE);
  // A failed login is written later than it happens, so the order is undefined.
  const found = (await events()).toSorted((one, other) => other.kind.localeCompare(one.kind));
  expect(found).toMatchObject([
    { kind: "secretsChanged", user: UMA, target, address: "10.0.0.7", details: { password: "set" } },
    { kind: "login", outcome: "failure", reason: "wrongCredentials", user: UMA, address: "10.0.0.7" },
  ]);
});

test("a refused change is not recorded", async () => {
  const { server, events } = await startServerWithLogs();
  const { status } = await (await server.as("admin")).put("/api/users/1", { roles: ["User"] });
  expect(status).toBe(409);
  expect(await events()).toEqual([]);
});

test("a pairing, its code, a new kind and a revocation of a device are recorded", async () => {
  const { server, events } = await startServerWithLogs();
  const { deviceTokenId } = await pairDevice(server, "admin");
  const admin = await server.as("admin");
  await admin.put(`/api/device-auth/tokens/${deviceTokenId}`, { kind: "terminal" }, HERE);
  await admin.delete(`/api/device-auth/tokens/${deviceTokenId}`, HERE);
  const device = { type: "device", id: deviceTokenId, name: `Device ${deviceTokenId}` };
  const found = (await events()).filter(({ kind }) => kind !== "deviceLogin");
  expect(found).toMatchObject([
    { kind: "pairingCode", user: ADMIN, target: { type: "user", id: 1 }, details: { kind: "personal" } },
    { kind: "pairing", user: ADMIN, target: device, details: { kind: "personal" } },
    {
      ...{ kind: "deviceKindChanged", ...BY_ADMIN, target: device },
      details: { before: "personal", after: "terminal" },
    },
    { kind: "deviceRevoked", ...BY_ADMIN, target: device },
  ]);
});

test("settings are recorded with their old values, and an import in its transaction", async () => {
  const { server, events, last } = await startServerWithLogs();
  const admin = await server.as("admin");
  const unchanged = { language: "en", secondFactorRoles: [], crossOrigins: [] };
  await admin.put("/api/settings", { terminalLockMinutes: 60, ...unchanged }, HERE);
  const recorded = await last("settingsChanged");
  expect(recorded).toMatchObject(BY_ADMIN);
  expect(recorded?.details).toEqual({ terminalLockMinutes: { before: 5, after: 60 } });
  const table = "User name,First name,Last name,Roles\nzoe,Zoe,Nova,Manager\n";
  const { id } = await imported(admin, "users", table);
  expect((await events()).slice(-2)).toMatchObject([
    { kind: "userCreated", user: ADMIN, address: "127.0.0.1", target: { name: "Zoe Nova" } },
    { kind: "importApplied", user: ADMIN, details: { kind: "users", rows: 1, cause: `import ${id}` } },
  ]);
});

test("exports and backups are recorded before they are sent", async () => {
  const { server, events } = await startServerWithLogs();
  const admin = await server.as("admin");
  await admin.get("/api/export/users", HERE);
  await admin.get("/api/backup", HERE);
  const { body: link } = await admin.post("/api/backup/downloads", undefined, HERE);
  await server.anonymous.get(link.url, from("10.0.0.9"));
  await admin.get("/api/security-events/export", HERE);
  expect(await events()).toMatchObject([
    { kind: "export", ...BY_ADMIN, details: { table: "users", format: "csv" } },
    { kind: "backupDownload", ...BY_ADMIN },
    { kind: "backupLink", ...BY_ADMIN },
    { kind: "backupDownload", user: ADMIN, address: "10.0.0.9" },
    { kind: "export", ...BY_ADMIN, details: { table: "securityEvents", format: "csv" } },
  ]);
});

test("a stocktake report as a file is recorded as an export", async () => {
  const { server, events } = await startServerWithLogs();
  const admin = await server.as("admin");
  // Of the demo, past Finished.
  const oid = 5;
  expect((await admin.get(`/api/inventories/${oid}/report`, HERE)).status).toBe(200);
  expect((await admin.get(`/api/inventories/${oid}/report?format=csv`, HERE)).status).toBe(200);
  expect(await events("?kind=export")).toMatchObject([
    { kind: "export", ...BY_ADMIN, details: { table: "report", format: "csv", inventory: oid } },
  ]);
});

test("a forbidden request is recorded with its endpoint", async () => {
  const { server, events } = await startServerWithLogs();
  await server.user.get("/api/users?q=secret", HERE);
  expect(await events("?kind=accessDenied")).toMatchObject([
    {
      ...{ user: UMA, outcome: "failure", reason: "forbidden", address: "10.0.0.7" },
      details: { endpoint: "GET /api/users" },
    },
  ]);
});

test("a request that lacks a recent PIN is not recorded as forbidden", async () => {
  const { server, events } = await startServerWithLogs();
  const { device } = await pairDevice(server, "admin");
  const refused = await device.post("/api/device-auth/generate-code", { kind: "terminal" });
  expect([refused.status, refused.body.reason]).toEqual([403, "recentLogin"]);
  expect(await events("?kind=accessDenied")).toEqual([]);
});

test("the set-up is recorded, and a wrong set-up code", async () => {
  const { server, events } = await startServerWithLogs({ empty: true });
  const person = { tenantName: "Site", userName: "admin", firstName: "Ada", lastName: "Novak" };
  const setUp = (code: string) =>
    server.anonymous.post("/api/setup", { code, ...person, password: "a good password" }, HERE);
  await setUp("wrong code");
  await setUp(readFileSync(join(server.folder, "setup-code"), "utf8").trim());
  const found = await events();
  expect(found).toContainEqual(expect.objectContaining({ kind: "setup", reason: "wrongCode", user: null }));
  expect(found).toContainEqual(expect.objectContaining({ kind: "setup", ...BY_ADMIN }));
});

test("commands on the machine are recorded: a tenant, an Admin's reset, a new key, a restore", async () => {
  const { server, last } = await startServerWithLogs();
  const { storage } = server.appliance.dependencies;
  const admin = { userName: "third", firstName: "Ada", lastName: "Novak", passwordHash: null, pinHash: null };
  await storage.write(null, (tx) => addTenantWith(tx, "Third", admin, "en"));
  expect(await last("tenantAdded")).toMatchObject({
    user: null,
    address: null,
    details: { tenant: "Third" },
  });
  const passwordHash = findUser(storage.db, 1)?.passwordHash ?? "";
  const reset = { oid: 1, tenantId: 1, userName: "admin", fullName: "Ada Novak", tenant: "" };
  await storage.write(null, (tx) => resetAdminWith(tx, reset, passwordHash));
  expect(await last("adminReset")).toMatchObject({ user: null, target: { type: "user", id: 1 } });

  const { config } = server.appliance.dependencies;
  await prepareRotation("device-key", config, { tokenKey: null, headOffice: null }).apply(storage);
  expect(await last("keyReplaced")).toMatchObject({ user: null, details: { key: "device-key" } });

  const copy = createFolder();
  await server.halt();
  expect((await restore(server.folder, "--into", join(copy, "data"))).status).toBe(0);
  const restored = await startServerWithLogs({ from: join(copy, "data") });
  // Only an Admin with a password can log in, which also confirms them.
  await byPassword(restored.server, "user", "user-demo");
  await byPassword(restored.server, "admin", "admin-demo", "10.0.0.7");
  expect(await restored.last("restore")).toMatchObject({ user: null, target: null });
  expect(await restored.last("restoreConfirmed")).toMatchObject({
    ...BY_ADMIN,
    target: { type: "user", id: 1 },
  });
  expect(await restored.events("?outcome=failure")).toMatchObject([
    { kind: "login", reason: "unconfirmed", user: UMA },
  ]);
  await restored.server.restart();
  expect(await restored.events("?kind=restore")).toHaveLength(1);
});
