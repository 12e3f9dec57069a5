import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addStock } from "../../src/stock/stock.ts";
import type { LocationTotals } from "../../src/web/api/types/endpoints.d.ts";
import { added } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();
const { admin2, manager, user } = server;

const totals = async (): Promise<LocationTotals> => (await user.get("/api/locations/totals")).body;
const articlesAt = async (locationIds: readonly number[]) =>
  (await totals()).articles.find((one) => JSON.stringify(one.locationIds) === JSON.stringify(locationIds))
    ?.articles;

const valuesAt = async (location: number) =>
  (await totals()).values
    .filter(({ locationId }) => locationId === location)
    .map(({ currencyTypeId, value }) => [currencyTypeId, value]);

async function addLocation(): Promise<number> {
  return (await manager.post("/api/locations", { name: randomUUID() })).body.oid;
}
/** A new article with so many pieces at each location. */
async function place(
  locationIds: readonly number[],
  quantity = 1,
  more: { readonly price?: number } = {},
): Promise<number> {
  const { oid } = await added(manager, randomUUID(), more);
  const locations = locationIds.map((locationId) => ({ locationId, quantity }));
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

test("the pieces at a location are worth their prices, in each currency", async () => {
  const [one, other] = [await addLocation(), await addLocation()];
  const { oid: currencyTypeId } = (await manager.post("/api/currencytypes", { name: randomUUID() })).body;
  await place([one, other], 3, { price: 12.3456 });
  await place([one], 2, { price: 0.5 });
  const abroad = await place([one], 2, { price: 7 });
  expect((await manager.put(`/api/articles/${abroad}/full`, { currencyTypeId })).status).toBe(200);
  expect(await valuesAt(one)).toEqual([
    [null, expect.closeTo(38.0368)],
    [currencyTypeId, 14],
  ]);
  expect(await valuesAt(other)).toEqual([[null, expect.closeTo(37.0368)]]);
});

test("deleted articles are worth nothing", async () => {
  const location = await addLocation();
  const deleted = await place([location], 1, { price: 5 });
  expect((await manager.delete(`/api/articles/${deleted}`)).status).toBe(204);
  expect(await valuesAt(location)).toEqual([]);
});

test("another tenant's locations and articles do not count", async () => {
  const { body: own } = await admin2.get("/api/locations");
  const { body } = await admin2.get("/api/locations/totals");
  const { articles, values }: LocationTotals = body;
  const counted = new Set([
    ...articles.flatMap(({ locationIds }) => locationIds),
    ...values.map(({ locationId }) => locationId),
  ]);
  expect(counted.size).toBeGreaterThan(0);
  expect([...counted].filter((oid) => !own.some((one: { oid: number }) => one.oid === oid))).toEqual([]);
});
