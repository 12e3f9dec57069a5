import { beforeAll, expect, test } from "vitest";
import { byUnit } from "../../src/domain/units.ts";
import { sharedServer } from "../harness/server.ts";
import { articleBody } from "./samples.ts";

// Lists with quantities name the unit of the article beside them.

const server = sharedServer();
const { manager } = server;
let locationId: number;
let articleId: number;
beforeAll(async () => {
  locationId = (await manager.post("/api/locations", { name: "Coils", parentLocationId: null })).body.oid;
  const locations = [{ locationId, quantity: 3 }];
  const cable = articleBody("CABLE-1", { unit: "m", locations });
  articleId = (await manager.post("/api/articles/full", cable)).body.oid;
  const rule = { articleId, locationId, minimum: 9, target: null };
  expect((await manager.post("/api/refill-rules", rule)).status).toBe(201);
});

test.each([
  ["the articles at a location", () => `/api/locations/${locationId}/articles`],
  ["minimum stock", () => `/api/refill-rules?articleId=${articleId}`],
  ["the refill list", () => `/api/refill-list?locationId=${locationId}`],
  ["stock movements", () => `/api/stock-movements?articleId=${articleId}`],
])("%s names the unit, which is null for pieces", async (_, pathOf) => {
  const unitOf = async () => {
    const { body } = await manager.get(pathOf());
    return (body.items ?? body)[0].article.unit;
  };
  await expect.poll(unitOf).toBe("m");
  expect((await manager.put(`/api/articles/${articleId}/full`, { unit: null })).status).toBe(200);
  expect(await unitOf()).toBe(null);
  await manager.put(`/api/articles/${articleId}/full`, { unit: "m" });
});

test.each(["ks", "Stk.", "PCS"])(
  "%s is a word for pieces, of a new article and of a changed one",
  async (unit) => {
    const { body } = await manager.post("/api/articles/full", articleBody(`PIECES-${unit}`, { unit }));
    expect(body.unit).toBeNull();
    const path = `/api/articles/${body.oid}/full`;
    await manager.put(path, { unit: "kg" });
    expect((await manager.put(path, { unit })).body.unit).toBeNull();
  },
);

test("pieces come first, then the units by name", () => {
  const units = ["m", null, "kg"].map((unit) => ({ unit }));
  const sorted = ["kg", "m"].map((unit) => ({ unit }));
  expect(units.toSorted(byUnit)).toEqual([{ unit: null }, ...sorted]);
  expect(units.toReversed().toSorted(byUnit)).toEqual([{ unit: null }, ...sorted]);
  expect(byUnit({ unit: null }, { unit: null })).toBe(0);
});
