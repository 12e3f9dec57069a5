import { expect, test } from "vitest";
import { CATALOGUE_NAMES, CATALOGUES, type CatalogueName } from "../../src/records/catalogues.ts";
import type { Client } from "../harness/client.ts";
import { startServer } from "../harness/server.ts";
import { pairDevice } from "../security/terminal.ts";

const AUDIT = "/api/audit";
const MANAGER = { id: 2, fullName: "Max Dvorak" };
const ADMIN = { id: 1, fullName: "Ada Novak" };

interface Step {
  readonly entity: string;
  readonly who: "admin" | "manager";
  readonly path: string;
  readonly create: object;
  readonly created: Readonly<Record<string, unknown>>;
  readonly update: object;
  readonly updated: readonly object[];
  /** The audit entry of the deletion; null: the record can't be deleted. */
  readonly deleted: readonly object[] | null;
}

const catalogue = (entity: CatalogueName): Step => ({
  entity,
  who: "manager",
  path: CATALOGUES[entity].path,
  create: { name: "Old" },
  created: { name: "Old" },
  update: { name: "New" },
  updated: [{ field: "name", before: "Old", after: "New" }],
  deleted: [{ field: "name", before: "New", after: null }],
});
const STEPS: readonly Step[] = [
  {
    entity: "article",
    who: "manager",
    path: "/api/articles",
    create: {
      code: "X1",
      name: "Crane",
      categoryId: 1,
      typeId: 1,
      stateId: 1,
      price: 0.1,
      isDisposal: false,
    },
    created: {
      code: "X1",
      name: "Crane",
      categoryId: 1,
      typeId: 1,
      stateId: 1,
      price: 0.1,
      isDisposal: false,
    },
    update: { code: "X2", price: 1234.5, isDisposal: true, serialNumber: "7" },
    updated: [
      { field: "code", before: "X1", after: "X2" },
      { field: "price", before: 0.1, after: 1234.5 },
      { field: "serialNumber", before: null, after: "7" },
      { field: "isDisposal", before: false, after: true },
    ],
    deleted: [],
  },
  {
    entity: "location",
    who: "manager",
    path: "/api/locations",
    create: { name: "Yard", code: "Y" },
    created: { name: "Yard", code: "Y" },
    update: { name: "Court", code: null, parentLocationId: 1 },
    updated: [
      { field: "name", before: "Yard", after: "Court" },
      { field: "code", before: "Y", after: null },
      { field: "parentLocationId", before: null, after: 1 },
    ],
    deleted: [],
  },
  {
    entity: "user",
    who: "admin",
    path: "/api/users",
    create: { userName: "wim", firstName: "Wim", lastName: "Okken", roles: ["User"], pin: "471182" },
    created: {
      userName: "wim",
      firstName: "Wim",
      lastName: "Okken",
      accountType: "person",
      isActive: true,
      isConfirmed: true,
      roles: ["User"],
      pin: "set",
    },
    update: { lastName: "Kok", roles: ["Manager"], isActive: false },
    updated: [
      { field: "lastName", before: "Okken", after: "Kok" },
      { field: "isActive", before: true, after: false },
      { field: "roles", before: ["User"], after: ["Manager"] },
    ],
    deleted: null,
  },
  {
    entity: "printer",
    who: "admin",
    path: "/api/printingprinters",
    create: { name: "P", ipAddress: "192.168.1.5", printerTypeId: 3 },
    created: { name: "P", ipAddress: "192.168.1.5", port: 9100, printerTypeId: 3, isActive: true, dpi: 203 },
    update: { port: 9101, isActive: false },
    updated: [
      { field: "port", before: 9100, after: 9101 },
      { field: "isActive", before: true, after: false },
    ],
    deleted: [],
  },
  {
    entity: "format",
    who: "admin",
    path: "/api/printingformats",
    create: { name: "F", template: "^XA^FDx^FS^XZ", printerTypeId: 3 },
    created: { name: "F", template: "^XA^FDx^FS^XZ", printerTypeId: 3, subject: "article" },
    update: { name: "G" },
    updated: [{ field: "name", before: "F", after: "G" }],
    deleted: [],
  },
  ...CATALOGUE_NAMES.map(catalogue),
];

test.each(STEPS)(
  "the audit shows who created, changed and deleted a record of kind $entity, and which properties",
  async (step) => {
    const server = await startServer();
    const client = await server.as(step.who);
    const { body: record } = await client.post(step.path, step.create);
    const path = `${step.path}/${record.oid}`;
    expect((await client.put(path, step.update)).status).toBe(200);
    if (step.deleted !== null) expect((await client.delete(path)).status).toBe(204);
    const { body } = await server.admin.get(`${AUDIT}?entity=${step.entity}&entityId=${record.oid}`);
    const common = {
      oid: expect.any(Number),
      at: expect.any(String),
      user: step.who === "admin" ? ADMIN : MANAGER,
      device: null,
      cause: null,
      entity: step.entity,
      entityId: record.oid,
      record: body[0].record,
    };
    const [creation, update, ...deletion] = body.toReversed();
    const fields = Object.entries(step.created).map(([field, after]) => ({ field, before: null, after }));
    expect(creation).toEqual({ ...common, action: "create", changes: fields });
    expect(update).toEqual({ ...common, action: "update", changes: step.updated });
    const expected = step.deleted && { ...common, action: "delete", changes: step.deleted };
    expect(deletion).toEqual(expected === null ? [] : [expected]);
  },
);

test("the audit shows that a secret was set, changed or removed, and never the secret", async () => {
  const { admin } = await startServer();
  await admin.put("/api/users/3/secrets", { pin: "271828", password: "an open book" });
  await admin.put("/api/users/3/secrets", { pin: null });
  const { body, text } = await admin.get(`${AUDIT}?entity=user&entityId=3`);
  expect(body.map(({ changes }: { changes: unknown }) => changes)).toEqual([
    [{ field: "pin", before: "set", after: null }],
    [
      { field: "password", before: "set", after: "set" },
      { field: "pin", before: "set", after: "set" },
    ],
  ]);
  expect(text).not.toMatch(/argon2|271828|open book/);
});

test("a user's own change of secrets is recorded as theirs", async () => {
  const server = await startServer();
  await server.user.put("/api/me/secrets", { oldPin: "3333", pin: "8264" });
  const { body } = await server.admin.get(`${AUDIT}?entity=user`);
  expect(body[0]).toMatchObject({ user: { id: 3, fullName: "Uma Svoboda" }, entityId: 3 });
});

test("a device is recorded with its pairing and its end, and as the device on which a change was made", async () => {
  const server = await startServer();
  const { admin, manager } = server;
  const { device, deviceTokenId } = await pairDevice(server, "manager", {}, "Dock 1");
  await device.post("/api/locations", { name: "Yard" });
  const [location] = (await admin.get(`${AUDIT}?entity=location`)).body;
  expect(location).toMatchObject({ user: MANAGER, device: { id: deviceTokenId, name: "Dock 1" } });
  await manager.delete(`/api/device-auth/tokens/${deviceTokenId}`);
  const devices = (await admin.get(`${AUDIT}?entity=device`)).body;
  expect(devices).toMatchObject([
    { user: MANAGER, action: "update", changes: [{ field: "revokedDT", before: null }] },
    { action: "create", entityId: deviceTokenId },
  ]);
});

test("a refused request, and one that changes nothing, is not recorded", async () => {
  const { admin } = await startServer();
  await admin.post("/api/locations", { name: "Yard", parentLocationId: 99_999 });
  await admin.put("/api/locations/1", {});
  await admin.put("/api/articles/1", { categoryId: 99_999, name: "x" });
  expect((await admin.get(AUDIT)).body).toEqual([]);
});

test("a tenant sees only its own changes", async () => {
  const server = await startServer();
  const add = (client: Client, name: string) => client.post("/api/locations", { name });
  await add(server.manager, "Ours");
  await add(server.admin2, "Theirs");
  const ours = await server.admin.get(AUDIT);
  const theirs = await server.admin2.get(AUDIT);
  expect(ours.body).toMatchObject([{ user: MANAGER, changes: [{ after: "Ours" }] }]);
  expect(theirs.body).toMatchObject([{ changes: [{ after: "Theirs" }] }]);
  const { entityId } = ours.body[0];
  for (const query of [
    `entity=location&entityId=${entityId}`,
    "userId=2",
    `before=${ours.body[0].oid + 1}`,
  ]) {
    expect((await server.admin2.get(`${AUDIT}?${query}`)).text, query).not.toContain("Ours");
  }
});

test("the list's tag changes with each entry, and with a name that it shows", async () => {
  const { admin } = await startServer();
  await admin.post("/api/locations", { name: "Yard" });
  const first = (await admin.get(AUDIT)).headers.get("etag") ?? "";
  expect((await admin.get(AUDIT, { "If-None-Match": first })).status).toBe(304);
  await admin.put("/api/articles/1", { name: "Renamed" });
  const second = await admin.get(AUDIT, { "If-None-Match": first });
  expect(second.body[0]).toMatchObject({ entity: "article", entityId: 1 });
  await admin.put("/api/users/1", { lastName: "Nova" });
  const third = await admin.get(AUDIT, { "If-None-Match": second.headers.get("etag") ?? "" });
  expect(third.body.at(-1)?.user.fullName).toBe("Ada Nova");
});
