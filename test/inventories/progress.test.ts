import { beforeAll, beforeEach, expect, test } from "vitest";
import { openEventStream } from "../harness/events.ts";
import { createOperation, send } from "./count-requests.ts";
import { pairTerminal } from "./inventory-setup.ts";
import { sharedWarehouse } from "./stocktake.ts";

let inventory: number;
const { server, warehouse } = sharedWarehouse();
beforeAll(async () => {
  for (const name of ["rack", "shelf", "floor"]) await warehouse.addLocation(name);
  await warehouse.article("A", { shelf: 2 });
  await warehouse.article("B", { shelf: 2, rack: 1 });
  await warehouse.article("X", {});
});
beforeEach(async () => {
  inventory = await warehouse.stocktake(["shelf", "rack"], { locationId: warehouse.at("shelf") });
});

const path = () => `/api/inventories/${inventory}/progress`;
const details = async () => (await warehouse.user.get(`${path()}?details=true`)).body;
const named = (name: string) => ({ oid: warehouse.at(name), name, code: null });
const NOTHING = { total: 0, counted: 0, found: 0, missing: 0, unexpected: 0 };
const UMA = { id: 3, fullName: "Uma Svoboda" };
const MAX = { id: 2, fullName: "Max Dvorak" };

test("progress has five figures, and with details also open tasks, by location, user and terminal", async () => {
  const terminal = await pairTerminal(server, "Dock");
  const operations = [
    { code: "A", locationId: warehouse.at("shelf"), quantity: 2 },
    { code: "B", locationId: warehouse.at("rack"), quantity: 0 },
    { code: "X", locationId: warehouse.at("floor"), quantity: 1 },
    { code: "nobody", quantity: 1 },
  ];
  const frame = { pending: 7, sentAt: new Date().toISOString() };
  await send(terminal.client, inventory, operations.map(createOperation), frame);
  await send(warehouse.user, inventory, [], { pending: 3 });
  await warehouse.manager.put("/api/inventories/items/update", {
    oid: (await warehouse.item(inventory, "A")).oid,
    inventoryQuantity: 1,
  });
  await warehouse.put("B", { shelf: 9, rack: 1 });
  const figures = { total: 3, counted: 2, found: 1, missing: 1, unexpected: 1 };
  expect((await warehouse.user.get(path())).body).toEqual(figures);
  const at = expect.any(String);
  const none = { ...NOTHING, foundElsewhere: 0, notCounted: 0 };
  expect(await details()).toEqual({
    ...figures,
    ...{ foundElsewhere: 0, notCounted: 1 },
    results: {
      ...{ foundAsExpected: 0, foundElsewhere: 0, quantityDiffers: 1, missing: 1, notCounted: 1 },
      ...{ proposedForDisposal: 0, unexpected: 1 },
    },
    toRecount: 1,
    moved: 1,
    unknown: 1,
    late: 0,
    locations: [
      { location: named("floor"), ...none, unexpected: 1 },
      { location: named("rack"), ...none, total: 1, counted: 1, missing: 1 },
      { location: named("shelf"), ...none, total: 2, counted: 1, found: 1, notCounted: 1 },
    ],
    users: [
      { user: MAX, counted: 1 },
      { user: UMA, counted: 2 },
    ],
    terminals: [
      { device: terminal.device, user: UMA, pending: 7, at },
      { device: null, user: UMA, pending: 3, at },
    ],
  });
});

test("late counts have a figure of their own", async () => {
  await warehouse.move(inventory, "finish");
  await send(warehouse.user, inventory, [createOperation({ code: "A", quantity: 1 })]);
  expect(await details()).toMatchObject({ late: 1, counted: 0 });
});

test("a terminal's unsent count is its last report, and an absent one changes nothing", async () => {
  const pending = async () => (await details()).terminals.map((one: { pending: number }) => one.pending);
  await send(warehouse.user, inventory, [], { pending: 5 });
  await send(warehouse.user, inventory, [], {});
  expect(await pending()).toEqual([5]);
  await send(warehouse.user, inventory, [], { pending: 0 });
  expect(await pending()).toEqual([0]);
});

test.each(["details=x", "details="])("?%s is 400", async (query) => {
  const response = await warehouse.user.get(`${path()}?${query}`);
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe("details");
});

test("details are 304 while nothing changes, except a terminal's unsent count", async () => {
  const tag = async () => (await warehouse.user.get(`${path()}?details=1`)).headers.get("etag");
  const first = await tag();
  expect(await tag()).toBe(first);
  await send(warehouse.user, inventory, [], { pending: 1 });
  expect(await tag()).not.toBe(first);
});

test("the event stream sends the progress at once, then each change, the newest last, to each follower", async () => {
  const token = await tokenOf("user");
  const [one, other] = [
    await openEventStream(server.url + path(), token),
    await openEventStream(server.url + path(), token),
  ];
  expect(one.status).toBe(200);
  const start = { total: 3, counted: 0, found: 0, missing: 0, unexpected: 0 };
  for (const watcher of [one, other]) expect((await watcher.next("progress"))?.data).toEqual(start);
  await warehouse.count(inventory, "A", 2);
  await warehouse.count(inventory, "B", 1, "rack");
  for (const watcher of [one, other]) {
    let seen = start;
    while (seen.counted < 2) seen = (await watcher.next("progress"))?.data;
    expect(seen).toEqual({ ...start, counted: 2, found: 2 });
  }
  const late = await openEventStream(`${server.url}${path()}?details=true`, token);
  expect((await late.next("progress"))?.data).toMatchObject({ counted: 2, terminals: [] });
});

test("events of another tenant's or no inventory are 404", async () => {
  const token = await tokenOf("admin2");
  for (const oid of [inventory, 999_999]) {
    expect((await openEventStream(`${server.url}/api/inventories/${oid}/progress`, token)).status).toBe(404);
  }
});

test("role User of a blind stocktake does not get the results, which would reveal the expected quantities", async () => {
  const blind = await warehouse.stocktake(["shelf"], { isBlind: true });
  const detailed = `/api/inventories/${blind}/progress?details=true`;
  await warehouse.count(blind, "A", { inventoryQuantity: 1, inventoryLocationId: warehouse.at("floor") });
  const seen = { total: 2, counted: 1, found: 1, foundElsewhere: 1, notCounted: 1 };
  const { body } = await warehouse.user.get(detailed);
  expect(body).toMatchObject(seen);
  expect(body).not.toHaveProperty("results");
  const results = { foundElsewhere: 1, notCounted: 1, quantityDiffers: 0 };
  expect((await warehouse.manager.get(detailed)).body).toMatchObject({ ...seen, results });
  await warehouse.move(blind, "finish", "process", "close");
  expect((await warehouse.user.get(detailed)).body).toMatchObject({ results });
});

async function tokenOf(userName: string): Promise<string> {
  const login = { userName, password: `${userName}-demo` };
  return (await server.anonymous.post("/api/pwa-auth/login-password", login)).body.accessToken;
}
