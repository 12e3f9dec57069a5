import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "../inventories/stocktake.ts";
import { cellsIn } from "../tables/reading.ts";

// Kilograms and pieces have no sum, so a closed stocktake says of each unit how much of it was right.

const server = sharedServer();
let warehouse: Warehouse;
let oid: number;

beforeAll(async () => {
  warehouse = createWarehouse(server);
  await warehouse.addLocation("Silo");
  const add = async (code: string, quantity: number, unit: string | null) => {
    const id = await warehouse.article(code, { Silo: quantity }, { price: 2 });
    expect((await warehouse.manager.put(`/api/articles/${id}/full`, { unit })).status).toBe(200);
  };
  await add("BOLT", 8, null);
  await add("SUGAR", 1000, "kg");
  await add("FLOUR", 200, "kg");
  await add("ROPE", 50, "m");
  await add("MILK", 7, "l");
  oid = await warehouse.stocktake(["Silo"]);
  await warehouse.count(oid, "BOLT", 6);
  await warehouse.count(oid, "SUGAR", 1000);
  await warehouse.count(oid, "FLOUR", 260);
  await warehouse.count(oid, "ROPE", 50);
  await warehouse.move(oid, "finish", "process", "close");
});

const accuracy = async () => (await warehouse.manager.get("/api/inventories/accuracy")).body.at(-1);

test("pieces are those of articles counted in pieces alone", async () => {
  expect(await accuracy()).toMatchObject({ inventory: { oid }, pieces: 8, wrongPieces: 2 });
});

test("each other unit that was counted has its own quantities, by name", async () => {
  expect((await accuracy()).otherUnits).toEqual([
    { unit: "kg", quantity: 1200, wrongQuantity: 60 },
    { unit: "m", quantity: 50, wrongQuantity: 0 },
  ]);
});

test("items and values are those of all units", async () => {
  expect(await accuracy()).toMatchObject({
    items: 5,
    wrongItems: 2,
    notCounted: 1,
    value: 2516,
    wrongValue: 124,
  });
});

test("the export has columns of each unit after all others", async () => {
  const { bytes } = await warehouse.manager.get("/api/export/record-accuracy");
  const [head = [], ...rows] = await cellsIn(bytes);
  const row = rows.at(-1) ?? [];
  expect(head.slice(-8, -1)).toEqual([
    "Value right in %",
    ...["Quantity (kg)", "Wrong quantity (kg)", "Right in % (kg)"],
    ...["Quantity (m)", "Wrong quantity (m)", "Right in % (m)"],
  ]);
  expect(row.slice(-7, -1)).toEqual(["1200", "60", "95", "50", "0", "100"]);
  expect(row[head.indexOf("Pieces right in %")]).toBe("75");
});

test("a later change of an article's unit leaves it", async () => {
  const before = await accuracy();
  await warehouse.manager.put(`/api/articles/${warehouse.id("ROPE")}/full`, { unit: "cm" });
  expect(await accuracy()).toEqual(before);
});
