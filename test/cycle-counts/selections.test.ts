import { beforeEach, expect, test } from "vitest";
import { drawSample } from "../../src/inventories/draw.ts";
import { eventually } from "../harness/eventually.ts";
import { holdSlices } from "../jobs/slices.ts";
import { endOf } from "../jobs/waiting.ts";
import { DAY_MS, HOUR_MS, type PlanServer, startPlanServer } from "./plans-server.ts";

// What plans choose.

let plans: PlanServer;
beforeEach(async () => {
  plans = await startPlanServer();
});

/** Lets a plan make its stocktake; returns what it counts. */
async function chosen(selection: object): Promise<{ oid: number; codes: readonly string[] }> {
  const { warehouse } = plans;
  const locationIds = ["A", "B", "C"].map((name) => warehouse.at(name));
  const before = (await plans.runs()).length;
  await plans.plan({
    name: `Plan ${before}`,
    schedule: { every: "day", atHour: (6 + before) % 24 },
    toDate: "2032-03-01",
    selection: { locationIds, ...selection },
  });
  plans.clock.advance(HOUR_MS);
  const oid = (await plans.settled(before + 1)).at(-1)?.inventory.oid ?? 0;
  return { oid, codes: await plans.codes(oid) };
}

test("ABC by value takes the articles that make the share, over all their locations", async () => {
  const { warehouse } = plans;
  await warehouse.article("T1", { A: 10, B: 10 }, { price: 40 });
  await warehouse.article("T2", { A: 1 }, { price: 150 });
  await warehouse.article("T3", { B: 4 }, { price: 10 });
  await warehouse.article("T4", { C: 9 }, { price: 0 });
  const abc = { by: "value", a: 80, ab: 95 };
  const of = (...classes: string[]) => chosen({ kind: "abc", abc: { ...abc, classes } });
  expect((await of("A")).codes).toEqual(["T1", "T1"]);
  expect((await of("B")).codes).toEqual(["T2"]);
  expect((await of("C", "B")).codes).toEqual(["T2", "T3", "T4"]);
});

test("the classes are of all stock, also of what was counted lately and is left out", async () => {
  const { warehouse } = plans;
  await warehouse.article("T1", { A: 1 }, { price: 8000 });
  await warehouse.article("T2", { B: 1 }, { price: 1500 });
  await warehouse.article("T3", { B: 1 }, { price: 500 });
  const id = await warehouse.stocktake(["A"]);
  await warehouse.count(id, "T1", 1);
  await warehouse.move(id, "finish", "process", "close");
  const abc = { by: "value", a: 80, ab: 95, classes: ["A", "B"] };
  expect((await chosen({ kind: "abc", abc, notCountedDays: 30 })).codes).toEqual(["T2"]);
});

test("ABC by value compares prices without a currency with those in the company's", async () => {
  const { warehouse } = plans;
  const big = await warehouse.article("T1", { A: 1 }, { price: 900 });
  await warehouse.article("T2", { A: 1 }, { price: 50 });
  await warehouse.manager.put(`/api/articles/${big}/full`, { currencyTypeId: 1 });
  await warehouse.manager.put("/api/currencytypes/1", { isDefault: true });
  const { codes } = await chosen({ kind: "abc", abc: { by: "value", a: 80, ab: 95, classes: ["A"] } });
  expect(codes).toEqual(["T1"]);
});

test("ABC by value compares them also where lists offer one currency alone", async () => {
  const { warehouse } = plans;
  const big = await warehouse.article("T1", { A: 1 }, { price: 900 });
  await warehouse.article("T2", { A: 1 }, { price: 50 });
  await warehouse.manager.put(`/api/articles/${big}/full`, { currencyTypeId: 1 });
  await warehouse.manager.put("/api/currencytypes/2", { isHidden: true });
  const { codes } = await chosen({ kind: "abc", abc: { by: "value", a: 80, ab: 95, classes: ["A"] } });
  expect(codes).toEqual(["T1"]);
});

test("ABC by movements takes what was moved most in the period, without what a close has corrected", async () => {
  const { warehouse } = plans;
  for (const code of ["T1", "T2", "T3"]) await warehouse.article(code, { A: 10 });
  plans.clock.advance(1000);
  const id = await warehouse.stocktake(["A"]);
  for (const code of ["T1", "T2"]) await warehouse.count(id, code, 5);
  plans.clock.advance(1000);
  await warehouse.move(id, "finish", "process", "close");
  for (const pieces of [6, 7, 8, 9]) {
    plans.clock.advance(1000);
    await warehouse.put("T3", { A: pieces });
  }
  const { codes } = await chosen({
    kind: "abc",
    abc: { by: "movements", days: 30, classes: ["A"], a: 60, ab: 95 },
  });
  expect(codes).toEqual(["T3"]);
});

test("what was found elsewhere was counted there", async () => {
  const { warehouse } = plans;
  await warehouse.article("T1", { A: 1 });
  await warehouse.article("T2", { B: 1 });
  const id = await warehouse.stocktake(["A"]);
  await warehouse.count(id, "T1", { inventoryQuantity: 1, inventoryLocationId: warehouse.at("B") });
  await warehouse.move(id, "finish", "process", "close");
  expect(await warehouse.stock("T1")).toEqual({ B: 1 });
  expect((await chosen({ kind: "notCounted", notCountedDays: 30 })).codes).toEqual(["T2"]);
});

test("what was never counted comes first, then what was counted longest ago", async () => {
  const { warehouse } = plans;
  for (const code of ["T1", "T2", "T3"]) await warehouse.article(code, { A: 10 });
  for (const code of ["T2", "T1"]) {
    const id = await warehouse.stocktake(["A"]);
    await warehouse.count(id, code, 10);
    await warehouse.move(id, "finish", "process", "close");
    plans.clock.advance(1000);
  }
  expect((await chosen({ kind: "notCounted", limit: 1 })).codes).toEqual(["T3"]);
  expect((await chosen({ kind: "notCounted", limit: 2 })).codes).toEqual(["T2", "T3"]);
  expect((await chosen({ kind: "notCounted", notCountedDays: 1 })).codes).toEqual(["T3"]);
});

test("locations are counted as a whole, as many as the plan says", async () => {
  const { warehouse } = plans;
  await warehouse.article("T1", { A: 1, B: 1 });
  await warehouse.article("T2", { A: 1, C: 1 });
  expect((await chosen({ kind: "location", limit: 1 })).codes).toEqual(["T1", "T2"]);
  expect((await chosen({ kind: "location", limit: 2 })).codes).toEqual(["T1", "T1", "T2"]);
});

test("a person's articles are those that the person has or is responsible for", async () => {
  const { warehouse } = plans;
  await warehouse.article("T1", { A: 1 }, { userId: 3 });
  await warehouse.article("T2", { A: 1 }, { responsibleUserId: 3 });
  await warehouse.article("T3", { A: 1 });
  expect((await chosen({ kind: "person", userId: 3 })).codes).toEqual(["T1", "T2"]);
});

test("a sample is the one of its recorded seed", async () => {
  const { warehouse } = plans;
  for (let n = 1; n <= 30; n++) await warehouse.article(`T${n}`, { [n % 2 ? "A" : "B"]: n });
  const { oid, codes } = await chosen({ kind: "sample", limit: 8 });
  const { db } = plans.server.appliance.dependencies.storage;
  const sample = db
    .query<{ population: number; sample: number; seed: string }>(
      { sql: "SELECT * FROM inventorySample WHERE inventoryId = ?", reads: [] },
      [oid],
    )
    .get(oid);
  expect(sample).toMatchObject({ population: 30, sample: 8 });
  const all = Array.from({ length: 30 }, (_, index) => ({
    articleId: warehouse.id(`T${index + 1}`),
    locationId: warehouse.at(index % 2 ? "B" : "A"),
    code: `T${index + 1}`,
  }));
  const again = drawSample(all, 8, sample?.seed ?? "");
  expect(again.map(({ code }) => code).sort()).toEqual(codes);
});

test("the close of a sample records the accuracy", async () => {
  const { warehouse } = plans;
  for (let n = 1; n <= 8; n++) await warehouse.article(`T${n}`, { A: n });
  const { oid, codes } = await chosen({ kind: "sample", limit: 6 });
  const [first = "", , ...others] = codes;
  const piecesOf = (code: string) => Number(code.slice(1));
  const current = warehouse.on(plans.server);
  await current.move(oid, "start");
  // One is short by a piece, one is not counted.
  for (const code of others) await current.count(oid, code, piecesOf(code));
  await current.count(oid, first, piecesOf(first) + 1);
  await current.move(oid, "finish", "process", "close");
  const { body } = await current.manager.get("/api/inventories/accuracy");
  const pieces = [first, ...others].reduce((sum, code) => sum + piecesOf(code), 0);
  expect(body.at(-1)).toMatchObject({
    ...{ inventory: { oid }, isSample: true, items: 6, wrongItems: 1, notCounted: 1, pieces, wrongPieces: 1 },
  });
});

test("stock that moves before its count is part of the record", async () => {
  const { warehouse } = plans;
  for (const code of ["T1", "T2", "T3"]) await warehouse.article(code, { A: 10 }, { price: 2 });
  const id = await warehouse.stocktake(["A"]);
  plans.clock.advance(1000);
  await warehouse.put("T1", { A: 7 });
  plans.clock.advance(1000);
  await warehouse.count(id, "T1", 7);
  await warehouse.count(id, "T2", 10);
  plans.clock.advance(1000);
  await warehouse.put("T2", { A: 4 });
  await warehouse.count(id, "T3", { inventoryQuantity: 10, inventoryLocationId: warehouse.at("B") });
  await warehouse.move(id, "finish", "process", "close");
  const { body } = await warehouse.manager.get("/api/inventories/accuracy");
  // T3 is not where the record says.
  expect(body.at(-1)).toMatchObject({ items: 3, wrongItems: 1, notCounted: 0, pieces: 27, wrongPieces: 10 });
  expect(body.at(-1)).toMatchObject({ value: 54, wrongValue: 20 });
  plans.clock.advance(DAY_MS);
  const later = plans.server.manager;
  const since = new Date(plans.clock.now()).toISOString();
  expect((await later.get(`/api/inventories/accuracy?since=${since}`)).body).toEqual([]);
});

test("the number of records of a selection is asked for without a plan, by Managers, and what is not complete is 400", async () => {
  const { warehouse } = plans;
  await warehouse.article("T1", { A: 1, B: 1 });
  await warehouse.article("T2", { A: 1, C: 1 });
  const { manager } = warehouse;
  const locationIds = [warehouse.at("A"), warehouse.at("C")];
  const count = async (selection: object) =>
    (await manager.post("/api/count-plans/selection", { selection: { locationIds, ...selection } })).body;
  expect(await count({ kind: "notCounted" })).toEqual({ count: 3 });
  expect(await count({ kind: "notCounted", limit: 2 })).toEqual({ count: 2 });
  expect(await count({ kind: "sample", limit: 1 })).toEqual({ count: 1 });
  expect((await count({ kind: "sample" })).errors).toMatchObject([{ path: "selection.sample" }]);
  expect((await manager.get("/api/count-plans")).body).toEqual([]);
  const other = plans.server.admin2;
  const foreign = { selection: { kind: "notCounted", locationIds } };
  expect((await other.post("/api/count-plans/selection", foreign)).body).toEqual({ count: 0 });
});

test("a sample whose choice was cancelled is drawn as its plan was when the seed was stored", async () => {
  plans = await startPlanServer({ sliceMs: 0 });
  const { warehouse, server, clock } = plans;
  const { manager, admin } = server;
  for (let n = 1; n <= 6; n++) await warehouse.article(`T${n}`, { [n <= 4 ? "A" : "B"]: 1 });
  const sampleAt = (limit: number, ...names: string[]) => ({
    selection: { kind: "sample", limit, locationIds: names.map((name) => warehouse.at(name)) },
  });
  const plan = await plans.plan(sampleAt(2, "A"));
  const slices = holdSlices(server);
  clock.advance(HOUR_MS);
  const path = await eventually(async () => {
    const [job] = (await admin.get("/api/jobs")).body;
    return `/api/jobs/${job.id}`;
  });
  expect((await admin.put(`${path}/cancel`)).status).toBe(200);
  slices.release();
  expect(await endOf(admin, path)).toMatchObject({ state: "cancelled" });
  const [run] = await plans.runs();
  const edited = { ...plans.fields, ...sampleAt(6, "A", "B") };
  expect((await manager.put(`/api/count-plans/${plan}`, edited)).status).toBe(200);
  clock.advance(1000);
  await plans.settled(1);
  const records = ["T1", "T2", "T3", "T4"].map((code) => ({
    code,
    articleId: warehouse.id(code),
    locationId: warehouse.at("A"),
  }));
  const drawn = drawSample(records, 2, run?.seed ?? "").map(({ code }) => code);
  expect(await plans.codes(run?.inventory.oid ?? 0)).toEqual(drawn.toSorted());
});
