import { expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { startWarehouse } from "./stocktake.ts";

// The figures as of a decisive day before the stock records begin.

const DECISIVE_DAY = "2030-12-31";
const DAY_MS = 24 * 3_600_000;

/** A warehouse on 4 January. */
async function startInJanuary() {
  const clock = createClock(Date.parse("2031-01-04T09:00:00.000Z"));
  return { clock, ...(await startWarehouse(["shelf"], { clock })) };
}

/** Counts an article the next day, and returns its figures of the report and of the item. */
async function count({ clock, warehouse }: Awaited<ReturnType<typeof startInJanuary>>, pieces: number) {
  clock.advance(DAY_MS);
  const id = await warehouse.stocktake(["shelf"]);
  const frame = { purpose: "yearEnd", decisiveDay: DECISIVE_DAY, method: "physical", committee: [] };
  expect((await warehouse.manager.put(`/api/inventories/${id}/frame`, frame)).status).toBe(200);
  const { oid } = await warehouse.count(id, "NEW", pieces);
  await warehouse.move(id, "finish");
  const report = (await warehouse.manager.get(`/api/inventories/${id}/report`)).body;
  const item = (await warehouse.manager.get(`/api/inventories/items/${oid}/as-of`)).body;
  return [report.items[0].asOf, item.asOf];
}

test("are those of the end of the day on which the stock was entered", async () => {
  const january = await startInJanuary();
  await january.warehouse.article("NEW", { shelf: 10 });
  const figures = { quantity: 10, found: 9, difference: -1, moved: 0, notOfDay: 0 };
  expect(await count(january, 9)).toMatchObject([figures, figures]);
});

test("have nothing that was entered after the opening stock of an upgrade", async () => {
  const january = await startInJanuary();
  const { server, clock, warehouse } = january;
  const place = { locationId: warehouse.at("shelf"), quantity: 5 };
  const opening = [
    1,
    clock.iso(),
    await warehouse.article("OPENED", {}),
    JSON.stringify([["place", null, place]]),
  ];
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.recordWrite("auditEntry");
    tx.query({ sql: OPENING, reads: [] }, opening).run(...opening);
  });
  await warehouse.article("NEW", { shelf: 10 });
  const figures = { quantity: 0, found: 0, difference: 0, moved: 10, notOfDay: -1 };
  expect(await count(january, 9)).toMatchObject([figures, figures]);
});

const OPENING = `INSERT INTO auditEntry (tenantId, at, cause, entity, entityId, action, changes)
  VALUES (?, ?, 'opening', 'article', ?, 'update', ?)`;
