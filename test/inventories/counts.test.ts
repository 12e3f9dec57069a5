import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { InventoryItem } from "../../src/web/api/types/endpoints.d.ts";
import { createOperation, results, type Sent, send, sendOne } from "./count-requests.ts";
import { sharedWarehouse } from "./stocktake.ts";

let inventory: number;
const { warehouse } = sharedWarehouse();
beforeAll(async () => {
  for (const name of ["shelf", "rack", "floor"]) await warehouse.addLocation(name);
  await warehouse.article("BULK", { shelf: 5 }, { serialNumber: "Sériové 1", rfId: "E2-801" });
  await warehouse.article("ONE", { shelf: 1 });
  await warehouse.article("TWO", { shelf: 2, rack: 3 });
  await warehouse.article("NEW", {}, { rfId: "TAG-NEW" });
  await warehouse.article("TWIN1", { shelf: 1 }, { serialNumber: "TWIN" });
  await warehouse.article("TWIN2", { shelf: 1 }, { serialNumber: "twin" });
  await anew();
});

/** Further tests use another stocktake of these locations, without counts. */
const anew = async () => {
  inventory = await warehouse.stocktake(["shelf", "rack"], { locationId: warehouse.at("shelf") });
};

const items = async (): Promise<InventoryItem[]> =>
  (await warehouse.user.get(`/api/inventories/${inventory}/items`)).body;
const at = (name: string) => ({ locationId: warehouse.at(name) });
const one = (fields: Sent) => sendOne(warehouse.user, inventory, fields);

test("a receipt names the operation, its time, the item and its present state, and no expected quantity", async () => {
  const { oid } = await warehouse.item(inventory, "TWIN1");
  const operation = createOperation({ itemId: oid, quantity: 4, ...at("rack"), note: "torn" });
  const response = await send(warehouse.user, inventory, [operation]);
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    receipts: [
      {
        operationId: operation.operationId,
        result: "applied",
        time: operation["at"],
        itemId: oid,
        item: {
          oid,
          inventoryQuantity: 4,
          inventoryLocationId: warehouse.at("rack"),
          isFound: true,
          isDisposal: false,
          disposalMethodId: null,
          disposalReasonId: null,
          isToRecount: false,
          counted: { at: operation["at"], user: { id: 3, fullName: "Uma Svoboda" } },
        },
        message: "Counted.",
      },
    ],
    receivedDT: expect.any(String),
  });
  expect((await warehouse.item(inventory, "TWIN1")).inventoryQuantity).toBe(4);
});

const ALL = { isFound: false, isDisposal: true, disposalMethodId: 1, disposalReasonId: 1, note: " torn " };
/** Counts BULK in another stocktake with every property, and then with these; returns the item. */
async function countedTwice(next: Sent | null) {
  await anew();
  const { oid } = await warehouse.item(inventory, "BULK");
  await one({ itemId: oid, quantity: 4, ...at("rack"), ...ALL });
  if (next !== null) await one({ itemId: oid, ...next });
  return (await warehouse.user.get(`/api/inventories/items/${oid}`)).body;
}

test.each<[string, Sent | null, object]>([
  ["may have every property of an item", null, { inventoryQuantity: 4 }],
  [
    "leaves absent properties as they are",
    { kind: "add", quantity: 2, isFound: false },
    { inventoryQuantity: 6 },
  ],
])("an operation %s", async (_, next, expected) => {
  expect(await countedTwice(next)).toMatchObject({
    ...ALL,
    note: "torn",
    inventoryLocationId: warehouse.at("rack"),
    ...expected,
  });
});

test("null in an operation removes the quantity and the note, and not the location", async () => {
  const nulls = { quantity: null, note: null, locationId: null, code: null, userId: null };
  expect(await countedTwice(nulls)).toMatchObject({
    note: null,
    inventoryQuantity: null,
    inventoryLocationId: warehouse.at("rack"),
  });
});

const MEANT: readonly [string, Sent, string, string | null][] = [
  ["where it is expected", { code: "TWO", location: "rack" }, "TWO rack", "rack"],
  ["its only location, without saying where", { code: "BULK" }, "BULK shelf", null],
  [
    "a serial number, in any case and without accents",
    { code: "serIOVe 1", location: "shelf" },
    "BULK shelf",
    "shelf",
  ],
  ["an RFID text", { code: "e2-801", location: "shelf" }, "BULK shelf", "shelf"],
  ["a single piece, elsewhere", { code: "ONE", location: "floor" }, "ONE shelf", "floor"],
  ["some of many, elsewhere", { code: "BULK", location: "floor" }, "BULK -", "floor"],
  ["an article that is not expected", { code: "NEW", location: "floor" }, "NEW -", "floor"],
  ["that, without saying where: the inventory's own location", { code: "tag-new" }, "NEW -", "shelf"],
];
test.each(MEANT)("a scan means: %s", async (_, { location, ...fields }, name, foundAt) => {
  await anew();
  const where = typeof location === "string" ? at(location) : {};
  const receipt = await one({ ...fields, ...where, quantity: 1 });
  expect(receipt.result).toBe("applied");
  const item = (await items()).find(({ oid }) => oid === receipt.itemId);
  const nameOf = (oid: number | null | undefined) =>
    ["shelf", "rack", "floor"].find((known) => warehouse.at(known) === oid) ?? null;
  expect(`${item?.article.code} ${nameOf(item?.locationId) ?? "-"}`).toBe(name);
  expect(nameOf(item?.inventoryLocationId)).toBe(foundAt);
  expect((await one({ ...fields, ...where, kind: "add", quantity: 1 })).itemId).toBe(receipt.itemId);
});

test("an unexpected article is one item for each location, also when two batches add it at once", async () => {
  await anew();
  const scan = () => createOperation({ code: "NEW", kind: "add", quantity: 1, ...at("floor") });
  const batch = () => send(warehouse.user, inventory, [scan(), scan()]);
  await Promise.all([batch(), batch(), batch()]);
  await one({ code: "NEW", quantity: 3, ...at("rack") });
  const found = (await items()).filter(({ articleId }) => articleId === warehouse.id("NEW"));
  expect(found.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual([6, 3]);
  expect(found.map((item) => item.quantity)).toEqual([0, 0]);
});

test("property names are accepted in any letter case, and a UUID in capitals is the same", async () => {
  const id = randomUUID();
  const sent = {
    OPERATIONID: id.toUpperCase(),
    Kind: "SET",
    AT: new Date().toISOString(),
    CODE: "BULK",
    Quantity: 2,
  };
  const response = await warehouse.user.post(`/api/inventories/${inventory}/counts`, {
    Operations: [sent, sent],
  });
  expect(results(response)).toEqual(["applied", "duplicate"]);
  expect(response.body.receipts[0].operationId).toBe(id);
});

test("a thousand operations with long notes are one request", async () => {
  await anew();
  const { oid } = await warehouse.item(inventory, "BULK");
  const note = "ř".repeat(4000);
  const operations = Array.from({ length: 1000 }, () =>
    createOperation({ itemId: oid, kind: "add", quantity: 1, note }),
  );
  const response = await send(warehouse.user, inventory, operations);
  expect(response.status).toBe(200);
  expect(response.body.receipts.map(({ operationId }: { operationId: string }) => operationId)).toEqual(
    operations.map(({ operationId }) => operationId),
  );
  expect((await warehouse.item(inventory, "BULK")).inventoryQuantity).toBe(1000);
  expect(results(await send(warehouse.user, inventory, operations))).toEqual(Array(1000).fill("duplicate"));
});

test("a body over 8 MiB is 413", async () => {
  const tooMuch = { operations: [], note: "x".repeat(8 * 1024 * 1024) };
  expect((await warehouse.user.post(`/api/inventories/${inventory}/counts`, tooMuch)).status).toBe(413);
});

test("an unknown code is stored for the report, with location, author and note", async () => {
  await anew();
  const operation = createOperation({ code: "999", quantity: 2, note: "a lamp", ...at("floor") });
  const [receipt] = (await send(warehouse.user, inventory, [operation])).body.receipts;
  const message = "Unknown code. It is kept for the report.";
  expect(receipt).toMatchObject({ result: "unknown", message, time: operation["at"], itemId: null });
  const { body } = await warehouse.manager.get(`/api/inventories/${inventory}/operations?state=unknown`);
  expect(body).toEqual([
    {
      oid: expect.any(Number),
      operationId: operation.operationId,
      inventoryId: inventory,
      kind: "set",
      state: "unknown",
      itemId: null,
      article: null,
      code: "999",
      location: { oid: warehouse.at("floor"), name: "floor", code: null },
      codeQuantity: 2,
      entered: { inventoryQuantity: 2, note: "a lamp" },
      at: operation["at"],
      receivedDT: expect.any(String),
      user: { id: 3, fullName: "Uma Svoboda" },
      sender: { id: 3, fullName: "Uma Svoboda" },
      device: null,
      photoIds: [],
    },
  ]);
  const detail = await warehouse.manager.get(`/api/inventories/operations/${operation.operationId}`);
  expect(detail.body).toEqual(body[0]);
});
