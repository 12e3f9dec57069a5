import { expect, test } from "vitest";
import { cellsIn } from "../tables/reading.ts";
import { DAILY, startPlanServer } from "./plans-server.ts";

test("count plans are exported with their schedule and limits, in the language of the caller", async () => {
  const plans = await startPlanServer();
  const { manager } = plans.server;
  const { warehouse } = plans;
  const locationIds = [warehouse.at("A"), warehouse.at("B")];
  await plans.plan({
    name: "=1+1",
    selection: { kind: "notCounted", locationIds, limit: 30, notCountedDays: 90 },
    secondCount: { pieces: 3, value: 12.5 },
    counterId: 3,
  });
  await plans.plan({
    name: "Value",
    schedule: { every: "week", weekdays: [1, 4], atHour: 7 },
    selection: { kind: "abc", abc: { by: "value", classes: ["A", "B"] } },
    isPaused: true,
  });
  const { status, bytes } = await manager.get("/api/export/count-plans");
  expect(status).toBe(200);
  // A formula is text.
  expect(bytes.toString()).toContain("'=1+1");
  const [head = [], first = [], second = [], ...rest] = await cellsIn(bytes);
  expect(rest).toEqual([]);
  const of = (row: readonly unknown[]) => Object.fromEntries(head.map((title, at) => [title, row[at]]));
  expect(of(first)).toMatchObject({
    ...{ Name: "=1+1", "What to count": "What was not counted for longest", Locations: "A, B" },
    ...{ "Records at a time": "30", "Not counted for days": "90", When: `Daily at ${DAILY.atHour}:00` },
    ...{ "Who counts": "Uma Svoboda", "Second count above pieces": "3", "Second count above value": "12.5" },
  });
  expect(of(second)).toMatchObject({ "Classes to count": "A, B", When: "Mon, Thu at 7:00", Paused: "TRUE" });
  const german = await manager.get("/api/export/count-plans?format=xlsx", { "Accept-Language": "de" });
  expect(german.headers.get("content-disposition")).toContain("count-plans-2032-03-01.xlsx");
  expect((await cellsIn(german.bytes)).flat()).toContain("Mo, Do um 7:00");
  expect((await plans.server.user.get("/api/export/count-plans")).status).toBe(403);
  expect(await cellsIn((await plans.server.admin2.get("/api/export/count-plans")).bytes)).toHaveLength(1);
});

test("the accuracy over time is exported as the chart has it", async () => {
  const plans = await startPlanServer();
  const { warehouse } = plans;
  await warehouse.article("T1", { A: 9 }, { price: 2 });
  await warehouse.article("T2", { A: 4 }, { price: 5 });
  const oid = await warehouse.stocktake(["A"]);
  await warehouse.count(oid, "T1", 5);
  await warehouse.count(oid, "T2", 4);
  await warehouse.move(oid, "finish", "process", "close");
  const { bytes } = await warehouse.manager.get("/api/export/record-accuracy");
  const [head = [], row = [], ...rest] = await cellsIn(bytes);
  expect(rest).toEqual([]);
  expect(Object.fromEntries(head.map((title, at) => [title, row[at]]))).toMatchObject({
    ...{
      Number: String(oid),
      "Wrong items": "1",
      "Items right in %": "50",
      Pieces: "13",
      "Wrong pieces": "4",
    },
    Company: "Riverside Warehouse",
    ...{ "Pieces right in %": "69.23", Value: "38", "Wrong value": "8", "Value right in %": "78.95" },
  });
  expect(head).not.toContain("Quantity (kg)");
  const xlsx = await warehouse.manager.get("/api/export/record-accuracy?format=xlsx");
  expect(await cellsIn(xlsx.bytes)).toHaveLength(2);
  expect((await warehouse.user.get("/api/export/record-accuracy")).status).toBe(403);
});
