import { beforeAll, expect, test } from "vitest";
import type { ApiResponse } from "../harness/client.ts";
import { sharedWarehouse } from "./stocktake.ts";

// Approvals and decisions on all items that match a filter.

const { warehouse } = sharedWarehouse();
beforeAll(async () => {
  await warehouse.addLocation("hall");
  await warehouse.addLocation("rack", "hall");
  await warehouse.addLocation("yard");
});

let made = 0;

interface Results {
  readonly id: number;
  /** The codes of the items that match a query, in the order of codes. */
  codes(query: string): Promise<string[]>;
  put(path: string, body?: object): Promise<ApiResponse>;
  seen(): Promise<string>;
}

/** A stocktake of the hall in Processing: six items at two locations, three of them missing, three with a piece more. */
async function processed(): Promise<Results> {
  const { manager } = warehouse;
  const run = ++made;
  await warehouse.addLocation(`shelf ${run}`, "rack");
  await warehouse.addLocation(`floor ${run}`, "hall");
  for (let at = 0; at < 6; at++) {
    const location = at < 3 ? `shelf ${run}` : `floor ${run}`;
    await warehouse.article(`J${run}-${at}`, { [location]: 5 }, { price: 10 });
  }
  const id = await warehouse.stocktake([`shelf ${run}`, `floor ${run}`]);
  for (let at = 0; at < 6; at++) await warehouse.count(id, `J${run}-${at}`, at % 2 === 0 ? 0 : 6);
  await warehouse.move(id, "finish", "process");
  return {
    id,
    async codes(query) {
      const { body } = await manager.get(`/api/inventories/${id}/items/page?sort=code&${query}`);
      return body.items.map(({ article }: { article: { code: string } }) => article.code.slice(-1));
    },
    put: (path, body) => manager.put(`/api/inventories/${id}/${path}`, body),
    seen: async () => (await manager.get(`/api/inventories/${id}/items/page?limit=1`)).body.seen,
  };
}

test("all items that match a filter are approved at once, but not the others and the stocktake", async () => {
  const results = await processed();
  const shelf = warehouse.at(`shelf ${made}`);
  const { status, body } = await results.put(`items/approve?view=missing&locationId=${shelf}`);
  expect([status, body.isApproved]).toEqual([200, false]);
  expect(await results.codes("view=notApproved")).toEqual(["1", "3", "4", "5"]);
  await results.put(`items/approve?q=j${made}-5`);
  expect(await results.codes("view=notApproved")).toEqual(["1", "3", "4"]);
  expect(await results.codes("view=needsDecision")).toEqual(["1", "3", "4"]);
});

test("an unexpected item that was taken back is neither among all nor among the open ones, unless it is to be recounted", async () => {
  const { user, manager } = warehouse;
  const run = ++made;
  const shelf = `shelf ${run}`;
  await warehouse.addLocation(shelf, "rack");
  await warehouse.article(`J${run}-0`, { [shelf]: 5 });
  const id = await warehouse.stocktake([shelf]);
  const items: number[] = [];
  for (const at of [1, 2, 3]) {
    const articleId = await warehouse.article(`J${run}-${at}`, {});
    const found = { articleId, inventoryLocationId: warehouse.at(shelf), inventoryQuantity: 1 };
    const { oid } = (await user.post(`/api/inventories/${id}/items`, found)).body;
    await user.put("/api/inventories/items/update", { oid, inventoryQuantity: null });
    items.push(oid);
  }
  await warehouse.put(`J${run}-1`, { [shelf]: 2 });
  await warehouse.move(id, "finish", "process");
  const decided = await manager.put(`/api/inventories/items/${items[1]}/decide`, { decision: "recount" });
  expect(decided.status, decided.text).toBe(200);
  const codes = async (view: string) => {
    const { body } = await manager.get(`/api/inventories/${id}/items/page?sort=code&view=${view}`);
    return body.items.map(({ article }: { article: { code: string } }) => article.code.slice(-1));
  };
  expect(await codes("all")).toEqual(["0", "2"]);
  // The expected article was not counted.
  expect(await codes("needsDecision")).toEqual(["0", "2"]);
  expect(await codes("toRecount")).toEqual(["2"]);
  expect(await codes("moved")).toEqual([]);
  const { body: progress } = await manager.get(`/api/inventories/${id}/progress?details=true`);
  const { body: report } = await manager.get(`/api/inventories/${id}/report`);
  expect([progress.moved, report.decisions.undecided]).toEqual([0, 0]);
});

/** Results of which a missing item, the first one, has changed since they were seen. */
async function changed() {
  const results = await processed();
  const seen = await results.seen();
  const { oid } = await warehouse.item(results.id, `J${made}-0`);
  await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "recount" });
  return { results, seen };
}

test("nothing is approved where a matching item has changed since it was seen", async () => {
  const { results, seen } = await changed();
  expect((await results.put(`items/approve?view=missing&seen=${seen}`)).status).toBe(412);
  expect(await results.codes("view=notApproved")).toHaveLength(6);
});

test("the matching items are approved where only another one has changed since it was seen", async () => {
  const { results, seen } = await changed();
  expect((await results.put(`items/approve?view=quantityDiffers&seen=${seen}`)).status).toBe(200);
  expect(await results.codes("view=notApproved")).toEqual(["0", "2", "4"]);
  expect((await warehouse.item(results.id, `J${made}-1`)).isApproved).toBe(true);
});

test("all items that match a filter are recounted, whatever their stock, and their approvals end", async () => {
  const results = await processed();
  await results.put("items/approve?view=all");
  expect((await results.put("decide?view=missing", { decision: "recount" })).status).toBe(200);
  expect(await results.codes("view=toRecount")).toEqual(["0", "2", "4"]);
  expect(await results.codes("view=notApproved")).toEqual(["0", "2", "4"]);
  expect((await results.put("decide?view=toRecount", { decision: "settle" })).status).toBe(200);
  expect(await results.codes("view=toRecount")).toEqual([]);
});

test("a decision on moved stock applies to the matching items whose stock has moved", async () => {
  const results = await processed();
  for (const at of [1, 2, 3]) {
    await warehouse.put(`J${made}-${at}`, { [at < 3 ? `shelf ${made}` : `floor ${made}`]: 9 });
  }
  await results.put(`decide?locationId=${warehouse.at(`shelf ${made}`)}`, { decision: "keepCount" });
  expect(await results.codes("view=moved")).toEqual(["3"]);
  await results.put("decide", { decision: "keepDifference" });
  expect(await results.codes("view=moved")).toEqual([]);
});

test("results are approved by filter in Processing only, by a Manager", async () => {
  await warehouse.article("EARLY", { yard: 3 });
  const id = await warehouse.stocktake(["yard"]);
  const path = `/api/inventories/${id}/items/approve?view=all`;
  expect((await warehouse.manager.put(path)).status).toBe(400);
  expect((await warehouse.user.put(path)).status).toBe(403);
});
