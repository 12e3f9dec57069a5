import { expect, test } from "vitest";
import { accuracyInterval } from "../../src/domain/cycle-counts/record-accuracy.ts";
import { accuracyOf } from "../../src/inventories/accuracy.ts";
import { holdSlices } from "../jobs/slices.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { HOUR_MS, startPlanServer } from "./plans-server.ts";

// What the random sample of records of a closed stocktake says. It makes no certificate.

/** The stocktake of a random sample of so many articles of 5 pieces, which a plan has made. */
async function madeSample(articles: number, sample: number, options?: { readonly sliceMs: number }) {
  const plans = await startPlanServer(options);
  for (let n = 1; n <= articles; n++) await plans.warehouse.article(`T${n}`, { A: 5 });
  await plans.warehouse.article("Elsewhere", { B: 5 });
  const locationIds = [plans.warehouse.at("A")];
  await plans.plan({ selection: { kind: "sample", limit: sample, locationIds } });
  plans.clock.advance(HOUR_MS);
  const [run] = await plans.settled(1);
  const oid = run?.inventory.oid ?? 0;
  const warehouse = plans.warehouse.on(plans.server);
  const certificate = (query = "", headers = {}) =>
    warehouse.manager.get(`/api/inventories/${oid}/certificate${query}`, headers);
  return {
    server: plans.server,
    clock: plans.clock,
    warehouse,
    oid,
    codes: await plans.codes(oid),
    certificate,
  };
}

/** That stocktake when it is closed: one article of the sample has another quantity, one was not counted. */
async function closedSample(articles: number, sample: number) {
  const made = await madeSample(articles, sample);
  const { warehouse, oid, codes } = made;
  await warehouse.move(oid, "start");
  const [first = "", , ...others] = codes;
  for (const code of others) await warehouse.count(oid, code, 5);
  await warehouse.count(oid, first, 4);
  await warehouse.move(oid, "finish", "process", "close");
  return made;
}

test("what a sample says has the exact interval, for which what was not counted is wrong", async () => {
  const { certificate, warehouse } = await closedSample(40, 12);
  const { status, body } = await certificate();
  expect(status).toBe(200);
  const found = { population: 40, sample: 12, wrong: 2 };
  const { estimate, lower, upper } = accuracyInterval(found, 0.95);
  expect(body).toMatchObject({ ...found, notCounted: 1, confidence: 0.95, estimate, lower, upper });
  expect(body.locations).toEqual([{ oid: warehouse.at("A"), name: "A" }]);
  expect(body.seed).toMatch(/^[0-9a-f]{16}$/);
  expect(body).toMatchObject({ noCertificate: "notByValue", value: null });
});

test("the interval of a higher confidence is wider", async () => {
  const { certificate } = await closedSample(24, 12);
  const { lower } = (await certificate()).body;
  expect((await certificate("?confidence=99")).body.lower).toBeLessThan(lower);
});

test("a sample of records makes no document to sign", async () => {
  const { certificate } = await closedSample(6, 3);
  const refused = await certificate("?format=pdf");
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("Only a sample by value");
});

test("a sample has no certificate before its close", async () => {
  const { certificate } = await madeSample(2, 1);
  expect((await certificate()).status).toBe(400);
});

test("a close that was cancelled leaves no certificate and no accuracy", async () => {
  const { server, warehouse, oid, codes, certificate } = await madeSample(2, 2, { sliceMs: 0 });
  await warehouse.move(oid, "start");
  for (const code of codes) await warehouse.count(oid, code, 4);
  await warehouse.move(oid, "finish", "process");
  const slices = holdSlices(server);
  const job = await startJob(warehouse.manager, `/api/inventories/${oid}/close`);
  const { db } = server.appliance.dependencies.storage;
  while (accuracyOf.first(db, { tenantId: 1, inventoryId: oid }) === null) await slices.run(1);
  expect((await certificate()).status).toBe(400);
  expect((await warehouse.manager.put(`${job}/cancel`)).status).toBe(200);
  slices.release();
  expect(await endOf(warehouse.manager, job)).toMatchObject({ state: "cancelled" });
  expect((await certificate()).status).toBe(400);
  expect((await warehouse.manager.get("/api/inventories/accuracy")).body).toEqual([]);
});

test("certificate and accuracy name the time of the close that the report names", async () => {
  const { server, clock, warehouse, oid, codes, certificate } = await madeSample(4, 2, { sliceMs: 0 });
  await warehouse.move(oid, "start");
  for (const code of codes) await warehouse.count(oid, code, 4);
  await warehouse.move(oid, "finish", "process");
  const slices = holdSlices(server);
  const job = await startJob(warehouse.manager, `/api/inventories/${oid}/close`);
  const { db } = server.appliance.dependencies.storage;
  while (accuracyOf.first(db, { tenantId: 1, inventoryId: oid }) === null) await slices.run(1);
  clock.advance(1000);
  slices.release();
  expect(await endOf(warehouse.manager, job)).toMatchObject({ state: "done" });
  const { closedDT } = (await warehouse.manager.get(`/api/inventories/${oid}/report`)).body;
  expect((await certificate()).body.closedDT).toBe(closedDT);
  expect((await warehouse.manager.get("/api/inventories/accuracy")).body).toMatchObject([{ closedDT }]);
});

test("a stocktake of no sample has no certificate", async () => {
  const { warehouse } = await startPlanServer();
  await warehouse.article("T1", { A: 5 });
  const id = await warehouse.stocktake(["A"]);
  await warehouse.move(id, "finish", "process", "close");
  expect((await warehouse.manager.get(`/api/inventories/${id}/certificate`)).status).toBe(400);
});
