import { expect, test } from "vitest";
import { accuracyInterval } from "../../src/domain/cycle-counts/record-accuracy.ts";
import { HOUR_MS, startPlanServer } from "./plans-server.ts";

// The certificate of a closed stocktake of a random sample.

test("a sample's certificate has the exact interval; what was not counted is wrong; others have none", async () => {
  const plans = await startPlanServer();
  const { warehouse } = plans;
  for (let n = 1; n <= 40; n++) await warehouse.article(`T${n}`, { A: 5 });
  await warehouse.article("Elsewhere", { B: 5 });
  const other = await warehouse.stocktake(["A"]);
  await warehouse.move(other, "finish", "process", "close");
  const locationIds = [warehouse.at("A")];
  await plans.plan({ selection: { kind: "sample", limit: 12, locationIds } });
  plans.clock.advance(HOUR_MS);
  const [run] = await plans.settled(1);
  const oid = run?.inventory.oid ?? 0;
  const path = `/api/inventories/${oid}/certificate`;
  const current = warehouse.on(plans.server);
  expect((await current.manager.get(path)).status).toBe(400);
  await current.move(oid, "start");
  const [first = "", , ...others] = await plans.codes(oid);
  for (const code of others) await current.count(oid, code, 5);
  await current.count(oid, first, 4);
  await current.move(oid, "finish", "process", "close");

  const { status, body } = await current.manager.get(path);
  expect(status).toBe(200);
  const found = { population: 40, sample: 12, wrong: 2 };
  const { estimate, lower, upper } = accuracyInterval(found, 0.95);
  expect(body).toMatchObject({ ...found, notCounted: 1, confidence: 0.95, estimate, lower, upper });
  expect(body.locations).toEqual([{ oid: warehouse.at("A"), name: "A" }]);
  expect(body.seed).toMatch(/^[0-9a-f]{16}$/);
  const sure = (await current.manager.get(`${path}?confidence=99`)).body;
  expect(sure.lower).toBeLessThan(lower);
  for (const language of ["en", "cs", "de", "sk"]) {
    const pdf = await current.manager.get(`${path}?format=pdf`, { "Accept-Language": language });
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  }
  expect((await current.manager.get(`/api/inventories/${other}/certificate`)).status).toBe(400);
  expect((await current.user.get(path)).status).toBe(403);
  expect((await plans.server.admin2.get(path)).status).toBe(404);
});
