import { describe, expect, test } from "vitest";
import { type ApiResponse, refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { added, statuses, tagOf } from "./samples.ts";

let next = 0;
const { manager } = sharedServer();

type Stock = Readonly<Record<number, number>>;

/** The pieces by location. */
const stockIn = ({ body }: ApiResponse): Stock =>
  Object.fromEntries(
    body.map(({ locationId, quantity }: { locationId: number; quantity: number }) => [locationId, quantity]),
  );
const asList = (stock: Stock) =>
  Object.entries(stock).map(([locationId, quantity]) => ({ locationId: Number(locationId), quantity }));
async function addArticleAt(stock: Stock): Promise<string> {
  const { oid } = await added(manager, `PL-${++next}`);
  const path = `/api/articles/${oid}/locations`;
  expect((await manager.put(path, { locations: asList(stock) })).status).toBe(200);
  return path;
}

describe("PUT", () => {
  test.each<[string, Stock, Stock, Stock]>([
    ["puts", {}, { 4: 3 }, { 4: 3 }],
    ["changes", { 4: 3 }, { 4: 5 }, { 4: 5 }],
    ["removes absent locations", { 4: 3, 5: 1 }, { 5: 1 }, { 5: 1 }],
    ["removes locations with 0", { 4: 3, 5: 1 }, { 4: 0, 5: 1 }, { 5: 1 }],
    ["takes everything away", { 4: 3, 5: 1 }, {}, {}],
    ["keeps repeated quantities", { 4: 3 }, { 4: 3 }, { 4: 3 }],
    ["takes the most that fits", {}, { 4: 2 ** 31 - 1 }, { 4: 2 ** 31 - 1 }],
  ])("%s", async (_, before, sent, after) => {
    const path = await addArticleAt(before);
    const response = await manager.put(path, { locations: asList(sent) });
    expect(response.status).toBe(200);
    expect(stockIn(response)).toEqual(after);
    const read = await manager.get(path);
    expect(read.body).toEqual(response.body);
    expect(tagOf(read)).toBe(tagOf(response));
  });

  test.each<[string, unknown, string[]]>([
    ["no list", {}, ["locations"]],
    ["a negative quantity", { locations: [{ locationId: 4, quantity: -1 }] }, ["locations.0.quantity"]],
    ["half a piece", { locations: [{ locationId: 4, quantity: 0.5 }] }, ["locations.0.quantity"]],
    ["more than fits", { locations: [{ locationId: 4, quantity: 2 ** 31 }] }, ["locations.0.quantity"]],
    [
      "a quantity that is no number",
      { locations: [{ locationId: 4, quantity: "one" }] },
      ["locations.0.quantity"],
    ],
    ["no location", { locations: [{ quantity: 1 }] }, ["locations.0.locationId"]],
    [
      "unknown locations, both in the error",
      {
        locations: [
          { locationId: 999, quantity: 1 },
          { locationId: 4, quantity: 1 },
          { locationId: 41, quantity: 1 },
        ],
      },
      ["locations.0.locationId", "locations.2.locationId"],
    ],
    [
      "one location twice",
      {
        locations: [
          { locationId: 4, quantity: 1 },
          { locationId: 4, quantity: 2 },
        ],
      },
      ["locations.1.locationId"],
    ],
    [
      "too many locations",
      { locations: Array.from({ length: 1001 }, (_, i) => ({ locationId: i + 1, quantity: 1 })) },
      ["locations"],
    ],
  ])("%s is refused, and nothing changes", async (_, sent, paths) => {
    const path = await addArticleAt({ 5: 2 });
    const response = await manager.put(path, sent);
    expect(refusal(response)).toEqual([400, ...paths]);
    expect(stockIn(await manager.get(path))).toEqual({ 5: 2 });
  });

  test("If-Match detects a location that was added, removed or changed meanwhile, and nothing else", async () => {
    const path = await addArticleAt({ 4: 3, 5: 1 });
    const put = (stock: Stock, tag: string) =>
      manager.put(path, { locations: asList(stock) }, { "If-Match": tag });
    const first = tagOf(await manager.get(path));
    // The newest row is deleted: the remaining ones are older than the tag.
    const second = await put({ 4: 3 }, first);
    expect(second.status).toBe(200);
    expect((await put({ 4: 1 }, first)).status).toBe(412);
    await addArticleAt({ 4: 9 });
    expect((await put({ 4: 2 }, tagOf(second))).status).toBe(200);
    expect((await put({ 4: 1 }, tagOf(second))).status).toBe(412);
    expect((await put({ 4: 1 }, "*")).status).toBe(200);
  });
});

describe("move", () => {
  const move = (path: string, from: number | null | undefined, to: number | null, quantity: number) =>
    manager.post(`${path}/move`, { fromLocationId: from, toLocationId: to, quantity });

  test.each<[string, Stock, [number | null | undefined, number | null, number], Stock]>([
    ["to a new location", { 4: 3 }, [4, 5, 1], { 4: 2, 5: 1 }],
    ["to another of its locations", { 4: 3, 5: 2 }, [4, 5, 1], { 4: 2, 5: 3 }],
    ["all of them: the location has no stock", { 4: 3 }, [4, 5, 3], { 5: 3 }],
    ["from nowhere", {}, [null, 5, 3], { 5: 3 }],
    ["from nowhere, left out", { 5: 1 }, [undefined, 5, 3], { 5: 4 }],
    ["to nowhere", { 4: 3 }, [4, null, 2], { 4: 1 }],
    ["the most at once", {}, [null, 5, 2 ** 31 - 1], { 5: 2 ** 31 - 1 }],
  ])("%s", async (_, before, [from, to, quantity], after) => {
    const path = await addArticleAt(before);
    const response = await move(path, from, to, quantity);
    expect(response.status).toBe(200);
    expect(stockIn(response)).toEqual(after);
    expect((await manager.get(path)).body).toEqual(response.body);
  });

  test.each<[string, Stock, [number | null, number | null, number], string | RegExp]>([
    ["more than there is", { 4: 3 }, [4, 5, 4], /: 3\.$/],
    ["from where it is not", { 4: 3 }, [5, 4, 1], "The article is not at this location."],
    ["more than fits", { 4: 1, 5: 2 ** 31 - 1 }, [4, 5, 1], /maximum is 2,147,483,647/],
    ["to where it is", { 4: 3 }, [4, 4, 1], /toLocationId/],
    ["from nowhere to nowhere", { 4: 3 }, [null, null, 1], /toLocationId/],
    ["to an unknown location", { 4: 3 }, [4, 999, 1], /toLocationId/],
    ["from another tenant's", { 4: 3 }, [41, 4, 1], /fromLocationId/],
    ["nothing", { 4: 3 }, [4, 5, 0], /quantity/],
    ["more than the most at once", { 4: 3 }, [null, 5, 2 ** 31], /^"quantity" must be at most/],
  ])("%s is refused, and nothing changes", async (_, before, [from, to, quantity], message) => {
    const path = await addArticleAt(before);
    const response = await move(path, from, to, quantity);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(message);
    expect(stockIn(await manager.get(path))).toEqual(before);
  });

  test.each([
    [null, "Not enough pieces at this location. Available: 3."],
    ["kg", "Not enough at this location. Available: 3 kg."],
  ])("the error names what there is of an article counted in %s", async (unit, message) => {
    const path = await addArticleAt({ 4: 3 });
    await manager.put(path.replace("/locations", "/full"), { unit });
    expect((await move(path, 4, 5, 4)).body.message).toBe(message);
  });

  test("of two requests for the last pieces one is refused, and no piece is lost", async () => {
    const path = await addArticleAt({ 4: 3 });
    const responses = await Promise.all([move(path, 4, 5, 2), move(path, 4, 6, 2)]);
    expect(statuses(responses)).toEqual([200, 400]);
    const stock = stockIn(await manager.get(path));
    expect(Object.values(stock).reduce((sum, quantity) => sum + quantity, 0)).toBe(3);
  });
});

test("a deleted article has no locations", async () => {
  const path = await addArticleAt({ 4: 3 });
  await manager.delete(path.replace("/locations", ""));
  for (const response of [
    await manager.get(path),
    await manager.put(path, { locations: [] }),
    await manager.post(`${path}/move`, { toLocationId: 4, quantity: 1 }),
  ])
    expect(response.status).toBe(404);
});
