import { expect, test } from "vitest";
import { startWarehouse } from "../../inventories/stocktake.ts";
import { openCore } from "./core-terminal.ts";

test("an article without a code and without an item in the stocktake is rejected with a reason, and nothing is stored", async () => {
  const { server, warehouse } = await startWarehouse(["shelf"]);
  await warehouse.article("SINGLE", { shelf: 1 });
  const inventory = await warehouse.stocktake(["shelf"]);
  const proposal = { name: "Proposed lamp", articleCategoryID: 1, articleTypeID: 1 };
  const { body: lamp } = await server.user.post("/api/articles/pwa-request", proposal);
  const terminal = await openCore(server.url);
  await terminal.logIn("user", ["User"]);
  await terminal.load(inventory);
  const spot = { inventoryId: inventory, placeId: warehouse.at("shelf") };
  const reason = await terminal.call<string>(`(async () => {
    const spot = ${JSON.stringify(spot)};
    const [single] = await core.items.itemsAt(spot.inventoryId, spot.placeId);
    const lamp = { ...single, key: "a${lamp.oid}", articleId: ${lamp.oid}, itemId: null, code: null, name: "Proposed lamp" };
    return core.change.setQuantity({ ...spot, item: lamp }, 2).then(() => "counted", (error) => error.message);
  })()`);
  expect(reason).toMatch(/^This article has no code yet .* Ask a manager to give it a code\.$/);
  expect(await terminal.call(`core.items.recent(${inventory}, 20)`)).toEqual([]);
});

test("an article without a code that is expected at a location is counted when it is chosen", async () => {
  const { server, warehouse } = await startWarehouse(["shelf"]);
  const proposal = { name: "Proposed lamp", articleCategoryID: 1, articleTypeID: 1 };
  const { body: lamp } = await server.user.post("/api/articles/pwa-request", proposal);
  const locations = [{ locationId: warehouse.at("shelf"), quantity: 2 }];
  await server.manager.put(`/api/articles/${lamp.oid}/locations`, { locations });
  const inventory = await warehouse.stocktake(["shelf"]);
  const terminal = await openCore(server.url);
  await terminal.logIn("user");
  await terminal.load(inventory);
  const spot = { inventoryId: inventory, placeId: warehouse.at("shelf") };
  const counted = await terminal.call(
    `core.articleOf(${lamp.oid}).then((lamp) => core.countArticle(lamp, ${JSON.stringify(spot)}))`,
  );
  expect(counted).toMatchObject({ verdict: "counted", quantity: 1 });
  await terminal.call("core.sendNow()");
  await terminal.until("core.isAllSent()");
  const { body: items } = await server.manager.get(`/api/inventories/${inventory}/items`);
  expect(items).toMatchObject([{ articleId: lamp.oid, quantity: 2, inventoryQuantity: 1 }]);
});
