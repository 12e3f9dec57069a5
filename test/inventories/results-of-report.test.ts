import { beforeAll, expect, test } from "vitest";
import { sharedWarehouse } from "./stocktake.ts";

// The results of a stocktake have the figures of its report.

const { warehouse } = sharedWarehouse();
beforeAll(() => warehouse.addLocation("A"));

const read = async (path: string) => (await warehouse.manager.get(`/api/inventories/${path}`)).body;
const figures = async (id: number) => ({
  results: (await read(`${id}/items/totals`)).views.all,
  report: (await read(`${id}/report`)).totals.all,
});

test("an unexpected item that was taken back is part of neither", async () => {
  const articleId = await warehouse.article("BACK", {}, { price: 7 });
  await warehouse.article("STAYS", { A: 1 });
  const id = await warehouse.stocktake(["A"]);
  const found = { articleId, inventoryQuantity: 2, inventoryLocationId: warehouse.at("A") };
  await warehouse.user.post(`/api/inventories/${id}/items`, found);
  await warehouse.put("BACK", { A: 5 });
  await warehouse.count(id, "BACK", 0);
  await warehouse.move(id, "finish", "process");
  const { results, report } = await figures(id);
  expect(results).toMatchObject({ items: 1, difference: 0 });
  expect(report).toMatchObject(results);
  const page = await read(`${id}/items/page?view=all`);
  expect(page.items.map(({ article }: { article: { code: string } }) => article.code)).toEqual(["STAYS"]);
  const locations = await read(`${id}/items/locations`);
  expect(locations).toMatchObject([{ items: 1, difference: 0 }]);
  const progress = await read(`${id}/progress?details=true`);
  expect(progress).toMatchObject({ unexpected: 0, results: { unexpected: 0 } });
  await warehouse.move(id, "close");
});

test("a currency in which pieces came and are missing is part of both", async () => {
  await warehouse.article("CAME", { A: 5 }, { price: 7 });
  const id = await warehouse.stocktake(["A"]);
  const { oid } = await warehouse.item(id, "CAME");
  await warehouse.put("CAME", {});
  await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "recount" });
  await warehouse.put("CAME", { A: 3 });
  await warehouse.count(id, "CAME", 0);
  await warehouse.move(id, "finish", "process");
  const missing = await read(`${id}/items/totals`);
  const { totals } = await read(`${id}/report`);
  expect(missing.views.missing.values).toMatchObject([{ expected: 0, moved: 21, difference: -21, found: 0 }]);
  expect(totals.missing).toMatchObject(missing.views.missing);
  await warehouse.move(id, "close");
});

test("a closed stocktake keeps the units of its close", async () => {
  const articleId = await warehouse.article("WEIGHED", { A: 5 });
  const id = await warehouse.stocktake(["A"]);
  const { oid } = await warehouse.count(id, "WEIGHED", 5);
  await warehouse.move(id, "finish", "process", "close");
  const { status } = await warehouse.manager.put(`/api/articles/${articleId}/full`, { unit: "kg" });
  expect(status).toBe(200);
  const { results, report } = await figures(id);
  expect(results.quantities).toMatchObject([{ unit: null }]);
  expect(report.quantities).toEqual(results.quantities);
  expect((await read(`${id}/items/locations`))[0].quantities).toMatchObject([{ unit: null }]);
  expect((await read(`items/${oid}`)).unit).toBeNull();
});
