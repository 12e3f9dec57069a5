import { expect, test } from "vitest";
import { changeUser } from "../../../src/access/accounts/user-changes.ts";
import { getUserRecord } from "../../../src/access/users/user-records.ts";
import { findAdminToReset } from "../../../src/ops/cli/tenant/tenants.ts";
import { adminByPassword } from "../../backup/copies.ts";
import { startServer } from "../../harness/server.ts";
import { errorsOf } from "../../import/uploads.ts";
import { createOperation, send } from "../../inventories/count-requests.ts";
import { backup } from "../../security/backup-copy.ts";
import { startServerWithLogs } from "../../security/log/server-with-logs.ts";
import { addProgram } from "./accounts.ts";

test("a key sees its own tenant alone", async () => {
  const server = await startServer();
  const { client } = await addProgram(server, ["articles:read"], { admin: "admin2" });
  const article = await (await server.as("admin")).get("/api/articles/1");
  expect(article.status).toBe(200);
  expect((await client.get("/api/articles/1")).status).toBe(404);
});

test("a service account is in no list of users, owns nothing, and pairs no device", async () => {
  const server = await startServer();
  const { oid } = await addProgram(server, ["articles:read"], { name: "Zebra ERP" });
  const admin = await server.as("admin");
  const [account] = (await admin.get("/api/service-accounts")).body;
  expect(account.userName).toBe("service.zebra-erp");
  const names = (await admin.get("/api/pda/users?all=true")).body;
  expect(names).toContainEqual({
    ...{ id: oid, userName: account.userName, fullName: "Zebra ERP" },
    ...{ isActive: true, kind: "service" },
  });
  for (const path of ["/api/users", "/api/pda/users", "/api/export/users"])
    expect((await admin.get(path)).text).not.toContain("Zebra");
  expect((await admin.get(`/api/users/${oid}`)).status).toBe(404);
  expect((await admin.put(`/api/users/${oid}`, { roles: ["Admin"] })).status).toBe(404);
  expect((await admin.put(`/api/users/${oid}/secrets`, { pin: "826415" })).status).toBe(404);
  expect((await admin.delete(`/api/users/${oid}`)).status).toBe(404);
  expect((await admin.post("/api/device-auth/generate-code", { userId: oid })).status).toBe(400);
  expect((await admin.put("/api/articles/1", { userID: oid })).status).toBe(400);
});

test("no import and no command makes a service account a person who logs in, and no one counts in its name", async () => {
  const server = await startServer();
  const { oid } = await addProgram(server, ["articles:read"]);
  const admin = await server.as("admin");
  const table = "User name,First name,Last name,Roles,Password\nservice.erp,E,R,Admin,a good password\n";
  expect(await errorsOf(admin, "users", table)).toEqual([[2, "User name", "is taken"]]);
  expect(() => findAdminToReset(server.appliance.dependencies.storage.db, "service.erp")).toThrow(
    /does not exist/,
  );
  const login = { userName: "service.erp", password: "a good password" };
  expect((await server.anonymous.post("/api/pwa-auth/login-password", login)).status).toBe(401);
  const count = createOperation({ itemId: 101, quantity: 1, userId: oid });
  expect((await send(admin, 3, [count])).body.receipts[0].result).toBe("refused");
  const { storage } = server.appliance.dependencies;
  const promote = storage.write(1, (tx) => changeUser(tx, getUserRecord(tx, 1, oid), { roles: ["Admin"] }));
  await expect(promote).rejects.toThrow(/CHECK constraint/);
});

test("records name the account that changed them, also after it was deleted", async () => {
  const server = await startServer();
  const { oid, client } = await addProgram(server, ["articles:write"]);
  expect((await client.put("/api/articles/1", { name: "Renamed by the ERP" })).status).toBe(200);
  const admin = await server.as("admin");
  expect((await admin.delete(`/api/service-accounts/${oid}`)).status).toBe(204);
  expect((await client.put("/api/articles/1", { name: "Again" })).status).toBe(401);
  expect((await admin.get("/api/service-accounts")).body).toEqual([]);
  const { body } = await admin.get("/api/articles/1/history");
  expect(JSON.stringify(body)).toContain("ERP");
});

test("the security log has new, revoked and invalid keys, and changed scopes, never a key", async () => {
  const { server, last, clock, logged } = await startServerWithLogs();
  const { oid, key, keyId, client } = await addProgram(server, ["articles:read"]);
  const target = { type: "user", id: oid, name: "ERP" };
  const granted = { hint: key.slice(0, 13), scopes: ["articles:read"] };
  expect(await last("apiKeyCreated")).toMatchObject({ target, details: granted });
  const admin = await server.as("admin");
  await admin.put(`/api/service-accounts/${oid}`, { scopes: ["locations:read"] });
  const scopes = { before: ["articles:read"], after: ["locations:read"] };
  expect(await last("scopesChanged")).toMatchObject({ target, details: scopes });
  await admin.delete(`/api/service-accounts/${oid}/keys/${keyId}`);
  expect(await last("apiKeyRevoked")).toMatchObject({ target, details: { key: keyId } });
  await client.get("/api/me", { "X-Forwarded-For": "10.0.0.9" });
  clock.advance(2000);
  await expect.poll(() => last("apiKeyUsed")).toMatchObject({ outcome: "failure", address: "10.0.0.9" });
  // The account of an expired key is known.
  const { body } = await admin.post(`/api/service-accounts/${oid}/keys`, { days: 1 });
  clock.advance(24 * 3_600_000);
  await server.withToken(body.key).get("/api/me");
  clock.advance(2000);
  await expect.poll(() => last("apiKeyUsed")).toMatchObject({ user: { id: oid } });
  expect(logged()).not.toContain(key);
});

test("after a restore a key waits until an Admin confirms its account", async () => {
  const server = await startServer();
  const { oid, key } = await addProgram(server, ["articles:read"]);
  await backup(server)();
  const client = server.withToken(key);
  expect((await client.get("/api/me")).status).toBe(401);
  const admin = await adminByPassword(server);
  const { body } = await admin.get("/api/restore-confirmation");
  expect(body.users).toContainEqual(expect.objectContaining({ id: oid, fullName: "ERP" }));
  await admin.put("/api/restore-confirmation", { userIds: [oid], deviceTokenIds: [] });
  expect((await client.get("/api/me")).status).toBe(200);
});

test("an account that is not confirmed after a restore is deleted", async () => {
  const server = await startServer();
  const { key } = await addProgram(server, ["articles:read"]);
  await backup(server)();
  const admin = await adminByPassword(server);
  await admin.put("/api/restore-confirmation", { userIds: [], deviceTokenIds: [] });
  expect((await admin.get("/api/service-accounts")).body).toEqual([]);
  expect((await server.withToken(key).get("/api/me")).status).toBe(401);
});

test("a program proposes an asset, which belongs to nobody then", async () => {
  const server = await startServer();
  const { client } = await addProgram(server, ["requests:write"]);
  const proposal = { name: "Lamp", articleCategoryID: 1, articleTypeID: 1 };
  const { status, body } = await client.post("/api/articles/pwa-request", proposal);
  expect(status).toBe(201);
  const article = await (await server.as("manager")).get(`/api/articles/${body.oid}`);
  expect(article.body.userId ?? article.body.user ?? null).toBeNull();
});

test("a tenant has a hundred service accounts at most", async () => {
  const server = await startServer();
  for (let count = 0; count < 100; count++)
    await addProgram(server, ["articles:read"], { name: `No. ${count}` });
  const again = { name: "One more", scopes: ["articles:read"] };
  expect((await (await server.as("admin")).post("/api/service-accounts", again)).status).toBe(409);
});
