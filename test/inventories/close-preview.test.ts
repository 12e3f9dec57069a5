import { expect, test } from "vitest";
import { type createWarehouse, startWarehouse } from "./stocktake.ts";

// The preview of a close. Its figures for each rule: close-cases.ts.

const start = async () => {
  const { server, warehouse } = await startWarehouse(["shelf"]);
  return { server, warehouse, previewOf: (id: number) => `/api/inventories/${id}/close-preview` };
};

test("pieces that arrive after a count of 0 stay, and the preview says so", async () => {
  const { warehouse, previewOf } = await start();
  await warehouse.article("gone", { shelf: 2 });
  const id = await warehouse.stocktake(["shelf"]);
  await warehouse.count(id, "gone", 0);
  await warehouse.move(id, "finish", "process");
  const before = await warehouse.manager.get(previewOf(id));
  expect(before.body).toMatchObject({ removed: { articles: 1, pieces: 2 }, fewer: { articles: 0 } });

  await warehouse.put("gone", { shelf: 5 });
  const { oid } = await warehouse.item(id, "gone");
  await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "keepDifference" });
  const { body } = await warehouse.manager.get(previewOf(id));
  expect(body).toMatchObject({ removed: { articles: 0 }, fewer: { articles: 1, pieces: 2 } });
  await warehouse.move(id, "close");
  expect(await warehouse.stock("gone")).toEqual({ shelf: 3 });
});

test("what a close adds and removes is given by unit", async () => {
  const { warehouse, previewOf } = await start();
  const id = await stocktakeOfUnits(warehouse, { box: null, cable: "m", paint: "l", wire: "m" });
  for (const code of ["box", "cable", "paint", "wire"]) await warehouse.count(id, code, 2);
  await warehouse.move(id, "finish", "process");
  expect((await warehouse.manager.get(previewOf(id))).body.fewer).toEqual({
    articles: 4,
    pieces: 12,
    quantities: [
      { unit: null, quantity: 3 },
      { unit: "l", quantity: 3 },
      { unit: "m", quantity: 6 },
    ],
  });
});

/** A stocktake of articles with 5 on the shelf each, in these units. */
async function stocktakeOfUnits(
  warehouse: ReturnType<typeof createWarehouse>,
  units: Readonly<Record<string, string | null>>,
): Promise<number> {
  for (const [code, unit] of Object.entries(units)) {
    const oid = await warehouse.article(code, { shelf: 5 });
    await warehouse.manager.put(`/api/articles/${oid}/full`, { unit });
  }
  return warehouse.stocktake(["shelf"]);
}

test("disposals that are already requested are not announced", async () => {
  const { warehouse, previewOf } = await start();
  for (const code of ["old", "older", "counted"]) await warehouse.article(code, { shelf: 1 });
  const id = await warehouse.stocktake(["shelf"]);
  for (const code of ["old", "older"])
    await warehouse.count(id, code, { inventoryQuantity: 1, isDisposal: true });
  const pending = await warehouse.manager.post("/api/articledisposals", { articleId: warehouse.id("old") });
  expect(pending.status).toBe(201);
  await warehouse.move(id, "finish", "process");
  const { body } = await warehouse.manager.get(previewOf(id));
  expect(body).toMatchObject({ disposals: 1, notCounted: 1 });
});

test("a close with the preview's cursor is refused when an item has changed since", async () => {
  const { warehouse, previewOf } = await start();
  await warehouse.article("counted", { shelf: 2 });
  const id = await warehouse.stocktake(["shelf"]);
  await warehouse.count(id, "counted", 1);
  await warehouse.move(id, "finish", "process");
  const { body: seen } = await warehouse.manager.get(previewOf(id));
  await warehouse.put("counted", { shelf: 4 });
  const close = (cursor: string) => warehouse.manager.put(`/api/inventories/${id}/close?seen=${cursor}`);
  expect((await close(seen.cursor)).status).toBe(412);
  expect((await warehouse.manager.get(`/api/inventories/${id}`)).body.inventoryStateId).toBe(6);
  const { body: now } = await warehouse.manager.get(previewOf(id));
  expect((await close(now.cursor)).status).toBe(200);
});

test("there is a preview only in Processing, for Managers of the tenant", async () => {
  const { server, warehouse, previewOf } = await start();
  await warehouse.article("counted", { shelf: 2 });
  const id = await warehouse.stocktake(["shelf"]);
  expect((await warehouse.manager.get(previewOf(id))).status).toBe(400);
  await warehouse.move(id, "finish", "process");
  expect((await warehouse.user.get(previewOf(id))).status).toBe(403);
  expect((await server.admin2.get(previewOf(id))).status).toBe(404);
  expect((await warehouse.manager.get(previewOf(id))).status).toBe(200);
  await warehouse.move(id, "close");
  expect((await warehouse.manager.get(previewOf(id))).status).toBe(400);
});
