import { expect, test } from "vitest";
import { textIn } from "../../src/i18n/text.ts";
import { lineOf } from "../../src/notices/render.ts";
import { setQuantity } from "../../src/stock/stock.ts";
import { sharedServer } from "../harness/server.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { LIST, RULES, refillSiteOn } from "./site.ts";

const site = refillSiteOn(sharedServer());

/** How many events the rule has. */
const eventsOf = (ruleId: number) => site.events().filter((one) => one === ruleId).length;

test("a line has the stock of the location and below it, what is missing, and where else the article is", async () => {
  const shop = await site.aLocation();
  const [shelf, store] = [await site.aLocation(shop), await site.aLocation()];
  const articleId = await site.anArticle();
  await site.setStock(articleId, { [shop]: 2, [shelf]: 5, [store]: 40 });
  await site.addRule(articleId, shop, 8, 20);
  const { body } = await site.user.get(`${LIST}?locationId=${shop}`);
  expect(body).toMatchObject({ total: 1, nextCursor: null });
  expect(body.items[0]).toMatchObject({
    ...{ articleId, locationId: shop, stock: 7, minimum: 8, target: 20, missing: 13 },
    sources: [{ locationId: store, quantity: 40 }],
  });
  // Of a location above it too, not of one below.
  expect((await site.user.get(`${LIST}?locationId=${shelf}`)).body.total).toBe(0);
  await site.manager.post(`/api/articles/${articleId}/locations/move`, {
    ...{ fromLocationId: store, toLocationId: shelf, quantity: 1 },
  });
  expect((await site.user.get(`${LIST}?locationId=${shop}`)).body.items).toEqual([]);
});

test("the event is recorded once when the stock falls below the minimum, and again only after it was there", async () => {
  const [articleId, place] = [await site.anArticle(), await site.aLocation()];
  await site.setStock(articleId, { [place]: 10 });
  const { oid } = (await site.addRule(articleId, place, 10)).body;
  expect(eventsOf(oid)).toBe(0);
  for (const [quantity, events] of [
    [9, 1],
    [3, 1],
    [0, 1],
    [9, 1],
    [10, 1],
    [9, 2],
  ] as const) {
    await site.setStock(articleId, { [place]: quantity });
    expect(eventsOf(oid)).toBe(events);
  }
  await site.manager.put(`${RULES}/${oid}`, { minimum: 5 });
  expect((await site.linesOf(articleId)).size).toBe(0);
  await site.manager.put(`${RULES}/${oid}`, { minimum: 12 });
  expect(eventsOf(oid)).toBe(3);
});

test.each([
  ["kg", "5 kg, the minimum is 9."],
  [null, "5 pcs, the minimum is 9."],
])("the event of an article counted in %s has the unit, and the notice names it", async (unit, text) => {
  const [articleId, place] = [await site.anArticle(), await site.aLocation()];
  await site.manager.put(`/api/articles/${articleId}/full`, { unit });
  await site.setStock(articleId, { [place]: 5 });
  const { oid } = (await site.addRule(articleId, place, 9)).body;
  const data = site.eventData().find(({ ruleId }) => ruleId === oid);
  expect(data).toMatchObject({ stock: 5, unit });
  if (data === undefined) throw new Error("no event");
  const line = lineOf({ at: "", type: "refill.needed", data }, { locale: "en", timeZone: "UTC" });
  expect(line && textIn(line.text, "en")).toContain(text);
});

test("a crossing that the next write undoes has its event too", async () => {
  const [articleId, locationId] = [await site.anArticle(), await site.aLocation()];
  await site.setStock(articleId, { [locationId]: 5 });
  const { oid } = (await site.addRule(articleId, locationId, 5)).body;
  const { storage } = site.server.appliance.dependencies;
  const key = { tenantId: 1, articleId, locationId };
  // Both are in one group of writes: what runs after the commit sees only the last.
  await Promise.all([0, 5].map((quantity) => storage.write(1, (tx) => setQuantity(tx, key, quantity))));
  expect(eventsOf(oid)).toBe(1);
});

test("pieces that move below the same location are no shortage of it, nor of everywhere", async () => {
  const shop = await site.aLocation();
  const [a, b] = [await site.aLocation(shop), await site.aLocation(shop)];
  const articleId = await site.anArticle();
  await site.setStock(articleId, { [a]: 6 });
  const rules = [
    (await site.addRule(articleId, shop, 6)).body.oid,
    (await site.addRule(articleId, null, 6)).body.oid,
  ];
  await site.manager.post(`/api/articles/${articleId}/locations/move`, {
    ...{ fromLocationId: a, toLocationId: b, quantity: 6 },
  });
  expect(rules.map(eventsOf)).toEqual([0, 0]);
  expect((await site.linesOf(articleId)).size).toBe(0);
});

test.each([
  [{ isDisposal: true }, { isDisposal: false }],
  [{ stateId: 4 }, { stateId: 2 }],
])("a disposed article (%o) is left out, and no event tells of it", async (disposed, back) => {
  const [articleId, place] = [await site.anArticle(), await site.aLocation()];
  await site.setStock(articleId, { [place]: 5 });
  const { oid } = (await site.addRule(articleId, place, 5)).body;
  await site.manager.put(`/api/articles/${articleId}`, disposed);
  await site.setStock(articleId, { [place]: 1 });
  expect([(await site.linesOf(articleId)).size, eventsOf(oid)]).toEqual([0, 0]);
  await site.manager.put(`/api/articles/${articleId}`, back);
  expect([(await site.linesOf(articleId)).size, eventsOf(oid)]).toEqual([1, 1]);
});

test("a shortage that was told is not told again when the deletion of its article is undone, a new one is", async () => {
  const shop = await site.aLocation();
  const [articleId, shelf] = [await site.anArticle(), await site.aLocation(shop)];
  await site.setStock(articleId, { [shelf]: 5 });
  const rules: number[] = [];
  for (const [place, minimum] of [
    [shop, 6],
    [shelf, 3],
    [null, 6],
  ] as const)
    rules.push((await site.addRule(articleId, place, minimum)).body.oid);
  expect(rules.map(eventsOf)).toEqual([1, 0, 1]);
  const lines = await site.linesOf(articleId);
  const path = await startJob(site.manager, "/api/articles/bulk-delete", { ids: [articleId] });
  expect(await endOf(site.manager, path)).toMatchObject({ state: "done" });
  await site.settled();
  expect((await site.linesOf(articleId)).size).toBe(0);
  await site.manager.put(`${path}/undo`);
  expect(await endOf(site.manager, path)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
  await site.settled();
  expect(await site.linesOf(articleId)).toEqual(lines);
  expect(rules.map(eventsOf)).toEqual([1, 0, 1]);
  await site.setStock(articleId, { [shelf]: 2 });
  expect(rules.map(eventsOf)).toEqual([1, 1, 1]);
});

test("the list is in the walking order of the locations, page by page, and filtered", async () => {
  const root = await site.aLocation();
  const places = [await site.aLocation(root), await site.aLocation(root), await site.aLocation(root)];
  for (const [index, place] of places.entries())
    await site.manager.put(`/api/locations/${place}`, { position: places.length - 1 - index });
  const articles = [await site.anArticle({ name: "Zebra" }), await site.anArticle({ name: "Apple" })];
  for (const place of places) for (const articleId of articles) await site.addRule(articleId, place, 1);
  const seen: [number, string][] = [];
  let cursor = "";
  do {
    const { body } = await site.user.get(`${LIST}?locationId=${root}&limit=4&cursor=${cursor}`);
    expect(body.total).toBe(6);
    for (const item of body.items) seen.push([item.locationId, item.article.name]);
    cursor = body.nextCursor ?? "";
  } while (cursor !== "");
  const order = places.toSorted((a, b) => places.indexOf(b) - places.indexOf(a));
  expect(seen).toEqual(
    order.flatMap((place) => [
      [place, "Apple"],
      [place, "Zebra"],
    ]),
  );
  await site.manager.put(`/api/articles/${articles[0]}/full`, { supplier: "ACME" });
  expect((await site.user.get(`${LIST}?locationId=${root}&supplier=ACME`)).body.total).toBe(3);
  expect((await site.user.get(`${LIST}?locationId=${root}&categoryId=999`)).body.total).toBe(0);
});

test("the lists of rules and shortages have none of another tenant", async () => {
  const articleId = await site.anArticle();
  await site.addRule(articleId, null, 4);
  expect((await site.user.get(RULES)).body.length).toBeGreaterThan(0);
  expect((await site.linesOf(articleId)).size).toBe(1);
  const other = await site.server.as("user2");
  expect((await other.get(RULES)).body).toEqual([]);
  expect((await other.get(LIST)).body.items).toEqual([]);
});
