import { beforeAll, expect, test } from "vitest";
import type { InventoryItem } from "../../src/web/api/types/endpoints.d.ts";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// A closed inventory never changes again, by any request.

let warehouse: Warehouse;
let admin: Client;
let id: number;
let item: InventoryItem;
let photo: number;
/** All views of the inventory at its close. */
let closed: unknown[];
const server = sharedServer();
beforeAll(async () => {
  admin = server.admin;
  warehouse = createWarehouse(server);
  for (const name of ["A", "B"]) await warehouse.addLocation(name);
  await warehouse.article("T1", { A: 3 }, { price: 12.5 });
  await warehouse.article("T2", { A: 3 });
  await warehouse.article("T3", { A: 9 });
  id = await warehouse.stocktake(["A"]);
  await warehouse.count(id, "T1", 1);
  // It is booked where it was found, and a Manager says that the count has it.
  await warehouse.count(id, "T3", { inventoryQuantity: 9, inventoryLocationId: warehouse.at("B") });
  await warehouse.put("T3", { B: 9 });
  const { oid } = await warehouse.item(id, "T3");
  const decision = { decision: "keepCount" };
  expect((await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, decision)).status).toBe(200);
  item = await warehouse.item(id, "T1");
  photo = (await upload(warehouse.user, item.oid, await createJpeg())).body.oid;
  await warehouse.move(id, "postpone", "start", "finish");
  await warehouse.user.post(`/api/inventories/${id}/counts`, late("00000000-0000-4000-8000-000000000001"));
  await warehouse.move(id, "process", "approve", "close");
  closed = await shown();
});

const late = (operationId: string) => ({
  operations: [{ operationId, kind: "set", itemId: item.oid, quantity: 9, at: "2026-01-01T00:00:00.000Z" }],
});

/** All requests, with bodies that are valid for an open inventory. Counts are accepted as late: see below. */
const WRITES: readonly [string, () => object | undefined][] = [
  ["PUT /api/inventories/{id}", () => ({ name: "x" })],
  ...["prepare", "start", "postpone", "finish", "process", "reopen", "approve", "close", "cancel"].map(
    (move) => [`PUT /api/inventories/{id}/${move}`, () => undefined] as [string, () => undefined],
  ),
  ["PUT /api/inventories/{id}/waive-second-counts", () => ({ reason: "late" })],
  [
    "PUT /api/inventories/{id}/frame",
    () => ({ purpose: "yearEnd", decisiveDay: "2026-11-20", method: "rfid", committee: [] }),
  ],
  ["DELETE /api/inventories/{id}/frame", () => undefined],
  ["PUT /api/inventories/{id}/explain", () => ({ itemIds: [item.oid], settlement: "damage" })],
  ["PUT /api/inventories/{id}/method", () => ({ itemIds: [item.oid], method: "documents" })],
  ["PUT /api/inventories/{id}/decide", () => ({ decision: "keepCount" })],
  ["PUT /api/inventories/{id}/items/approve", () => undefined],
  ["PUT /api/inventories/items/{id}/decide", () => ({ decision: "recount" })],
  ["PUT /api/inventories/items/{id}/approve", () => ({ isApproved: false })],
  ["PUT /api/inventories/items/update", () => ({ oid: item.oid, inventoryQuantity: 7 })],
  [
    "POST /api/inventories/{id}/items",
    () => ({ articleId: warehouse.id("T2"), inventoryQuantity: 1, inventoryLocationId: warehouse.at("B") }),
  ],
  ["PUT /api/inventories/operations/{operationId}/apply", () => undefined],
  ["DELETE /api/photos/{oid}", () => undefined],
];
/** They make another inventory, add to the sealed record, or are tried by themselves below. */
const OTHERS = [
  "POST /api/inventories",
  "POST /api/inventories/{id}/addenda",
  "POST /api/inventories/{id}/counts",
];

const urlOf = (path: string) =>
  path
    .replace("items/{id}", `items/${item.oid}`)
    .replace("{id}", String(id))
    .replace("{oid}", String(photo))
    .replace("{operationId}", "00000000-0000-4000-8000-000000000001");
/**
 * All views of the inventory. A file of its report is made anew and equals the JSON one: one check after all requests is
 * enough.
 */
const READ_PATHS = ["", "/items", "/report", "/progress"];
const FILES = ["/report?format=csv", "/report?format=pdf"];
const shown = async (paths = [...READ_PATHS, ...FILES]) => {
  const responses = await Promise.all(paths.map((path) => admin.get(`/api/inventories/${id}${path}`)));
  return responses.map(({ status, bytes }) => [status, bytes.toString("base64")]);
};

test("the table below lists every write of inventories", () => {
  const writes = server.appliance.endpoints
    .filter(({ method, path }) => method !== "GET" && path.startsWith("/api/inventories"))
    .map(({ method, path }) => `${method} ${path}`);
  const known = [...WRITES.map(([route]) => route), ...OTHERS];
  expect(writes.filter((route) => !known.includes(route))).toEqual([]);
});

test.each(WRITES)("%s of a closed inventory is 400, and changes nothing", async (route, bodyOf) => {
  const [method = "", path = ""] = route.split(" ");
  const response = await admin.send(method, urlOf(path), bodyOf());
  expect(response.status).toBe(400);
  expect(response.body.message).toContain('"Closed"');
  expect(await shown(READ_PATHS)).toEqual(closed.slice(0, READ_PATHS.length));
});

test("a photo of a closed inventory is refused", async () => {
  expect((await upload(admin, item.oid, await createJpeg())).status).toBe(400);
});

test("counts after the close are stored and change nothing, nor does the report", async () => {
  const sent = late("00000000-0000-4000-8000-000000000002");
  const { body } = await warehouse.user.post(`/api/inventories/${id}/counts`, sent);
  expect(body.receipts).toMatchObject([{ result: "late" }]);
  expect(await shown()).toEqual(closed);
});

test("the report stays the same after records are renamed, repriced or removed", async () => {
  await warehouse.manager.put(`/api/articles/${warehouse.id("T1")}`, {
    name: "Renamed",
    code: "T9",
    price: 99,
  });
  await warehouse.manager.delete(`/api/articles/${warehouse.id("T2")}`);
  await warehouse.manager.put(`/api/locations/${warehouse.at("A")}`, {
    name: "Elsewhere",
    parentLocationId: warehouse.at("B"),
  });
  for (const code of ["T1", "T3"]) await warehouse.put(code, { B: 50 });
  await server.restart();
  admin = server.admin;
  const after = await shown();
  for (const index of [0, 2, 3, 4, 5]) expect(after[index]).toEqual(closed[index]);
});
