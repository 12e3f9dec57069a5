import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";
import { LIST, refillSiteOn } from "./site.ts";

const EXPORT = "/api/export/refill-list";

const site = refillSiteOn(sharedServer());

interface Location {
  readonly oid: number;
  readonly name: string;
  readonly parentLocationId: number | null;
}

test("the refill list is exported in its order, all pages of it, with its filters", async () => {
  const root = await site.aLocation();
  const store = await site.aLocation();
  const places: number[] = [];
  for (let n = 0; n < 60; n++) places.push(await site.aLocation(root));
  const articleId = await site.anArticle({ name: "=1+1" });
  await site.setStock(articleId, { [store]: 40, [places[0] ?? 0]: 2 });
  for (const place of [null, ...places]) await site.addRule(articleId, place, place === null ? 100 : 5, 200);
  const { body } = await site.manager.get(`${LIST}?limit=500`);
  expect(body.items.length).toBeGreaterThan(60);
  const locations: Location[] = (await site.manager.get("/api/locations")).body;
  const pathOf = (oid: number): string => {
    const { name, parentLocationId } = locations.find((one) => one.oid === oid) as Location;
    return parentLocationId === null ? name : `${pathOf(parentLocationId)} / ${name}`;
  };
  for (const format of ["csv", "xlsx"]) {
    const { status, bytes, headers } = await site.manager.get(`${EXPORT}?format=${format}`);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain(`.${format}`);
    const [head, ...rows] = await cellsIn(bytes);
    expect(head).toEqual([
      ...["Location", "Code", "Article", "Stock", "Minimum", "Refill up to", "Missing"],
      ...["Where else it is", "Supplier", "Unit"],
    ]);
    expect(rows.map((row) => row.slice(0, 7).map(String))).toEqual(
      body.items.map(
        (item: { location: Location | null; article: Record<string, string> } & Record<string, number>) =>
          [
            ...[
              item.location ? pathOf(item.location.oid) : "Everywhere",
              item.article["code"],
              item.article["name"],
            ],
            ...[item["stock"], item["minimum"], item["target"], item["missing"]],
          ].map(String),
      ),
    );
  }
  const below = await cellsIn((await site.manager.get(`${EXPORT}?locationId=${places[0]}`)).bytes);
  const { name } = (await site.manager.get(`/api/locations/${store}`)).body;
  expect(below).toHaveLength(2);
  expect(below[1]?.[7]).toBe(`${name}: 40`);
});

test("what is elsewhere has the unit of the article", async () => {
  const [shop, store] = [await site.aLocation(), await site.aLocation()];
  const articleId = await site.anArticle();
  await site.manager.put(`/api/articles/${articleId}/full`, { unit: "kg" });
  await site.setStock(articleId, { [store]: 40 });
  await site.addRule(articleId, shop, 5);
  const [, line] = await cellsIn((await site.manager.get(`${EXPORT}?locationId=${shop}`)).bytes);
  expect(line?.[7]).toMatch(/^RF \d+: 40 kg$/);
});

test("users get no export, and another company only its own lines", async () => {
  expect((await site.user.get(EXPORT)).status).toBe(403);
  const other = site.server.admin2;
  expect(await cellsIn((await other.get(EXPORT)).bytes)).toHaveLength(1);
});
