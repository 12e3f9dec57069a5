import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { startServer } from "../harness/server.ts";
import { faultPaths, inOrder, tagOf } from "./samples.ts";

const ALL = "/api/locations?includePosition=true";

interface Placed {
  readonly oid: number;
  readonly name: string;
  readonly parentLocationId: number | null;
  readonly position: number | null;
}

/** A warehouse with four aisles without positions; `names` in the visible order. */
async function addAisle() {
  const server = await startServer();
  const { manager } = server;
  const make = async (name: string, parentLocationId: number | null): Promise<number> =>
    (await manager.post("/api/locations", { name, parentLocationId })).body.oid;
  const hall = await make("Hall", null);
  const [ten, two, one, three] = [
    await make("A-10", hall),
    await make("A-2", hall),
    await make("A-1", hall),
    await make("A-3", hall),
  ];
  const positions = async (client: Client = manager): Promise<Record<string, number | null>> => {
    const { body } = await client.get(ALL);
    const below = (body as Placed[]).filter(({ parentLocationId }) => parentLocationId === hall);
    return Object.fromEntries(below.map(({ name, position }) => [name, position]));
  };
  const move = (oid: number, position: number, more: object = {}) =>
    manager.put(`/api/locations/${oid}`, { position, ...more });
  return { server, manager, hall, ten, two, one, three, make, move, positions };
}

test("the first move gives all siblings positions in their visible order", async () => {
  const { ten, move, positions } = await addAisle();
  expect(await positions()).toEqual({ "A-1": null, "A-2": null, "A-3": null, "A-10": null });
  expect((await move(ten, 1)).status).toBe(200);
  expect(await positions()).toEqual({ "A-1": 0, "A-10": 1, "A-2": 2, "A-3": 3 });
});

test("a location is moved up, down and past the end", async () => {
  const { one, three, move, positions } = await addAisle();
  await move(three, 0);
  expect(await positions()).toEqual({ "A-3": 0, "A-1": 1, "A-2": 2, "A-10": 3 });
  await move(three, 2);
  expect(await positions()).toEqual({ "A-1": 0, "A-2": 1, "A-3": 2, "A-10": 3 });
  await move(one, 99);
  expect(await positions()).toEqual({ "A-2": 0, "A-3": 1, "A-10": 2, "A-1": 3 });
});

test("a new location has no position among those that have one", async () => {
  const { hall, three, make, move, positions } = await addAisle();
  await move(three, 0);
  await make("A-0", hall);
  expect((await positions())["A-0"]).toBe(null);
});

test("a location that moves below another parent loses its position, unless the request has one", async () => {
  const { hall, two, one, make, move, positions, manager } = await addAisle();
  await move(two, 0);
  const yard = await make("Yard", null);
  await manager.put(`/api/locations/${two}`, { parentLocationId: yard });
  const { body } = await manager.get(ALL);
  expect((body as Placed[]).find(({ oid }) => oid === two)).toMatchObject({ position: null });
  await manager.put(`/api/locations/${two}`, { parentLocationId: hall, position: 1 });
  expect(await positions()).toEqual({ "A-1": 0, "A-2": 1, "A-3": 2, "A-10": 3 });
  await manager.put(`/api/locations/${one}`, { name: "A-1 left" });
  expect((await positions())["A-1 left"]).toBe(0);
});

test("the contract's list keeps its shape and its order by name", async () => {
  const { ten, move, manager } = await addAisle();
  await move(ten, 0);
  const { body } = await manager.get("/api/locations");
  expect(Object.keys(body[0])).toEqual(["oid", "name", "code", "parentLocationId"]);
  expect(body).toEqual(inOrder(body));
});

test("a location's children come in the new order, in the contract's shape", async () => {
  const { hall, ten, move, manager } = await addAisle();
  await move(ten, 0);
  const { childLocations } = (await manager.get(`/api/locations/${hall}?includeChilds=true`)).body;
  expect(childLocations.map(({ name }: Placed) => name)).toEqual(["A-10", "A-1", "A-2", "A-3"]);
  expect(Object.keys(childLocations[0])).toEqual(["oid", "name", "code"]);
});

test("two concurrent moves lose nothing", async () => {
  const { server, ten, three, move, positions } = await addAisle();
  const other = server.admin.put(`/api/locations/${three}`, { position: 3 });
  const both = await Promise.all([move(ten, 0), other]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await positions()).toEqual({ "A-10": 0, "A-1": 1, "A-2": 2, "A-3": 3 });
});

test("a location past which others were moved keeps its version, but the list changes", async () => {
  const { ten, two, move, manager } = await addAisle();
  const tag = tagOf(await manager.get(`/api/locations/${two}`));
  const list = tagOf(await manager.get(ALL));
  expect((await manager.get(ALL, { "If-None-Match": list })).status).toBe(304);
  await move(ten, 0);
  expect((await manager.get(ALL, { "If-None-Match": list })).status).toBe(200);
  const renamed = await manager.put(`/api/locations/${two}`, { name: "A-2 left" }, { "If-Match": tag });
  expect(renamed.status).toBe(200);
});

test("the audit names who moved which location, and not the locations that it passed", async () => {
  const { server, ten, move } = await addAisle();
  await move(ten, 1);
  await move(ten, 0, { name: "A-10 left" });
  const { body } = await server.admin.get("/api/audit?entity=location&field=position");
  type Entry = { entityId: number; changes: object[] };
  const entries: readonly Entry[] = body;
  expect(entries.map(({ entityId, changes }) => ({ entityId, changes }))).toEqual([
    {
      entityId: ten,
      changes: [
        { field: "name", before: "A-10", after: "A-10 left" },
        { field: "position", before: 1, after: 0 },
      ],
    },
    { entityId: ten, changes: [{ field: "position", before: null, after: 1 }] },
  ]);
});

test("an invalid position is refused by its name", async () => {
  const { ten, manager, positions } = await addAisle();
  for (const position of [-1, 1.5, "first", null]) {
    const response = await manager.put(`/api/locations/${ten}`, { position });
    expect(response.status, String(position)).toBe(400);
    expect(faultPaths(response)).toEqual(["position"]);
  }
  expect(new Set(Object.values(await positions()))).toEqual(new Set([null]));
});

test("the order of another tenant's roots is separate", async () => {
  const server = await startServer();
  const other = server.admin2;
  await server.manager.post("/api/locations", { name: "Yard" });
  const roots = async (client: Client): Promise<readonly Placed[]> =>
    ((await client.get(ALL)).body as Placed[]).filter(({ parentLocationId }) => parentLocationId === null);
  const [root] = await roots(server.manager);
  await server.manager.put(`/api/locations/${root?.oid}`, { position: 1 });
  for (const { position } of await roots(server.manager)) expect(position).not.toBe(null);
  for (const { position } of await roots(other)) expect(position).toBe(null);
});
