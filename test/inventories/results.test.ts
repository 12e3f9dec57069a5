import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { EXPECTED_RESULTS, type Result } from "../../src/domain/results.ts";
import { resultOf } from "../../src/inventories/items/item-sql.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { times } from "../harness/times.ts";
import { sharedWarehouse } from "./stocktake.ts";

// The result of an item's count: exactly one of six, after any operations.

const { server, warehouse } = sharedWarehouse();
beforeAll(async () => {
  for (const name of ["A", "B"]) await warehouse.addLocation(name);
});

const COUNTS: readonly [string, object | null, Result][] = [
  ["AS EXPECTED", { inventoryQuantity: 3 }, "foundAsExpected"],
  ["FOUND", { isFound: true }, "foundAsExpected"],
  ["NAMED", { inventoryQuantity: 3, inventoryLocationId: "A" }, "foundAsExpected"],
  ["ELSEWHERE", { inventoryQuantity: 3, inventoryLocationId: "B" }, "foundElsewhere"],
  ["FOUND ELSEWHERE", { isFound: true, inventoryLocationId: "B" }, "foundElsewhere"],
  ["FEWER ELSEWHERE", { inventoryQuantity: 1, inventoryLocationId: "B" }, "foundElsewhere"],
  ["FEWER", { inventoryQuantity: 2 }, "quantityDiffers"],
  ["MORE", { inventoryQuantity: 4 }, "quantityDiffers"],
  ["NONE, YET FOUND", { inventoryQuantity: 0, isFound: true }, "quantityDiffers"],
  ["MISSING", { inventoryQuantity: 0 }, "missing"],
  ["NOT FOUND", { inventoryQuantity: 3, isFound: false }, "missing"],
  ["MISSING THERE", { inventoryQuantity: 0, inventoryLocationId: "B" }, "missing"],
  ["NEVER", null, "notCounted"],
  ["NOTED", { note: "behind the door" }, "notCounted"],
  ["TAKEN BACK", { inventoryQuantity: null }, "notCounted"],
  ["LOCATION ALONE", { inventoryLocationId: "B" }, "notCounted"],
  ["SCRAP", { inventoryQuantity: 3, isDisposal: true }, "proposedForDisposal"],
  [
    "SCRAP ELSEWHERE",
    { inventoryQuantity: 1, inventoryLocationId: "B", isDisposal: true },
    "proposedForDisposal",
  ],
  ["SCRAP, NOT COUNTED", { isDisposal: true }, "proposedForDisposal"],
];

test("each item has its result once the results are processed, not before, and not for role User in a blind count", async () => {
  for (const [code] of COUNTS) await warehouse.article(code, { A: 3 });
  const id = await warehouse.stocktake(["A"], { isBlind: true });
  for (const [code, entry] of COUNTS) {
    if (entry === null) continue;
    const body = JSON.parse(JSON.stringify(entry), (key, value) =>
      key === "inventoryLocationId" ? warehouse.at(value) : value,
    );
    await warehouse.count(id, code, body);
  }
  await warehouse.move(id, "finish");
  for (const [code] of COUNTS) expect((await warehouse.item(id, code)).result, code).toBeNull();
  await warehouse.move(id, "process");
  for (const [code, , result] of COUNTS) {
    const item = await warehouse.item(id, code);
    expect(item.result, code).toBe(result);
    expect((await warehouse.manager.get(`/api/inventories/items/${item.oid}`)).body.result).toBe(result);
    expect((await warehouse.user.get(`/api/inventories/items/${item.oid}`)).body).not.toHaveProperty(
      "result",
    );
  }
  await warehouse.move(id, "close");
  for (const [code, , result] of COUNTS) expect((await warehouse.item(id, code)).result, code).toBe(result);
  const { oid } = await warehouse.item(id, "FEWER");
  expect((await warehouse.user.get(`/api/inventories/items/${oid}`)).body.result).toBe("quantityDiffers");
});

test("unexpected items are included while they exist", async () => {
  await warehouse.article("STRAY", {});
  await warehouse.article("MISTAKE", {});
  await warehouse.article("ANY", { A: 1 });
  const id = await warehouse.stocktake(["A"]);
  for (const code of ["STRAY", "MISTAKE"]) {
    const found = {
      articleId: warehouse.id(code),
      inventoryQuantity: 2,
      inventoryLocationId: warehouse.at("A"),
    };
    await warehouse.user.post(`/api/inventories/${id}/items`, found);
  }
  await warehouse.count(id, "MISTAKE", 0);
  await warehouse.move(id, "finish", "process");
  expect((await warehouse.item(id, "STRAY")).result).toBe("unexpected");
  expect((await warehouse.item(id, "MISTAKE")).result).toBeNull();
});

test("an unexpected item without a location in its last count is listed where it was found first", async () => {
  await warehouse.addLocation("E");
  await warehouse.article("UNPLACED", {});
  await warehouse.article("PLACED", { E: 1 });
  const id = await warehouse.stocktake(["E"]);
  const path = `/api/inventories/${id}`;
  const found = {
    articleId: warehouse.id("UNPLACED"),
    inventoryQuantity: 2,
    inventoryLocationId: warehouse.at("E"),
  };
  await warehouse.user.post(`${path}/items`, found);
  await warehouse.count(id, "UNPLACED", { inventoryLocationId: null });
  await warehouse.move(id, "finish", "process");
  const at = `locationId=${warehouse.at("E")}`;
  expect((await warehouse.manager.get(`${path}/items/page?${at}`)).body.items).toHaveLength(2);
  expect((await warehouse.manager.get(`${path}/items/locations`)).body).toMatchObject([
    { locationId: warehouse.at("E"), items: 2, found: 2 },
  ]);
  expect((await warehouse.manager.get(`${path}/progress?details=true`)).body.locations).toMatchObject([
    { location: { name: "E" }, unexpected: 1 },
  ]);
});

const result = statement((p: { [K in keyof typeof DRAWN]: number | null }) =>
  sqlite
    .selectNoFrom((eb) => [
      eb.val(p.isUnexpected).as("isUnexpected"),
      eb.val(p.isDisposal).as("isDisposal"),
      eb.val(p.isFound).as("isFound"),
      eb.val(p.inventoryQuantity).as("inventoryQuantity"),
      eb.val(p.quantity).as("quantity"),
      eb.val(p.inventoryLocationId).as("inventoryLocationId"),
      eb.val(p.locationId).as("locationId"),
      ...NOTHING_MOVED.map((name) => eb.val(null).as(name)),
    ])
    .$call((drawn) => sqlite.selectFrom(drawn.as("i")).select(resultOf().as("result"))),
);
const NOTHING_MOVED = [
  "oid",
  "tenantId",
  "inventoryId",
  "articleId",
  "foundAtLocationId",
  "countedDT",
  "operationDT",
  "movedDT",
  "movedQuantity",
  "decision",
  "takenQuantity",
] as const;
const flag = fc.constantFrom(0, 1);
const DRAWN = {
  isUnexpected: flag,
  isDisposal: flag,
  isFound: flag,
  inventoryQuantity: fc.option(fc.nat(3)),
  quantity: fc.nat(3),
  inventoryLocationId: fc.option(fc.nat(2)),
  locationId: fc.nat(2),
};

/** The rules as a person would sort the items, each by itself: exactly one of them must hold. */
const RULES: Readonly<
  Record<(typeof EXPECTED_RESULTS)[number], (item: Record<keyof typeof DRAWN, number | null>) => boolean>
> = {
  proposedForDisposal: (item) => item.isDisposal === 1,
  notCounted: (item) => item.isDisposal === 0 && item.isFound === 0 && item.inventoryQuantity === null,
  missing: (item) => isGone(item) && item.quantity !== 0,
  foundElsewhere: (item) => isThere(item) && isElsewhere(item),
  quantityDiffers: (item) => isThere(item) && !isElsewhere(item) && differs(item),
  foundAsExpected: (item) =>
    (isThere(item) && !isElsewhere(item) && !differs(item)) || (isGone(item) && item.quantity === 0),
};
type Drawn = Record<keyof typeof DRAWN, number | null>;
const isThere = (item: Drawn) => item.isDisposal === 0 && item.isFound === 1;
const isGone = (item: Drawn) =>
  item.isDisposal === 0 && item.isFound === 0 && item.inventoryQuantity !== null;
const isElsewhere = (item: Drawn) =>
  item.inventoryLocationId !== null && item.inventoryLocationId !== item.locationId;
const differs = (item: Drawn) => item.inventoryQuantity !== null && item.inventoryQuantity !== item.quantity;

test("after any operations exactly one result applies, and it is the item's", () => {
  const { db } = server.appliance.dependencies.storage;
  fc.assert(
    fc.property(fc.record({ ...DRAWN, isUnexpected: fc.constant(0) }), (item) => {
      const holding = EXPECTED_RESULTS.filter((name) => RULES[name](item));
      expect(holding).toHaveLength(1);
      expect(result.first(db, item)?.result).toBe(holding[0]);
    }),
    { numRuns: times(2000) },
  );
});
