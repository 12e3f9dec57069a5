import { expect, test } from "vitest";
import { faultPaths } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";

const site = sharedServer();
const VIEWS = "/api/saved-views";
let last = 0;
const view = (given: object = {}) => ({
  screen: "/articles",
  name: `View ${++last}`,
  query: "q=saw&sort=-price",
  ...given,
});
const seenBy = async (client: typeof site.user, oid: number) =>
  (await client.get(VIEWS)).body.some((one: { oid: number }) => one.oid === oid);

test("an own view has what was saved, and only its user sees and changes it", async () => {
  const given = view();
  const { status, body, headers } = await site.user.post(VIEWS, given);
  expect([status, body]).toEqual([201, { oid: expect.any(Number), ...given, isShared: false }]);
  const url = `${VIEWS}/${body.oid}`;
  expect(headers.get("location")).toBe(url);
  expect((await site.user.get(url)).body).toEqual(body);
  expect(await seenBy(site.user, body.oid)).toBe(true);
  for (const other of [site.manager, site.admin]) {
    expect(await seenBy(other, body.oid)).toBe(false);
    expect((await other.get(url)).status).toBe(404);
    expect((await other.put(url, { name: "Taken" })).status).toBe(404);
    expect((await other.delete(url)).status).toBe(404);
  }
  expect((await site.user.put(url, { query: "" })).body).toEqual({ ...body, query: "" });
  expect((await site.user.delete(url)).status).toBe(204);
  expect(await seenBy(site.user, body.oid)).toBe(false);
});

test("everybody of the company sees a shared view, and Managers change it", async () => {
  const { status, body } = await site.manager.post(VIEWS, view({ isShared: true }));
  expect([status, body.isShared]).toEqual([201, true]);
  const url = `${VIEWS}/${body.oid}`;
  expect(await seenBy(site.user, body.oid)).toBe(true);
  expect(await seenBy(site.admin2, body.oid)).toBe(false);
  expect((await site.admin2.get(url)).status).toBe(404);
  expect((await site.user.put(url, { name: "Mine" })).status).toBe(403);
  expect((await site.user.delete(url)).status).toBe(403);
  expect((await site.user.post(VIEWS, view({ isShared: true }))).status).toBe(403);
  expect((await site.admin.put(url, { name: "Renamed" })).body.name).toBe("Renamed");
});

test("a user shares no own view, and a Manager who ends the sharing has it alone", async () => {
  const own = (await site.user.post(VIEWS, view())).body;
  expect((await site.user.put(`${VIEWS}/${own.oid}`, { isShared: true })).status).toBe(403);
  const { oid } = (await site.manager.post(VIEWS, view({ isShared: true }))).body;
  expect((await site.manager.put(`${VIEWS}/${oid}`, { isShared: false })).body.isShared).toBe(false);
  expect(await seenBy(site.user, oid)).toBe(false);
  expect(await seenBy(site.manager, oid)).toBe(true);
});

test("a name is used once in a list by a user, and once among the shared views", async () => {
  const name = "Tools to check";
  const add = (client: typeof site.user, given: object) => client.post(VIEWS, view({ name, ...given }));
  expect((await add(site.manager, {})).status).toBe(201);
  const again = await add(site.manager, { name: name.toUpperCase() });
  expect([again.status, faultPaths(again)]).toEqual([409, ["name"]]);
  expect((await add(site.manager, { screen: "/refill" })).status).toBe(201);
  expect((await add(site.user, {})).status).toBe(201);
  const { oid } = (await add(site.manager, { isShared: true })).body;
  const joined = await site.manager.put(`${VIEWS}/${oid}`, { isShared: false });
  expect([joined.status, faultPaths(joined)]).toEqual([409, ["name"]]);
  expect((await site.manager.put(`${VIEWS}/${oid}`, { name: name.toLowerCase() })).status).toBe(200);
});

test.each<[string, object, string]>([
  ["no name", { name: " " }, "name"],
  ["a name that is too long", { name: "n".repeat(201) }, "name"],
  ["no query", { query: undefined }, "query"],
  ["a query that is too long", { query: `q=${"s".repeat(1999)}` }, "query"],
  ["a query with a fragment", { query: "q=a#/users" }, "query"],
  ["a query that is not encoded", { query: "q=pilová deska" }, "query"],
  ["an address of another site", { screen: "//example.com" }, "screen"],
  ["a path with a query", { screen: "/articles?q=a" }, "screen"],
])("%s is refused", async (_, given, path) => {
  const response = await site.user.post(VIEWS, view(given));
  expect([response.status, faultPaths(response)]).toEqual([400, [path]]);
});

test("the history of a view tells who changed what", async () => {
  const { oid } = (await site.manager.post(VIEWS, view({ isShared: true }))).body;
  await site.manager.put(`${VIEWS}/${oid}`, { query: "q=drill" });
  await site.manager.delete(`${VIEWS}/${oid}`);
  const entries = (await site.admin.get(`/api/audit?entity=savedView&entityId=${oid}`)).body;
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(["delete", "update", "create"]);
  expect(entries[1].changes).toEqual([{ field: "query", before: "q=saw&sort=-price", after: "q=drill" }]);
});

test("the own views of a deactivated user are deleted, and shared ones stay", async () => {
  const fields = { firstName: "Vera", lastName: "Viewer", roles: ["Manager"], isActive: true };
  const { oid } = (await site.admin.post("/api/users", { userName: "vera", ...fields })).body;
  const vera = await site.as("vera");
  const own = (await vera.post(VIEWS, view())).body.oid;
  const shared = (await vera.post(VIEWS, view({ isShared: true }))).body.oid;
  const isStored = async (id: number) =>
    (await site.admin.get(`/api/audit?entity=savedView&entityId=${id}`)).body[0].action !== "delete";
  expect([await isStored(own), await isStored(shared)]).toEqual([true, true]);
  await site.admin.delete(`/api/users/${oid}`);
  expect([await isStored(own), await isStored(shared)]).toEqual([false, true]);
  expect(await seenBy(site.user, shared)).toBe(true);
});

test("a user has at most 100 views", async () => {
  const own = (await site.admin.get(VIEWS)).body.filter((one: { isShared: boolean }) => !one.isShared).length;
  for (let count = own; count < 100; count++) expect((await site.admin.post(VIEWS, view())).status).toBe(201);
  expect((await site.admin.post(VIEWS, view())).status).toBe(400);
  expect((await site.admin.post(VIEWS, view({ isShared: true }))).status).toBe(201);
});
