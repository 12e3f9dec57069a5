import { beforeAll, describe, expect, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { refusal } from "../harness/client.ts";
import { putIntoState, STATES } from "./inventory-setup.ts";
import { sharedWarehouse } from "./stocktake.ts";

const { server, warehouse } = sharedWarehouse();
beforeAll(async () => {
  await warehouse.addLocation("Hall");
  await warehouse.addLocation("Shelf", "Hall");
  await warehouse.addLocation("Yard");
});

const create = (body: object) => warehouse.manager.post("/api/inventories", body);

describe("an inventory is created", () => {
  test("in Preparation, with both flags false and all locations, by its name alone", async () => {
    const response = await create({ name: " Year end " });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      oid: expect.any(Number),
      name: "Year end",
      isClosed: false,
      isApproved: false,
      mustBeApproved: false,
      isBlind: false,
      locationId: null,
      inventoryStateId: 1,
      job: null,
      ...{ isSelective: false, counter: null, person: null, secondCount: null, secondCountsWaived: null },
      inventoryState: { oid: 1, name: "Preparation" },
      locationIds: [],
      items: [],
    });
    const location = response.headers.get("location") ?? "";
    expect(location).toBe(`/api/inventories/${response.body.oid}`);
    const shown = await warehouse.manager.get(location);
    expect(shown.body).toEqual(response.body);
    expect(shown.headers.get("etag")).toBe(response.headers.get("etag"));
  });

  test.each([
    ["a single location is also its own", { locationIds: ["Yard"] }, "Yard", ["Yard"]],
    ["its own location alone stands for one", { locationId: "Yard" }, "Yard", ["Yard"]],
    ["several have no own location", { locationIds: ["Yard", "Hall"] }, null, ["Hall", "Yard"]],
    [
      "its own location is chosen beside others",
      { locationId: "Hall", locationIds: ["Yard"] },
      "Hall",
      ["Hall", "Yard"],
    ],
    ["named twice counts once", { locationIds: ["Yard", "Yard"] }, "Yard", ["Yard"]],
    ["null and an empty list are none", { locationId: null, locationIds: [] }, null, []],
  ])("with locations: %s", async (_, given, own, chosen) => {
    const body = JSON.parse(JSON.stringify(given), (_, value) =>
      value === "Hall" || value === "Yard" ? warehouse.at(value) : value,
    );
    const response = await create({ name: "x", ...body });
    expect(response.body.locationId).toBe(own && warehouse.at(own));
    expect(response.body.locationIds).toEqual(chosen.map(warehouse.at));
  });

  test.each([
    ["no name", {}, ["name"]],
    ["an empty name", { name: " " }, ["name"]],
    [
      "unknown locations",
      { name: "x", locationId: 99_999, locationIds: [1, 99_999] },
      ["locationId", "locationIds.1"],
    ],
    ["locations that are no list", { name: "x", locationIds: 1 }, ["locationIds"]],
    ["an id that is no number", { name: "x", locationIds: ["x"] }, ["locationIds.0"]],
    [
      "too many locations",
      { name: "x", locationIds: Array.from({ length: 1001 }, () => 1) },
      ["locationIds"],
    ],
    ["flags that are none", { name: "x", isBlind: 1, mustBeApproved: null }, ["mustBeApproved", "isBlind"]],
  ])("and refused with %s: 400 at the fields", async (_, body, paths) => {
    const response = await create(body);
    expect(refusal(response)).toEqual([400, ...paths]);
  });
});

describe("an inventory in Preparation can be changed", () => {
  const made = async (more = {}) => (await create({ name: "Before", ...more })).body;

  test("absent properties stay", async () => {
    const before = await made({ locationIds: [warehouse.at("Hall"), warehouse.at("Yard")], isBlind: true });
    const path = `/api/inventories/${before.oid}`;
    const response = await warehouse.manager.put(path, { name: "After", mustBeApproved: true });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...before, name: "After", mustBeApproved: true });
    expect((await warehouse.user.get(path)).body).toEqual(response.body);
    expect((await warehouse.user.get("/api/inventories/findByName?name=after")).body).toContainEqual(
      expect.objectContaining({ oid: before.oid }),
    );
  });

  test.each([
    ["another location", { locationId: "Yard" }, "Yard", ["Yard"]],
    ["other locations", { locationIds: ["Yard", "Shelf"] }, null, ["Shelf", "Yard"]],
    ["no locations: all", { locationIds: null }, null, []],
    ["its own location taken away", { locationId: null }, null, []],
    ["what a client has read", { locationId: "Hall" }, "Hall", ["Hall"]],
  ])("with the one location Hall: %s", async (_, given, own, chosen) => {
    const { oid } = await made({ locationId: warehouse.at("Hall") });
    const body = JSON.parse(JSON.stringify(given), (_, value) =>
      typeof value === "string" ? warehouse.at(value) : value,
    );
    const response = await warehouse.manager.put(`/api/inventories/${oid}`, body);
    expect(response.body).toMatchObject({
      locationId: own && warehouse.at(own),
      locationIds: chosen.map(warehouse.at),
    });
  });

  test("sending back what an old client has read removes no chosen location", async () => {
    const before = await made({ locationIds: [warehouse.at("Hall"), warehouse.at("Yard")] });
    const { locationIds: _, inventoryState: __, items: ___, ...known } = before;
    expect((await warehouse.manager.put(`/api/inventories/${before.oid}`, known)).body).toEqual(before);
  });

  test("in another state it is 400 with the state's name, and nothing changes", async () => {
    const { oid } = await made();
    for (const [state, name] of STATES.slice(1)) {
      await putIntoState(server, oid, state);
      const response = await warehouse.manager.put(`/api/inventories/${oid}`, { name: "Later" });
      expect(response.status).toBe(400);
      expect(response.body.message).toContain(`"${name}"`);
    }
    expect((await warehouse.user.get(`/api/inventories/${oid}`)).body.name).toBe("Before");
  });

  test("not with the oid of another one", async () => {
    const { oid } = await made();
    const body = { oid: oid + 1, name: "x" };
    expect((await warehouse.manager.put(`/api/inventories/${oid}`, body)).status).toBe(400);
  });
});

const MOVES: Readonly<Record<string, { from: readonly number[]; to: number }>> = {
  prepare: { from: [1, 2], to: 2 },
  start: { from: [2, 4], to: 3 },
  postpone: { from: [3], to: 4 },
  finish: { from: [3], to: 5 },
  process: { from: [5], to: 6 },
  reopen: { from: [5, 6], to: 3 },
  approve: { from: [6], to: 6 },
  close: { from: [6], to: 7 },
  cancel: { from: [1, 2, 4], to: 8 },
};
describe.each(Object.entries(MOVES))("%s", (move, { from, to }) => {
  test.each(STATES)("from state %i, %s", async (state, name, czech) => {
    const { oid } = (await create({ name: "Moved", locationIds: [1] })).body;
    await warehouse.move(oid, "prepare");
    await putIntoState(server, oid, state);
    const path = `/api/inventories/${oid}/${move}`;
    const response = await warehouse.manager.put(path);
    if (from.includes(state)) {
      expect(response.status).toBe(200);
      const inventoryState = { oid: to, name: STATES.find(([oid]) => oid === to)?.[1] };
      expect(response.body).toMatchObject({ inventoryStateId: to, inventoryState, isClosed: to === 7 });
      const { overlaps: _, pending, ...detail } = response.body;
      expect(pending).toBe(move === "finish" ? 0 : undefined);
      expect(detail).toEqual((await warehouse.user.get(`/api/inventories/${oid}`)).body);
      return;
    }
    expect(response.status).toBe(400);
    expect(response.body.message).toContain(`"${name}"`);
    const inCzech = await warehouse.manager.put(path, undefined, { "Accept-Language": "cs" });
    expect(inCzech.body.message).toContain(czech);
    expect((await warehouse.user.get(`/api/inventories/${oid}`)).body.inventoryStateId).toBe(state);
  });
});

const movesOf = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryTransition")
    .where("inventoryId", "=", p.inventoryId)
    .orderBy("oid")
    .select(["stateId", "userId", "at"]),
);

test("each transition, but no approval, is recorded once with its time and user", async () => {
  await warehouse.article("N1", { Yard: 1 });
  const inventoryId = await warehouse.stocktake(["Yard"]);
  await warehouse.user.put(`/api/inventories/${inventoryId}/postpone`);
  await warehouse.move(inventoryId, "start", "finish", "process", "approve", "reopen");
  expect((await warehouse.manager.put(`/api/inventories/${inventoryId}/start`)).status).toBe(400);
  const moves = movesOf.all(server.appliance.dependencies.storage.db, { inventoryId });
  expect(moves.map(({ stateId }) => stateId)).toEqual([1, 2, 3, 4, 3, 5, 6, 3]);
  expect(moves.map(({ userId }) => userId)).toEqual([2, 2, 2, 3, 2, 2, 2, 2]);
  expect(moves.map(({ at }) => at)).toEqual(moves.map(({ at }) => at).sort());
});
