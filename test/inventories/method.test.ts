import { beforeEach, describe, expect, test } from "vitest";
import { pdfText } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// How single items were found, where that is another way than the method of the stocktake.

const server = sharedServer();
let warehouse: Warehouse;
let id: number;
let counted: number;
let open: number;
let round = 0;

/** A finished stocktake by a physical count, with an item that was counted and one that was not. */
beforeEach(async () => {
  warehouse = createWarehouse(server);
  round++;
  const hall = `Method hall ${round}`;
  await warehouse.addLocation(hall);
  await warehouse.article(`PAPER-${round}`, { [hall]: 3 });
  await warehouse.article(`NOT-${round}`, { [hall]: 1 });
  id = await warehouse.stocktake([hall]);
  const frame = { purpose: "yearEnd", decisiveDay: null, method: "physical", committee: [] };
  await warehouse.manager.put(`/api/inventories/${id}/frame`, frame);
  counted = (await warehouse.count(id, `PAPER-${round}`, 3)).oid;
  open = (await warehouse.item(id, `NOT-${round}`)).oid;
  await warehouse.move(id, "finish");
});

const set = (body: object, query = "") =>
  warehouse.manager.put(`/api/inventories/${id}/method${query}`, body);
const byDocuments = () => ({ itemIds: [counted], method: "documents" });
const methodOf = async (oid: number) =>
  (await warehouse.manager.get(`/api/inventories/items/${oid}`)).body.method;
const report = (query = "") => warehouse.manager.get(`/api/inventories/${id}/report${query}`);
const reported = async () => {
  const { body } = await report();
  return body.items.find(({ oid }: { oid: number }) => oid === counted).method;
};

test("an item has the method that it was given, until null takes it back", async () => {
  expect(await methodOf(counted)).toBeNull();
  expect((await set(byDocuments())).status).toBe(204);
  expect(await methodOf(counted)).toBe("documents");
  await set({ itemIds: [counted], method: null });
  expect(await methodOf(counted)).toBeNull();
});

test("another count of the item takes it back", async () => {
  await set(byDocuments());
  await warehouse.move(id, "process", "reopen");
  await warehouse.count(id, `PAPER-${round}`, 3);
  expect(await methodOf(counted)).toBeNull();
});

test("an item that was changed since it was seen keeps its method", async () => {
  const { seen } = (await warehouse.manager.get(`/api/inventories/${id}/items/page?limit=1`)).body;
  await set({ itemIds: [counted], method: "rfid" });
  expect((await set(byDocuments(), `?seen=${encodeURIComponent(seen)}`)).status).toBe(412);
  expect(await methodOf(counted)).toBe("rfid");
});

test("another method withdraws the approvals of the item and of the stocktake, the same again does not", async () => {
  const approvals = async () => [
    (await warehouse.manager.get(`/api/inventories/items/${counted}`)).body.isApproved,
    (await warehouse.manager.get(`/api/inventories/${id}`)).body.isApproved,
  ];
  await set(byDocuments());
  await warehouse.move(id, "process", "approve");
  await set(byDocuments());
  expect(await approvals()).toEqual([true, true]);
  await set({ itemIds: [counted], method: null });
  expect(await approvals()).toEqual([false, false]);
});

describe("is refused", () => {
  test.each([
    ["an unknown method", () => ({ method: "guess" }), "method", /must be one of: physical, documents, rfid/],
    [
      "a missing method",
      () => ({ method: undefined }),
      "method",
      /is required\. Use one of: physical, documents, rfid/,
    ],
    ["an item that was not counted", () => ({ itemIds: [counted, open] }), "itemIds.1", /was not counted/],
    ["an item of no stocktake", () => ({ itemIds: [999_999] }), "itemIds.0", /is not an item of this/],
  ])("%s, and nothing is changed", async (_, body, path, message) => {
    const refused = await set({ ...byDocuments(), ...body() });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path, message: expect.stringMatching(message) }],
    ]);
    expect(await methodOf(counted)).toBeNull();
  });

  test("during the count", async () => {
    await warehouse.move(id, "process", "reopen");
    expect((await set(byDocuments())).status).toBe(400);
  });

  test("an item of another stocktake", async () => {
    const other = await warehouse.stocktake([`Method hall ${round}`]);
    const { oid } = await warehouse.count(other, `PAPER-${round}`, 3);
    expect((await set({ itemIds: [oid], method: "rfid" })).status).toBe(400);
    expect(await methodOf(oid)).toBeNull();
  });
});

describe("the report", () => {
  const inPdf = async () => pdfText((await report("?format=pdf")).bytes);
  const line = () => `PAPER-${round} Article PAPER-${round}`;

  test("names the method of a line where it is another one", async () => {
    expect(await reported()).toBeNull();
    expect(await inPdf()).toContain(`${line()} pcs`);
    await set(byDocuments());
    expect(await reported()).toBe("documents");
    expect(await inPdf()).toContain(`${line()} Counting method: By documents pcs`);
    const [head = [], ...rows] = await cellsIn((await report("?format=csv")).bytes);
    const methods = rows.map((row) => [row[head.indexOf("Code")], row[head.indexOf("Method")]]);
    expect(Object.fromEntries(methods)).toEqual({ [`PAPER-${round}`]: "By documents", [`NOT-${round}`]: "" });
  });

  test("names no method of a line that is that of the stocktake", async () => {
    await set({ itemIds: [counted], method: "physical" });
    expect(await reported()).toBeNull();
    expect(await inPdf()).toContain(`${line()} pcs`);
  });

  test("of a closed stocktake keeps it", async () => {
    await set(byDocuments());
    await warehouse.move(id, "process", "close");
    expect((await set({ itemIds: [counted], method: "rfid" })).status).toBe(400);
    expect(await reported()).toBe("documents");
  });
});
