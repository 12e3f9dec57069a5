import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { startServer } from "../harness/server.ts";
import { together } from "./concurrent-requests.ts";

const PATH = "/api/users";
const ADMIN = 1;
const MANAGER = 2;
const USER = 3;

const ways: [string, (admin: Client) => ReturnType<Client["put"]>][] = [
  ["demoted", (admin) => admin.put(`${PATH}/${ADMIN}`, { roles: ["Manager", "User"] })],
  ["deactivated", (admin) => admin.put(`${PATH}/${ADMIN}`, { isActive: false })],
  ["deleted", (admin) => admin.delete(`${PATH}/${ADMIN}`)],
  ["left without a password", (admin) => admin.put("/api/me/secrets", { oldPin: "111111", password: null })],
];

test.each(ways)("the last active Admin can't be %s: 409, and nothing changes", async (_, way) => {
  const server = await startServer();
  const admin = await server.as("admin");
  const { body } = await admin.get(`${PATH}/${ADMIN}`);
  // An Admin of another tenant, an inactive one, and one with a PIN alone, who can't log in to the console, do not count as another Admin.
  await admin.put(`${PATH}/5`, { roles: ["Admin"] });
  await admin.put(`${PATH}/${USER}`, { roles: ["Admin"] });
  await admin.put(`${PATH}/${USER}/secrets`, { password: null, pin: "826415" });
  const response = await way(admin);
  expect(response.status).toBe(409);
  expect(response.body.message).toMatch(/last active administrator/);
  expect((await admin.get(`${PATH}/${ADMIN}`)).body).toEqual(body);
});

test.each(ways)("an Admin beside another one can be %s", async (_, way) => {
  const server = await startServer();
  const admin = await server.as("admin");
  await admin.put(`${PATH}/${MANAGER}`, { roles: ["Admin"] });
  expect([200, 204]).toContain((await way(admin)).status);
  expect((await (await server.as("manager")).get(`${PATH}/${ADMIN}`)).status).toBe(200);
});

test("the last Admin may change everything else, including the PIN", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  expect((await admin.put(`${PATH}/${ADMIN}`, { roles: ["Admin", "User"], lastName: "New" })).status).toBe(
    200,
  );
  expect((await admin.put("/api/me/secrets", { oldPin: "111111", pin: null })).status).toBe(200);
});

test.each([
  ["demote", { roles: ["User"] }],
  ["deactivate", { isActive: false }],
])("of two Admins who %s each other at once one succeeds", async (_, change) => {
  const server = await startServer();
  const ada = await server.as("admin");
  await ada.put(`${PATH}/${MANAGER}`, { roles: ["Admin"] });
  const max = await server.as("manager");
  together(server, 2);
  const responses = await Promise.all([
    ada.put(`${PATH}/${MANAGER}`, change),
    max.put(`${PATH}/${ADMIN}`, change),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { storage } = server.appliance.dependencies;
  const left = storage.db.query(
    { sql: `SELECT oid FROM user WHERE tenantId = 1 AND isActive AND roles LIKE '%"Admin"%'`, reads: [] },
    [],
  );
  expect(left.all()).toHaveLength(1);
});
