import { beforeAll, describe, expect, test } from "vitest";
import { hasDifference } from "../../src/domain/stocktakes/difference.ts";
import { getPdf, pdfText } from "../harness/pdf.ts";
import { cellsIn } from "../tables/reading.ts";
import { sharedWarehouse } from "./stocktake.ts";

// The difference of an item: the pieces found less those that the books had when it was counted. Two of ten pieces leave between
// preparation and count: then eight are as recorded (MIDOK), and ten are two more (MIDSUR).

const { warehouse } = sharedWarehouse();
let id: number;
beforeAll(async () => {
  await warehouse.addLocation("shelf");
  for (const code of ["MIDOK", "MIDSUR", "MIDGONE", "LATER"])
    await warehouse.article(code, { shelf: 10 }, { price: 12.5 });
  id = await warehouse.stocktake(["shelf"]);
  for (const code of ["MIDOK", "MIDSUR"]) await warehouse.put(code, { shelf: 8 });
  await warehouse.put("MIDGONE", {});
  await warehouse.count(id, "MIDOK", 8);
  await warehouse.count(id, "MIDSUR", 10);
  await warehouse.count(id, "MIDGONE", 0);
  await warehouse.count(id, "LATER", 10);
  await warehouse.put("LATER", { shelf: 7 });
  await warehouse.move(id, "finish", "process");
});

const report = async (query = "") => warehouse.manager.get(`/api/inventories/${id}/report${query}`);
const lineOf = async (code: string) =>
  (await report()).body.items.find((item: { article: { code: string } }) => item.article.code === code);

test.each([
  ["MIDOK", "foundAsExpected", 8, 0, -2],
  ["MIDSUR", "quantityDiffers", 10, 2, -2],
  ["MIDGONE", "foundAsExpected", 0, 0, -10],
  ["LATER", "foundAsExpected", 10, 0, 0],
])("%s is %s", async (code, result, found, difference, movedBeforeCount) => {
  const { body: page } = await warehouse.manager.get(`/api/inventories/${id}/items/page?q=${code}`);
  expect(page.items).toMatchObject([{ result, quantity: 10, inventoryQuantity: found, movedBeforeCount }]);
  expect(hasDifference(page.items[0])).toBe(difference !== 0);
  expect(await lineOf(code)).toMatchObject({
    result,
    quantity: 10,
    inventoryQuantity: found,
    difference,
    differenceValue: difference * 12.5,
    movedBeforeCount,
  });
});

const TOTAL = { quantity: 40, notCounted: 0, moved: -14, difference: 2, found: 28 };

test("the totals add up: expected and moved less not counted plus difference is found", async () => {
  const { body } = await report();
  const { quantity: expected, ...rest } = TOTAL;
  expect(body.totals.all).toMatchObject({
    ...TOTAL,
    quantities: [{ unit: null, expected, ...rest }],
    differenceValue: 25,
    values: [{ expected: 500, notCounted: 0, moved: -175, difference: 25, found: 350 }],
  });
  const { body: totals } = await warehouse.manager.get(`/api/inventories/${id}/items/totals`);
  expect(totals.views.all).toMatchObject({
    ...TOTAL,
    values: [{ expected: 500, notCounted: 0, moved: -175, difference: 25, found: 350 }],
  });
  const { body: locations } = await warehouse.manager.get(`/api/inventories/${id}/items/locations`);
  expect(locations).toMatchObject([TOTAL]);
});

test("the tables have the difference and what moved before the count", async () => {
  const { text } = await report("?format=csv");
  const [head = "", ...lines] = text.trim().split("\r\n");
  expect(head).toMatch(
    /,Moved before the count,Approved by,Approved on,Decision,Counted before,Taken from,Decided by,Decided on,Line,.*Company$/,
  );
  expect(lines.find((line) => line.includes("MIDOK"))).toMatch(
    /,10,8,0,12\.5,0,.*,-2,,,,,,,,\d,.*,Riverside Warehouse$/,
  );
  expect(lines.find((line) => line.includes("MIDSUR"))).toMatch(
    /,10,10,2,12\.5,25,.*,-2,,,,,,,,\d,.*,Riverside Warehouse$/,
  );
  const { bytes } = await report("?format=xlsx");
  const rows = await cellsIn(bytes, "Results");
  expect(rows[0]?.slice(-2)).toEqual(["Moved before the count", "Moved before the count (no currency)"]);
  expect(rows.find(([name]) => name === "Total")).toEqual([
    "Total",
    4,
    40,
    0,
    2,
    28,
    500,
    0,
    25,
    350,
    -14,
    -175,
  ]);
});

const pdf = async (query: string) => pdfText((await report(`?format=pdf${query}`)).bytes);

test("the Differences PDF has the item with a difference alone, and says what moved before its count", async () => {
  const text = await pdf("&only=differences");
  expect(text).not.toContain("MIDOK");
  expect(text).toMatch(/MIDSUR Article MIDSUR Moved before the count: -2 .* 10 10 2 12\.50 25\.00/);
  expect(text).toContain("Expected plus moved before the count less not counted plus difference is found.");
});

test("the inventory list says what moved before the count, for lines and sums", async () => {
  const text = await pdf("");
  expect(text).toMatch(
    /MIDOK Article MIDOK Moved before the count: -2 pcs 10 8 0 12\.50 125\.00 100\.00 0\.00/,
  );
  expect(text).toMatch(/Total pcs 40 28 2 500\.00 350\.00 25\.00 Moved before the count pcs -14 -175\.00/);
});

describe("the settlements", () => {
  const settle = async (code: string) => {
    const { oid } = await warehouse.item(id, code);
    return warehouse.manager.put(`/api/inventories/${id}/explain`, {
      itemIds: [oid],
      settlement: "surplus",
      cause: null,
    });
  };

  test.each(["MIDOK", "MIDGONE", "LATER"])("%s has no difference to settle", async (code) => {
    expect((await settle(code)).body.errors).toMatchObject([
      { message: expect.stringMatching(/no difference/) },
    ]);
  });

  test("MIDSUR is settled, and nothing is left", async () => {
    expect(await pdf("&only=minutes")).toMatch(/Not settled 1 pcs 2 25/);
    expect((await settle("MIDSUR")).status).toBe(204);
    expect(await pdf("&only=minutes")).toMatch(/Surplus Settled by Max Dvorak, .* 1 pcs 2 25/);
    expect(await pdf("&only=minutes")).not.toContain("Not settled");
  });
});

test("an article that is found where the books have it, outside the stocktake, is no difference, also as of a day", async () => {
  await warehouse.addLocation("room");
  await warehouse.addLocation("annex");
  await warehouse.article("ROOM", { room: 1 });
  await warehouse.article("ANNEX", { annex: 5 }, { price: 2 });
  const own = await warehouse.stocktake(["room"]);
  const decisiveDay = new Date().toISOString().slice(0, 10);
  const frame = { purpose: "yearEnd", decisiveDay, method: "physical", committee: [] };
  await warehouse.manager.put(`/api/inventories/${own}/frame`, frame);
  const found = {
    articleId: warehouse.id("ANNEX"),
    inventoryQuantity: 5,
    inventoryLocationId: warehouse.at("annex"),
  };
  expect((await warehouse.user.post(`/api/inventories/${own}/items`, found)).status).toBe(201);
  await warehouse.move(own, "finish", "process");
  const path = `/api/inventories/${own}/report`;
  const { body } = await warehouse.manager.get(path);
  const figures = { quantity: 0, inventoryQuantity: 5, movedBeforeCount: 5, difference: 0 };
  const asOf = { quantity: 5, found: 5, difference: 0, moved: 0, notOfDay: 0, differenceValue: 0 };
  expect(body.unexpected).toMatchObject([{ ...figures, asOf }]);
  expect(body.asOf).toMatchObject({ quantity: 6, notCounted: 1, moved: 0, difference: 0, found: 5 });
  const text = await getPdf(warehouse.manager, `${path}?format=pdf`);
  expect(text).toMatch(/ANNEX Article ANNEX Recorded where it was found: 5 found at annex/);
  await warehouse.move(own, "close");
  expect(await warehouse.stock("ANNEX")).toEqual({ annex: 5 });
  expect((await warehouse.manager.get(path)).body.unexpected).toMatchObject([{ ...figures, asOf }]);
});

test("sums have what moved where as many pieces of other articles came as left", async () => {
  await warehouse.addLocation("loft");
  await warehouse.article("DEAR", { loft: 10 }, { price: 10 });
  await warehouse.article("CHEAP", { loft: 5 }, { price: 2 });
  const own = await warehouse.stocktake(["loft"]);
  await warehouse.put("DEAR", { loft: 7 });
  await warehouse.put("CHEAP", { loft: 8 });
  await warehouse.count(own, "DEAR", 7);
  await warehouse.count(own, "CHEAP", 8);
  await warehouse.move(own, "finish", "process");
  const text = await getPdf(warehouse.manager, `/api/inventories/${own}/report?format=pdf&only=minutes`);
  expect(text).toMatch(/Total 2 110\.00 0\.00 -24\.00 0\.00 86\.00/);
  expect(text).toContain("Expected plus moved before the count less not counted plus difference is found.");
});

test("subtotals of locations have what moved from one to the other", async () => {
  for (const name of ["north", "south"]) await warehouse.addLocation(name);
  await warehouse.article("BOTH", { north: 10, south: 5 });
  const own = await warehouse.stocktake(["north", "south"]);
  await warehouse.put("BOTH", { north: 7, south: 8 });
  await warehouse.count(own, "BOTH", 7, "north");
  await warehouse.count(own, "BOTH", 8, "south");
  await warehouse.move(own, "finish", "process");
  const { bytes } = await warehouse.manager.get(`/api/inventories/${own}/report?format=xlsx`);
  const [head = [], ...rows] = await cellsIn(bytes, "Subtotals");
  const moved = (place: string) =>
    rows.find(([name]) => name === place)?.[head.indexOf("Moved before the count")];
  expect([moved("north"), moved("south")]).toEqual([-3, 3]);
});
