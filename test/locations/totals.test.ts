import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addStock } from "../../src/stock/stock.ts";
import type { ArticlesAtLocations } from "../../src/web/api/types/endpoints.d.ts";
import { added } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();
const { admin2, manager, user } = server;

const totals = async (): Promise<ArticlesAtLocations[]> => (await user.get("/api/locations/totals")).body;
const articlesAt = async (locationIds: readonly number[]) =>
  (await totals()).find((one) => JSON.stringify(one.locationIds) === JSON.stringify(locationIds))?.articles;

async function addLocation(): Promise<number> {
  return (await manager.post("/api/locations", { name: randomUUID() })).body.oid;
}
async function place(locationIds: readonly number[]): Promise<number> {
  const { oid } = await added(manager, randomUUID());
  const locations = locationIds.map((locationId) => ({ locationId, quantity: 1 }));
  expect((await manager.put(`/api/articles/${oid}/locations`, { locations })).status).toBe(200);
  return oid;
}

test("articles are counted by all the locations that hold them, in ascending order", async () => {
  const [one, other] = [await addLocation(), await addLocation()];
  await place([other, one]);
  await place([one, other]);
  await place([one]);
  expect(await articlesAt([one, other])).toBe(2);
  expect(await articlesAt([one])).toBe(1);
});

test("a location with no pieces of an article does not count", async () => {
  const location = await addLocation();
  const { oid: articleId } = await added(manager, randomUUID());
  await server.appliance.dependencies.storage.write(1, (tx) =>
    addStock(tx, { tenantId: 1, articleId, locationId: location, quantity: 0 }),
  );
  const { body: stock } = await user.get(`/api/locations/${location}/articles`);
  expect(stock).toMatchObject([{ articleId, quantity: 0 }]);
  expect(await articlesAt([location])).toBeUndefined();
});

test("deleted articles do not count", async () => {
  const location = await addLocation();
  const deleted = await place([location]);
  expect((await manager.delete(`/api/articles/${deleted}`)).status).toBe(204);
  expect(await articlesAt([location])).toBeUndefined();
});

test("another tenant's locations and articles do not count", async () => {
  const { body: own } = await admin2.get("/api/locations");
  const { body } = await admin2.get("/api/locations/totals");
  const counted = new Set((body as ArticlesAtLocations[]).flatMap(({ locationIds }) => locationIds));
  expect(counted.size).toBeGreaterThan(0);
  expect([...counted].filter((oid) => !own.some((one: { oid: number }) => one.oid === oid))).toEqual([]);
});
