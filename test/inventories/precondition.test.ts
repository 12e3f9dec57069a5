import { beforeEach, expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { createMovedInventory } from "./inventory-setup.ts";
import type { Warehouse } from "./stocktake.ts";

// A decision, approval or close of many items applies to the state that its caller has seen (`seen`).

let warehouse: Warehouse;
let id: number;
beforeEach(async () => {
  const server = await startServer();
  ({ warehouse, id } = await createMovedInventory(server));
});

/** The cursor after reading all items. */
const look = async () => (await warehouse.manager.get(`/api/inventories/${id}/items?since=`)).body.cursor;
const of = async (code: string) => `/api/inventories/items/${(await warehouse.item(id, code)).oid}`;
const all = `/api/inventories/`;
const put = (path: string, seen: string, body?: object) =>
  warehouse.manager.put(`${path}?seen=${encodeURIComponent(seen)}`, body);
const decide = async (code: string, decision: string) =>
  warehouse.manager.put(`${await of(code)}/decide`, { decision });

const KEEP = { decision: "keepCount" };

test("a decision for all is refused when one of its items has changed since it was seen", async () => {
  const before = await look();
  await warehouse.put("MOVED", { A: 6 });
  const refused = await put(`${all}${id}/decide`, before, KEEP);
  expect(refused.status).toBe(412);
  expect(refused.body.message).toContain("changed in the meantime");
  for (const code of ["MOVED", "GONE"])
    expect(await warehouse.item(id, code)).toMatchObject({ decision: null });
});

test("a decision for all is accepted when only another item has changed since it was seen", async () => {
  const seen = await look();
  await decide("STAYED", "recount");
  expect((await put(`${all}${id}/decide`, seen, KEEP)).status).toBe(200);
  for (const code of ["MOVED", "GONE"]) expect(await warehouse.item(id, code)).toMatchObject(KEEP);
});

test("an approval for all is refused when an item has changed since it was seen", async () => {
  await warehouse.move(id, "finish", "process");
  const before = await look();
  await decide("MOVED", "keepDifference");
  expect((await put(`${all}${id}/approve`, before)).status).toBe(412);
  expect((await warehouse.manager.get(`${all}${id}`)).body.isApproved).toBe(false);
  expect(await warehouse.item(id, "STAYED")).toMatchObject({ isApproved: false });
});

test("an approval for all is accepted when an item was only approved since it was seen", async () => {
  await warehouse.move(id, "finish", "process");
  const seen = await look();
  await warehouse.manager.put(`${await of("GONE")}/approve`);
  expect((await put(`${all}${id}/approve`, seen)).status).toBe(200);
  expect(await warehouse.item(id, "STAYED")).toMatchObject({ isApproved: true });
});

test("of several items approved one by one only the changed one is refused", async () => {
  await warehouse.move(id, "finish", "process");
  const before = await look();
  await decide("MOVED", "keepDifference");
  const statuses = [];
  for (const code of ["STAYED", "MOVED", "GONE"])
    statuses.push((await put(`${await of(code)}/approve`, before)).status);
  expect(statuses).toEqual([200, 412, 200]);
  expect(await warehouse.item(id, "MOVED")).toMatchObject({ isApproved: false });
});

test("a close is refused when an item has changed since it was seen", async () => {
  await warehouse.move(id, "finish", "process");
  const before = await look();
  await decide("MOVED", "keepDifference");
  expect((await put(`${all}${id}/close`, before)).status).toBe(412);
  expect(await warehouse.stock("STAYED")).toEqual({ A: 9 });
  expect((await put(`${all}${id}/close`, await look())).status).toBe(200);
  expect(await warehouse.stock("STAYED")).toEqual({ A: 8 });
});

const processed = async () => {
  await warehouse.move(id, "finish", "process");
  return [`${all}${id}/approve`, `${all}${id}/close`, `${await of("MOVED")}/approve`];
};

test("a cursor of another timeline is 412", async () => {
  const paths = await processed();
  const cursor = (await look()).replace(/[^-]*$/, "another");
  for (const path of paths) expect((await put(path, cursor)).status, path).toBe(412);
});

test("an invalid cursor is 400 at `seen`", async () => {
  for (const path of await processed()) {
    const response = await put(path, "yesterday");
    expect(response.status, path).toBe(400);
    expect(response.body.errors).toMatchObject([{ path: "seen" }]);
  }
});
