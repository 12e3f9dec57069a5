import { expect, test, vi } from "vitest";
import { Ancestors } from "../../src/refill/shortages.ts";
import { setQuantity } from "../../src/stock/stock.ts";
import { sharedServer } from "../harness/server.ts";
import { refillSiteOn } from "./site.ts";

const site = refillSiteOn(sharedServer());

test("stock at each of many nested locations is added up once a location", async () => {
  const chain = [await site.aLocation()];
  while (chain.length < 30) chain.push(await site.aLocation(chain.at(-1)));
  const { db } = site.server.appliance.dependencies.storage;
  const stock = chain.map((locationId) => ({ locationId, quantity: 2 }));
  const steps = vi.spyOn(Ancestors.prototype, "parentOf");
  for (const order of [stock, stock.toReversed()]) {
    const pieces = new Ancestors(db).piecesByLocation(order);
    expect(chain.map((at) => pieces.get(at))).toEqual(chain.map((_, depth) => 2 * (chain.length - depth)));
  }
  expect(steps.mock.calls.length).toBeLessThanOrEqual(4 * chain.length);
  steps.mockRestore();
});

test("an article is compared with all its rules by one way up from each location with stock", async () => {
  const articleId = await site.anArticle();
  const root = await site.aLocation();
  const shelves: number[] = [];
  for (let n = 0; n < 30; n++) shelves.push(await site.aLocation(root));
  await site.setStock(articleId, Object.fromEntries(shelves.map((shelf) => [shelf, 2])));
  for (const place of [null, root, ...shelves]) await site.addRule(articleId, place, 1);
  const steps = vi.spyOn(Ancestors.prototype, "parentOf");
  const key = { tenantId: 1, articleId, locationId: shelves[0] ?? 0 };
  await site.server.appliance.dependencies.storage.write(1, (tx) => setQuantity(tx, key, 0));
  // From the shelf to the root, and beyond it.
  expect(steps.mock.calls.length).toBeLessThanOrEqual(2 * shelves.length);
  steps.mockRestore();
  expect([...(await site.linesOf(articleId)).keys()]).toEqual([shelves[0]]);
});
