import { describe, expect, test } from "vitest";
import type { Location } from "../../src/web/api/types/endpoints.d.ts";
import { sharedServer } from "../harness/server.ts";
import { faultPaths, inOrder, tagOf } from "./samples.ts";

const server = sharedServer();
const { manager, user } = server;

const list = async (): Promise<Location[]> => (await user.get("/api/locations")).body;
const ids = (locations: readonly { oid: number }[]) => locations.map(({ oid }) => oid);

describe("POST", () => {
  test.each<[string, object, object]>([
    ["a root", { name: "Yard" }, { name: "Yard", code: null, parentLocationId: null, parentLocation: null }],
    [
      "null for what is nullable",
      { name: "Yard", code: null, parentLocationId: null },
      { code: null, parentLocation: null },
    ],
    [
      "a room below a floor",
      { name: " Room ", code: " R ", parentLocationId: 2 },
      { name: "Room", code: "R", parentLocation: { oid: 2, name: "Ground floor" } },
    ],
    ["an empty code", { name: "Yard", code: "" }, { code: null }],
    [
      "a name and a code that are taken",
      { name: "Main building", code: "B1" },
      { name: "Main building", code: "B1" },
    ],
    ["names in another case", { NAME: "Yard", ParentLocationID: 1 }, { parentLocationId: 1 }],
    [
      "columns that no body may set",
      { name: "Yard", tenantId: 2, oid: 1, childLocations: [1], parentLocation: { oid: 2 } },
      { parentLocation: null },
    ],
  ])("%s", async (_, body, shown) => {
    const response = await manager.post("/api/locations", body);
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject(shown);
    expect(Object.keys(response.body)).toEqual([
      ...["oid", "name", "code", "parentLocationId", "parentLocation"],
      "responsibleUserId",
    ]);
    const address = response.headers.get("location");
    expect(address).toBe(`/api/locations/${response.body.oid}`);
    const detail = await user.get(address ?? "");
    expect(detail.body).toEqual(response.body);
    expect(tagOf(await manager.get(address ?? ""))).toBe(tagOf(response));
    expect(ids(await list())).toContain(response.body.oid);
  });

  test.each<[string, object, string[]]>([
    ["no name", {}, ["name"]],
    ["an empty name", { name: " " }, ["name"]],
    ["a name of 201 characters", { name: "x".repeat(201) }, ["name"]],
    ["a code that is no text", { name: "x", code: 5 }, ["code"]],
    ["a parent that is no number", { name: "x", parentLocationId: "one" }, ["parentLocationId"]],
    ["a parent that is not there", { name: "x", parentLocationId: 9999 }, ["parentLocationId"]],
    ["a parent of another tenant", { name: "x", parentLocationId: 41 }, ["parentLocationId"]],
    ["parent 0", { name: "x", parentLocationId: 0 }, ["parentLocationId"]],
  ])("%s is refused", async (_, body, paths) => {
    const before = await list();
    const response = await manager.post("/api/locations", body);
    expect(response.status).toBe(400);
    expect(faultPaths(response)).toEqual(paths);
    expect(await list()).toEqual(before);
  });
});

describe("GET", () => {
  test("the list is flat, of the tenant alone, by folded name, then oid", async () => {
    const all = await list();
    expect(ids(all)).toEqual(ids(inOrder(all)));
    expect(all.find(({ oid }) => oid === 2)).toEqual({
      oid: 2,
      name: "Ground floor",
      code: "B1-G",
      parentLocationId: 1,
    });
    expect((await (await server.as("user2")).get("/api/locations")).body).toHaveLength(3);
  });

  test.each([
    ["", false],
    ["?includeChilds=false", false],
    ["?includeChilds=0", false],
    ["?includeChilds=true", true],
    ["?INCLUDECHILDS=True", true],
    ["?includeChilds=1", true],
  ])("/api/locations/1%s", async (query, hasChildren) => {
    const { body } = await user.get(`/api/locations/1${query}`);
    expect(body).toMatchObject({
      oid: 1,
      name: "Main building",
      code: "B1",
      parentLocationId: null,
      parentLocation: null,
    });
    if (!hasChildren) expect("childLocations" in body).toBe(false);
    else {
      const children = inOrder((await list()).filter(({ parentLocationId }) => parentLocationId === 1));
      expect(body.childLocations).toEqual(children.map(({ oid, name, code }) => ({ oid, name, code })));
    }
  });

  test("a room without children has an empty list of children", async () => {
    expect((await user.get("/api/locations/20?includeChilds=true")).body.childLocations).toEqual([]);
  });

  test.each([
    ["/api/locations/1?includeChilds=yes", 400],
    ["/api/locations/1?includeChilds=", 400],
    ["/api/locations/x", 400],
    ["/api/locations/9999", 404],
    ["/api/locations/41", 404],
    ["/api/locations/41?includeChilds=true", 404],
    ["/api/locations/41/articles", 404],
    ["/api/locations/9999/articles", 404],
    ["/api/locations/0/articles", 404],
    ["/api/locations/x/articles", 400],
  ])("%s is %i", async (path, status) => {
    expect((await user.get(path)).status).toBe(status);
  });
});

describe("PUT", () => {
  const addRoom = async () =>
    (await manager.post("/api/locations", { name: "Room", code: "R", parentLocationId: 2 })).body;

  test.each<[string, object, object]>([
    ["nothing given changes nothing", {}, {}],
    ["a name alone", { name: "Hall" }, { name: "Hall" }],
    ["null clears the code", { code: null }, { code: null }],
    ["an empty code clears it", { code: " " }, { code: null }],
    ["null makes it a root", { parentLocationId: null }, { parentLocationId: null, parentLocation: null }],
    [
      "another parent",
      { parentLocationId: 3 },
      { parentLocationId: 3, parentLocation: { oid: 3, name: "First floor" } },
    ],
    ["the parent that it has", { parentLocationId: 2 }, {}],
    ["columns that no body may set", { tenantId: 2, change: 1, nameFolded: "z" }, {}],
  ])("%s", async (_, sent, changed) => {
    const room = await addRoom();
    const response = await manager.put(`/api/locations/${room.oid}`, { OID: room.oid, ...sent });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...room, ...changed });
    const detail = await manager.get(`/api/locations/${room.oid}`);
    expect(detail.body).toEqual(response.body);
    expect(tagOf(detail)).toBe(tagOf(response));
  });

  test.each<[string, (oid: number) => object, string[]]>([
    ["another oid", () => ({ oid: 1 }), ["oid"]],
    ["a null name", () => ({ name: null }), ["name"]],
    ["an empty name", () => ({ name: "" }), ["name"]],
    ["itself as parent", (oid) => ({ parentLocationId: oid }), ["parentLocationId"]],
    ["an unknown parent", () => ({ parentLocationId: 9999 }), ["parentLocationId"]],
    ["a parent of another tenant", () => ({ parentLocationId: 41 }), ["parentLocationId"]],
  ])("%s is refused and changes nothing", async (_, sent, paths) => {
    const room = await addRoom();
    const response = await manager.put(`/api/locations/${room.oid}`, { code: "NEW", ...sent(room.oid) });
    expect(response.status).toBe(400);
    expect(faultPaths(response)).toEqual(paths);
    expect((await manager.get(`/api/locations/${room.oid}`)).body).toEqual(room);
  });

  test("a missing location is 404, but another oid is reported first", async () => {
    expect((await manager.put("/api/locations/9999", { name: "x" })).status).toBe(404);
    expect((await manager.put("/api/locations/9999", { oid: 1, name: "x" })).status).toBe(400);
    expect((await manager.put("/api/locations/41", { name: "x" })).status).toBe(404);
    expect((await manager.put("/api/locations/9999", { parentLocationId: 9999 })).status).toBe(404);
  });
});
