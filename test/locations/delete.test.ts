import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { State } from "../../src/domain/inventory-states.ts";
import { added, oids } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { putIntoState } from "../inventories/inventory-setup.ts";

const server = sharedServer();
const { manager, user } = server;

async function addLocation(parentLocationId: number | null = null): Promise<number> {
  const { body } = await manager.post("/api/locations", { name: randomUUID(), parentLocationId });
  return body.oid;
}
const remove = (oid: number) => manager.delete(`/api/locations/${oid}`);
async function addArticleAt(locationId: number): Promise<number> {
  const { oid } = await added(manager, randomUUID());
  const stock = { locations: [{ locationId, quantity: 1 }] };
  expect((await manager.put(`/api/articles/${oid}/locations`, stock)).status).toBe(200);
  return oid;
}
const moveAway = (articleId: number) =>
  manager.put(`/api/articles/${articleId}/locations`, { locations: [] });
async function refused(oid: number): Promise<string> {
  const response = await remove(oid);
  expect(response.status).toBe(409);
  expect((await user.get(`/api/locations/${oid}`)).status).toBe(200);
  return response.body.message;
}
const state = (inventoryId: number, to: State) => putIntoState(server, inventoryId, to);

test("an empty deleted location is in no response: by itself, in lists, as parent, as location of stock", async () => {
  const oid = await addLocation(1);
  expect((await remove(oid)).status).toBe(204);
  expect((await user.get(`/api/locations/${oid}`)).status).toBe(404);
  expect((await remove(oid)).status).toBe(404);
  expect((await manager.put(`/api/locations/${oid}`, { name: "x" })).status).toBe(404);
  expect(oids(await user.get("/api/locations"))).not.toContain(oid);
  const { childLocations } = (await user.get("/api/locations/1?includeChilds=true")).body;
  expect(childLocations.map((child: { oid: number }) => child.oid)).not.toContain(oid);
  const responses = [
    await manager.post("/api/locations", { name: "x", parentLocationId: oid }),
    await manager.put("/api/locations/2", { parentLocationId: oid }),
    await manager.put("/api/articles/1/locations", { locations: [{ locationId: oid, quantity: 1 }] }),
    await user.post("/api/articletransfers", { articleId: 1, targetLocationId: oid }),
    await manager.post("/api/inventories", { name: "x", locationId: oid }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
});

test("sublocations and stock prevent the deletion, and are counted", async () => {
  const oid = await addLocation();
  const children = [await addLocation(oid), await addLocation(oid)];
  const article = await addArticleAt(oid);
  expect(await refused(oid)).toBe("The location is not empty: child locations: 2, articles: 1.");
  const czech = await manager.delete(`/api/locations/${oid}`, { "Accept-Language": "cs" });
  expect(czech.body.message).toBe("Umístění není prázdné: podřízená umístění: 2, artikly: 1.");
  for (const child of children) expect((await remove(child)).status).toBe(204);
  expect(await refused(oid)).toBe("The location is not empty: articles: 1.");
  await moveAway(article);
  expect((await remove(oid)).status).toBe(204);
});

test("a deleted article does not prevent the deletion", async () => {
  const oid = await addLocation();
  await manager.delete(`/api/articles/${await addArticleAt(oid)}`);
  expect((await remove(oid)).status).toBe(204);
});

test("minimum stock of the location prevents the deletion, and is counted", async () => {
  const oid = await addLocation();
  const rule = await manager.post("/api/refill-rules", { articleId: 1, locationId: oid, minimum: 2 });
  expect(await refused(oid)).toBe("The location is not empty: minimum stock rules: 1.");
  await manager.delete(`/api/refill-rules/${rule.body.oid}`);
  expect((await remove(oid)).status).toBe(204);
});

test("an open transfer from or to the location prevents the deletion, a decided one does not", async () => {
  const [from, to] = [await addLocation(), await addLocation()];
  const article = await addArticleAt(from);
  const transfer = await user.post("/api/articletransfers", {
    articleId: article,
    fromLocationId: from,
    targetLocationId: to,
  });
  const message = "The location is not empty: pending transfers: 1.";
  expect(await refused(to)).toBe(message);
  await moveAway(article);
  expect(await refused(from)).toBe(message);
  await manager.put(`/api/articletransfers/${transfer.body.oid}/reject`, { reason: "no" });
  for (const oid of [from, to]) expect((await remove(oid)).status).toBe(204);
  const { body } = await user.get(`/api/articletransfers/${transfer.body.oid}`);
  expect([body.fromLocation.oid, body.targetLocation.oid]).toEqual([from, to]);
});

/** Adds an inventory that names the location in only one way; the other references are moved away again. */
const NAMED: readonly [string, (oid: number) => Promise<number>][] = [
  [
    "as its own location",
    async (oid) => (await manager.post("/api/inventories", { name: "x", locationId: oid })).body.oid,
  ],
  [
    "as a chosen location",
    async (oid) => (await manager.post("/api/inventories", { name: "x", locationIds: [oid, 4] })).body.oid,
  ],
  [
    "as where something was found",
    async (oid) => {
      await user.put("/api/inventories/items/update", {
        oid: 101,
        inventoryQuantity: 1,
        inventoryLocationId: oid,
      });
      return 3;
    },
  ],
  [
    "as where something unexpected was found first, though that is said to be elsewhere now",
    async (oid) => {
      const { oid: articleId } = await added(manager, randomUUID());
      const found = { articleId, inventoryQuantity: 1, inventoryLocationId: oid };
      const item = (await user.post("/api/inventories/3/items", found)).body;
      await user.put("/api/inventories/items/update", { oid: item.oid, inventoryLocationId: 1 });
      return 3;
    },
  ],
  [
    "as where an unknown code was scanned",
    async (oid) => {
      const at = new Date().toISOString();
      const operation = {
        operationId: randomUUID(),
        kind: "set",
        quantity: 1,
        code: randomUUID(),
        locationId: oid,
        at,
      };
      await user.post("/api/inventories/3/counts", { sentAt: at, operations: [operation] });
      return 3;
    },
  ],
];
test.each(NAMED)(
  "an open inventory that names the location %s prevents the deletion, a closed one does not",
  async (_, name) => {
    const oid = await addLocation();
    const inventoryId = await name(oid);
    expect(await refused(oid)).toBe("The location is not empty: open stocktakes: 1.");
    await state(inventoryId, State.Closed);
    expect((await remove(oid)).status).toBe(204);
    await state(inventoryId, State.InProgress);
  },
);

test("an open inventory with an item there prevents the deletion, though the stock has moved away", async () => {
  const oid = await addLocation();
  const article = await addArticleAt(oid);
  const inventory = (await manager.post("/api/inventories", { name: "x" })).body.oid;
  expect((await manager.put(`/api/inventories/${inventory}/prepare`)).status).toBe(200);
  await moveAway(article);
  expect(await refused(oid)).toBe("The location is not empty: open stocktakes: 1.");
  await manager.put(`/api/inventories/${inventory}/cancel`);
  expect((await remove(oid)).status).toBe(204);
  const items = (await user.get(`/api/inventories/${inventory}/items`)).body;
  expect(items.some((item: { locationId: number }) => item.locationId === oid)).toBe(true);
});

test("of a concurrent deletion and a placing of stock one is refused", async () => {
  const oid = await addLocation();
  const { oid: article } = await added(manager, randomUUID());
  const [deleted, put] = await Promise.all([
    remove(oid),
    manager.put(`/api/articles/${article}/locations`, { locations: [{ locationId: oid, quantity: 1 }] }),
  ]);
  expect([
    [204, 400],
    [409, 200],
  ]).toContainEqual([deleted?.status, put?.status]);
});

test("the history names who deleted the location", async () => {
  const oid = await addLocation();
  await remove(oid);
  const { body } = await server.admin.get(`/api/audit?entity=location&entityId=${oid}`);
  expect(body[0]).toMatchObject({ action: "delete", user: { id: 2 } });
});

test("all uses that prevent the deletion of a location are found by indexes", async () => {
  const { storage } = server.appliance.dependencies;
  const plans: string[] = [];
  const { query } = storage.db;
  const oid = await addLocation();
  Object.assign(storage.db, {
    query: (...[text, values]: Parameters<typeof query>) => {
      if (text.sql.includes("inventoryLocation")) {
        const plan = { sql: `EXPLAIN QUERY PLAN ${text.sql}`, reads: [] };
        plans.push(
          ...query<{ detail: string }>(plan, values)
            .all(...values)
            .map(({ detail }) => detail),
        );
      }
      return query(text, values);
    },
  });
  await remove(oid);
  Object.assign(storage.db, { query });
  const searched = plans.filter((detail) => /^(SEARCH|SCAN) [a-z]\b/.test(detail)).sort();
  expect(searched.map((detail) => detail.replace(/ USING (COVERING )?(INDEX )?/, " "))).toEqual([
    expect.stringMatching(/^SEARCH a .*INTEGER PRIMARY KEY \(rowid=\?\)/),
    expect.stringMatching(/^SEARCH a .*INTEGER PRIMARY KEY \(rowid=\?\)/),
    expect.stringMatching(/^SEARCH c .*\(inventoryId=\? AND locationId=\?\)/),
    expect.stringContaining("inventoryItemByFoundLocation (inventoryId=? AND inventoryLocationId=?)"),
    expect.stringContaining("inventoryItemByLocation (inventoryId=? AND locationId=?)"),
    expect.stringContaining("inventoryItemByTakenFrom (inventoryId=? AND takenFromLocationId=?)"),
    expect.stringContaining("inventoryItemFound (inventoryId=? AND foundAtLocationId=?)"),
    expect.stringContaining("locationByParent (tenantId=? AND parentLocationId=?)"),
    expect.stringContaining("countOperationByState (inventoryId=? AND state=?)"),
    expect.stringContaining("articleLocationByLocation (locationId=?)"),
    expect.stringContaining("refillRuleByLocation (tenantId=? AND locationId=?)"),
    expect.stringContaining("articleTransferOpen (tenantId=?"),
    expect.stringMatching(/^SEARCH v .*\(tenantId=\?\)/),
  ]);
});
