import { beforeEach, describe, expect, test } from "vitest";
import { DAILY, DAY_MS, HOUR_MS, type PlanServer, startPlanServer } from "./plans-server.ts";

// When plans make stocktakes: once for each due date, whatever happens to the server and its clock.

let plans: PlanServer;
beforeEach(async () => {
  plans = await startPlanServer();
  const { warehouse } = plans;
  await warehouse.article("T1", { A: 3 });
  await warehouse.article("T2", { B: 4 });
});

const close = async (inventoryId: number) => {
  const { warehouse } = plans;
  await warehouse.move(inventoryId, "start", "finish", "process", "close");
};

test("a due plan makes a prepared stocktake at its hour of the time zone, and one for each date", async () => {
  await plans.plan({ counterId: 3, isBlind: true, secondCount: { pieces: 2, value: 10.5 } });
  expect(await plans.runs()).toEqual([]);
  plans.clock.advance(HOUR_MS);
  const [run] = await plans.settled(1);
  expect(run).toMatchObject({ dueDate: "2032-03-01", outcome: "made", isLast: true });
  expect(run?.inventory).toMatchObject({ name: "Shelves 2032-03-01", inventoryStateId: 2 });
  const oid = run?.inventory.oid ?? 0;
  const { body } = await plans.server.manager.get(`/api/inventories/${oid}`);
  expect(body).toMatchObject({ isBlind: true, isSelective: true, counter: { id: 3 } });
  expect(body.secondCount).toEqual({ pieces: 2, percent: null, value: 10.5 });
  expect(await plans.codes(oid)).toEqual(["T1", "T2"]);
  await close(oid);
  plans.clock.advance(3 * HOUR_MS);
  await plans.server.restart();
  plans.clock.advance(DAY_MS - HOUR_MS);
  const [, second, ...others] = await plans.settled(2);
  expect(second).toMatchObject({ dueDate: "2032-03-02", outcome: "made" });
  expect(others).toEqual([]);
});

test("a server that was off for a week makes one stocktake, of the newest date", async () => {
  await plans.plan();
  await plans.server.halt();
  plans.clock.advance(7 * DAY_MS + HOUR_MS);
  await plans.server.restart();
  expect(await plans.settled(1)).toMatchObject([{ dueDate: "2032-03-08", outcome: "made" }]);
});

test("while the last stocktake is open, the date is skipped, and says which one", async () => {
  await plans.plan();
  plans.clock.advance(HOUR_MS);
  const [first] = await plans.settled(1);
  plans.clock.advance(DAY_MS);
  const [, skipped] = await plans.settled(2);
  expect(skipped).toMatchObject({ dueDate: "2032-03-02", outcome: "skipped", isLast: true });
  expect(skipped?.inventory.oid).toBe(first?.inventory.oid);
  await close(first?.inventory.oid ?? 0);
  plans.clock.advance(DAY_MS);
  expect(await plans.settled(3)).toMatchObject([{}, {}, { dueDate: "2032-03-03", outcome: "made" }]);
});

test("a clock that is set back makes no second stocktake of a date", async () => {
  await plans.plan();
  plans.clock.advance(DAY_MS + HOUR_MS);
  const [run] = await plans.settled(1);
  await close(run?.inventory.oid ?? 0);
  await plans.server.halt();
  plans.clock.setSystemTime(plans.clock.now() - DAY_MS);
  await plans.server.restart();
  // Another plan, which is due: the service has looked at both.
  await plans.plan({ name: "Other", schedule: { every: "day", atHour: 23 } });
  plans.clock.advance(DAY_MS);
  const runs = await plans.settled(3);
  const own = runs.filter(({ plan }) => plan.oid === run?.plan.oid);
  expect(own.map(({ dueDate }) => dueDate)).toEqual(["2032-03-02", "2032-03-03"]);
});

/** Adds a trigger until the server ends. */
const addTrigger = (text: string) =>
  plans.server.appliance.dependencies.storage.db
    .query({ sql: `CREATE TEMP TRIGGER intervention ${text}`, reads: [] }, [])
    .run();

const FIRST_JOB = "ON main.job WHEN NEW.subjectId = (SELECT min(inventoryId) FROM countPlanRun)";

test("a stocktake that can't be prepared does not hold up the others", async () => {
  for (const name of ["One", "Two"]) await plans.plan({ name });
  addTrigger(`BEFORE INSERT ${FIRST_JOB} BEGIN SELECT raise(ABORT, 'no'); END`);
  plans.clock.advance(HOUR_MS);
  const runs = await plans.settled(1);
  expect(runs.map(({ inventory }) => inventory.inventoryStateId)).toEqual([1, 2]);
});

test("a stocktake that is cancelled before it is prepared stays cancelled", async () => {
  for (const name of ["One", "Two", "Three"]) await plans.plan({ name });
  const second = "(SELECT min(inventoryId) + 1 FROM countPlanRun)";
  addTrigger(
    `AFTER INSERT ${FIRST_JOB} BEGIN UPDATE inventory SET inventoryStateId = 8 WHERE oid = ${second}; END`,
  );
  plans.clock.advance(HOUR_MS);
  await expect
    .poll(async () => (await plans.runs()).map((run) => run.inventory.inventoryStateId))
    .toEqual([2, 8, 2]);
});

test("a stocktake that a crash left unprepared is prepared after the next start", async () => {
  await plans.plan();
  // The job can't be stored: as if the process had ended between the two transactions.
  addTrigger("BEFORE INSERT ON main.job BEGIN SELECT raise(ABORT, 'crash'); END");
  plans.clock.advance(HOUR_MS);
  await expect.poll(async () => (await plans.runs()).length).toBe(1);
  expect(await plans.runs()).toMatchObject([{ outcome: "made", inventory: { inventoryStateId: 1 } }]);
  await plans.server.restart();
  expect(await plans.settled(1)).toMatchObject([{ outcome: "made", inventory: { inventoryStateId: 2 } }]);
});

test("what a plan has selected can't become a person's stocktake", async () => {
  await plans.plan();
  addTrigger(`BEFORE INSERT ${FIRST_JOB} BEGIN SELECT raise(ABORT, 'no'); END`);
  plans.clock.advance(HOUR_MS);
  await expect.poll(async () => (await plans.runs()).length).toBe(1);
  const [run] = await plans.runs();
  const change = (personId: number | null) =>
    plans.server.manager.put(`/api/inventories/${run?.inventory.oid}`, { personId });
  const { status, body } = await change(3);
  expect([status, body.errors[0].path]).toEqual([400, "personId"]);
  expect((await change(null)).body).toMatchObject({ isSelective: true, person: null });
});

test("a plan that is paused, resumed, ended or deleted makes nothing for the time between", async () => {
  const oid = await plans.plan({ isPaused: true });
  await plans.plan({ name: "Ended", toDate: "2032-03-01", schedule: { every: "day", atHour: 5 } });
  const removed = await plans.plan({ name: "Deleted" });
  expect((await plans.server.manager.delete(`/api/count-plans/${removed}`)).status).toBe(204);
  plans.clock.advance(2 * DAY_MS + HOUR_MS);
  const { manager } = plans.server;
  const { counter: _, oid: __, ...plan } = (await manager.get(`/api/count-plans/${oid}`)).body;
  expect((await manager.put(`/api/count-plans/${oid}`, { ...plan, isPaused: false })).status).toBe(200);
  plans.clock.advance(DAY_MS);
  const runs = await plans.settled(1);
  expect(runs).toMatchObject([{ plan: { oid }, dueDate: "2032-03-04" }]);
});

test.each([
  ["first", { fromDate: "2032-03-10" }, { fromDate: "2032-03-01" }],
  ["last", { toDate: "2032-03-01", schedule: { every: "day", atHour: 5 } }, { toDate: null }],
])("a plan that gets another %s day makes nothing for the time before", async (_, before, after) => {
  const oid = await plans.plan(before);
  // Wednesday, 06:30.
  plans.clock.advance(2 * DAY_MS + HOUR_MS);
  const { counter: __, oid: ___, ...plan } = (await plans.server.manager.get(`/api/count-plans/${oid}`)).body;
  expect((await plans.server.manager.put(`/api/count-plans/${oid}`, { ...plan, ...after })).status).toBe(200);
  // Another plan, which is due in an hour: the service has looked at both.
  const other = await plans.plan({ name: "Other", schedule: { every: "day", atHour: 7 } });
  plans.clock.advance(HOUR_MS);
  expect(await plans.settled(1)).toMatchObject([{ plan: { oid: other }, dueDate: "2032-03-03" }]);
  plans.clock.advance(DAY_MS);
  const own = (await plans.settled(3)).filter(({ plan }) => plan.oid === oid);
  expect(own.map(({ dueDate }) => dueDate)).toEqual(["2032-03-04"]);
});

test("where there is nothing to count the stocktake is cancelled, and the run says so", async () => {
  const { warehouse } = plans;
  await plans.plan({ selection: { kind: "notCounted", locationIds: [warehouse.at("C")] } });
  plans.clock.advance(HOUR_MS);
  expect(await plans.settled(1)).toMatchObject([{ outcome: "empty", inventory: { inventoryStateId: 8 } }]);
});

describe("a plan is refused", () => {
  const post = (fields: object) => {
    const base = { name: "P", fromDate: "2032-03-01", schedule: DAILY, selection: { kind: "notCounted" } };
    return plans.server.manager.post("/api/count-plans", { ...base, ...fields });
  };

  test.each([
    ["name", { name: "x".repeat(181) }],
    ["selection.abc", { selection: { kind: "abc" } }],
    ["selection.abc.classes", { selection: { kind: "abc", abc: { by: "value", classes: [] } } }],
    ["selection.abc.ab", { selection: { kind: "abc", abc: { by: "value", classes: ["A"], a: 90, ab: 80 } } }],
    ["selection.sample", { selection: { kind: "sample" } }],
    ["selection.notCountedDays", { selection: { kind: "sample", limit: 5, notCountedDays: 30 } }],
    ["selection.userId", { selection: { kind: "person" } }],
    ["selection.userId", { selection: { kind: "person", userId: 999_999 } }],
    ["selection.locationIds.0", { selection: { kind: "location", locationIds: [999_999] } }],
    ["schedule.weekdays", { schedule: { every: "week" } }],
    ["toDate", { toDate: "2032-02-01" }],
    ["counterId", { counterId: 999_999 }],
    ["fromDate", { fromDate: "2032-02-30" }],
  ])("without a right %s", async (path, fields) => {
    const { status, body } = await post(fields);
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
  });

  test("with a name that another plan has", async () => {
    await post({ name: "Taken" });
    expect((await post({ name: "taken" })).status).toBe(409);
  });
});

test("plans of other tenants are hidden", async () => {
  const oid = await plans.plan();
  const other = plans.server.admin2;
  expect((await other.get(`/api/count-plans/${oid}`)).status).toBe(404);
  expect((await other.delete(`/api/count-plans/${oid}`)).status).toBe(404);
  expect((await other.get("/api/count-plans")).body).toEqual([]);
});
