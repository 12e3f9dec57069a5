import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { imported } from "../import/uploads.ts";
import { tagOf } from "./samples.ts";

// The person who is responsible for a location.

const { admin, admin2, manager } = sharedServer();

const create = async (fields: object = {}) =>
  (await manager.post("/api/locations", { name: "Depot", ...fields })).body.oid as number;
const responsibleOf = async (oid: number) =>
  (await manager.get(`/api/locations/${oid}`)).body.responsibleUserId;
const save = (oid: number, fields: object) => manager.put(`/api/locations/${oid}`, fields);

test("a new location has the person that it was given", async () => {
  expect(await responsibleOf(await create({ responsibleUserId: 2 }))).toBe(2);
});

test("a change without a person keeps it, null removes it", async () => {
  const oid = await create({ responsibleUserId: 2 });
  await save(oid, { name: "Depot 1" });
  expect(await responsibleOf(oid)).toBe(2);
  await save(oid, { responsibleUserId: null });
  expect(await responsibleOf(oid)).toBeNull();
});

test("the person is in the version of the location", async () => {
  const oid = await create();
  const before = tagOf(await manager.get(`/api/locations/${oid}`));
  await save(oid, { responsibleUserId: 2 });
  expect(tagOf(await manager.get(`/api/locations/${oid}`))).not.toBe(before);
});

test("the list of locations has no persons", async () => {
  const oid = await create({ responsibleUserId: 2 });
  const { body } = await manager.get("/api/locations");
  const listed = body.find((one: { oid: number }) => one.oid === oid);
  expect(listed).not.toHaveProperty("responsibleUserId");
});

test.each([
  ["nobody", () => 9999],
  ["a user of another tenant", async () => (await admin2.get("/api/me")).body.id as number],
])("%s is refused, and the location keeps its person", async (_, other) => {
  const oid = await create({ responsibleUserId: 2 });
  const { status, body } = await save(oid, { responsibleUserId: await other() });
  expect([status, body.errors]).toEqual([
    400,
    [{ path: "responsibleUserId", message: "refers to no user of this company" }],
  ]);
  expect(await responsibleOf(oid)).toBe(2);
});

test("a change is in the audit", async () => {
  const oid = await create();
  await save(oid, { responsibleUserId: 2 });
  const [{ changes }] = (await admin.get(`/api/audit?entity=location&entityId=${oid}`)).body;
  expect(changes).toEqual([{ field: "responsibleUserId", before: null, after: 2 }]);
});

test("the change feed has it", async () => {
  const oid = await create({ responsibleUserId: 2 });
  const { body } = await admin.get("/api/changes?tables=location&limit=1000");
  const last = body.changes.findLast(
    (one: { table: string; oid: number }) => one.table === "location" && one.oid === oid,
  );
  expect(last.record).toMatchObject({ oid, responsibleUserId: 2 });
});

test("an import sets the person by the name, of new and of stored locations", async () => {
  await imported(admin, "locations", "Path,Responsible user\nWest wing,Max Dvorak\nWest wing / Cellar,");
  const { body } = await manager.get("/api/locations");
  const at = (name: string) => body.find((one: { name: string }) => one.name === name).oid;
  expect(await responsibleOf(at("West wing"))).toBe(2);
  expect(await responsibleOf(at("Cellar"))).toBeNull();
  const done = await imported(
    admin,
    "locations",
    "Path,Responsible\nWest wing,\nWest wing / Cellar,Ada Novak",
  );
  expect(done).toMatchObject({ toUpdate: 1, unchanged: 1, toCreate: 0 });
  expect(await responsibleOf(at("West wing"))).toBe(2);
  expect(await responsibleOf(at("Cellar"))).toBe(1);
});

test("an import of an export changes nothing", async () => {
  await create({ name: "Round trip", responsibleUserId: 2 });
  const { text } = await manager.get("/api/export/locations");
  expect(text).toContain("Responsible user");
  expect(await imported(admin, "locations", text)).toMatchObject({ toCreate: 0, toUpdate: 0 });
});
