import { beforeAll, expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { createOperation, results, type Sent, send } from "./count-requests.ts";
import { countsOf } from "./inventory-setup.ts";
import { sharedWarehouse } from "./stocktake.ts";

// One that is wrong must not block an outbox: it is refused alone.

let inventory: number;
const { server, warehouse } = sharedWarehouse();
beforeAll(async () => {
  for (const name of ["shelf", "rack"]) await warehouse.addLocation(name);
  await warehouse.article("BULK", { shelf: 5 });
  await warehouse.article("TWO", { shelf: 2, rack: 3 });
  await warehouse.article("TWIN1", { shelf: 1 }, { serialNumber: "TWIN" });
  await warehouse.article("TWIN2", { shelf: 1 }, { serialNumber: "twin" });
  inventory = await warehouse.stocktake(["shelf", "rack"], { locationId: warehouse.at("shelf") });
});

const REFUSED: readonly [string, Sent, readonly string[]][] = [
  ["no kind", { kind: undefined }, ["kind"]],
  ["another kind", { kind: "update" }, ["kind"]],
  ["no time", { at: undefined }, ["at"]],
  ["a time without a zone", { at: "2026-11-20T08:00:00" }, ["at"]],
  ["neither item nor code", { code: undefined }, ["code"]],
  ["neither but null", { code: null, itemId: null }, ["code"]],
  ["a code of nothing", { code: "  " }, ["code"]],
  ["an addition without a quantity", { kind: "add", quantity: undefined }, ["quantity"]],
  ["an addition of null", { kind: "add", quantity: null }, ["quantity"]],
  ["less than nothing", { quantity: -1 }, ["quantity"]],
  ["a fraction", { quantity: 0.5 }, ["quantity"]],
  ["a quantity of 2^31", { quantity: 2 ** 31 }, ["quantity"]],
  ["a quantity that is no number", { quantity: "one" }, ["quantity"]],
  ["several faults", { quantity: "one", note: 5, isFound: null }, ["quantity", "note", "isFound"]],
  ["an unknown location", { locationId: 999_999 }, ["locationId"]],
  ["another tenant's location", { locationId: 41 }, ["locationId"]],
  ["an unknown item", { itemId: 999_999 }, ["itemId"]],
  ["another inventory's item", { itemId: 111 }, ["itemId"]],
  ["another tenant's item", { itemId: 451 }, ["itemId"]],
  [
    "another tenant's method and reason",
    { disposalMethodId: 3, disposalReasonId: 3 },
    ["disposalMethodId", "disposalReasonId"],
  ],
  ["a serial number of two articles", { code: "Twin" }, ["code"]],
  ["several locations and none named", { code: "TWO" }, ["locationId"]],
  ["a user of another tenant", { userId: 7 }, ["userId"]],
];
test.each(REFUSED)("%s is refused by its receipt alone, and not stored", async (_, fields, paths) => {
  const { oid, inventoryQuantity: before } = await warehouse.item(inventory, "BULK");
  const good = () => createOperation({ itemId: oid, kind: "add", quantity: 1 });
  const stored = countsOf(server, oid);
  const bad = createOperation({ code: "BULK", quantity: 1, ...fields });
  const response = await send(warehouse.user, inventory, [good(), bad, good()]);
  expect(response.status).toBe(200);
  expect(results(response)).toEqual(["applied", "refused", "applied"]);
  const [, refused] = response.body.receipts;
  expect(refused).toMatchObject({ operationId: bad.operationId, time: null, itemId: null });
  expect(refused.errors.map(({ path }: { path: string }) => path)).toEqual(paths);
  expect((await warehouse.item(inventory, "BULK")).inventoryQuantity).toBe((before ?? 0) + 2);
  expect(countsOf(server, oid)).toBe(stored + 2);
  const corrected = { ...good(), operationId: bad.operationId };
  expect(results(await send(warehouse.user, inventory, [corrected]))).toEqual(["applied"]);
});

test("errors and receipts are in the requested language", async () => {
  const operations = [
    createOperation({ code: "BULK", quantity: 1 }),
    createOperation({ code: "TWO", quantity: 1 }),
  ];
  const body = { operations };
  const czech = { "Accept-Language": "cs" };
  const { receipts } = (await warehouse.user.post(`/api/inventories/${inventory}/counts`, body, czech)).body;
  expect(receipts[0].message).toBe("Započteno.");
  expect(receipts[1].message).toContain("Uveďte umístění");
});

const FRAMES: readonly [string, object | string, readonly string[]][] = [
  ["no operations", {}, ["operations"]],
  ["operations that are no list", { operations: {} }, ["operations"]],
  ["1001 operations", { operations: Array.from({ length: 1001 }, () => createOperation()) }, ["operations"]],
  ["an operation that is no object", { operations: [1] }, ["operations.0"]],
  ["a null among them", { operations: [createOperation(), null] }, ["operations.1"]],
  ["one without an id", { operations: [createOperation(), { kind: "set" }] }, ["operations.1.operationId"]],
  [
    "one with two ids, after many that are good",
    {
      operations: [
        ...Array.from({ length: 120 }, () => createOperation()),
        { ...createOperation(), OperationID: "1" },
      ],
    },
    ["operations.120.operationId"],
  ],
  ["an id that is no UUID", { operations: [{ operationId: "1" }] }, ["operations.0.operationId"]],
  ["a time of sending that is none", { sentAt: "now", operations: [] }, ["sentAt"]],
  ["less than nothing pending", { pending: -1, operations: [] }, ["pending"]],
];
test.each(FRAMES)("a body with %s is 400, and none of its operations is stored", async (_, body, paths) => {
  const response = await warehouse.user.post(`/api/inventories/${inventory}/counts`, body);
  expect(refusal(response)).toEqual([400, ...paths]);
});
