import { beforeAll, describe, expect, test } from "vitest";
import { fold } from "../../src/domain/text-folding.ts";
import { addStock } from "../../src/stock/stock.ts";
import type { Location } from "../../src/web/api/types/endpoints.d.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { inOrder } from "./samples.ts";

const { manager, user } = sharedServer();

describe("findByName", () => {
  const list = async (): Promise<Location[]> => (await user.get("/api/locations")).body;
  const operators: Readonly<Record<string, (name: string, value: string) => boolean>> = {
    Equals: (name, value) => name === value,
    NotEquals: (name, value) => name !== value,
    Contains: (name, value) => name.includes(value),
    StartsWith: (name, value) => name.startsWith(value),
    EndsWith: (name, value) => name.endsWith(value),
  };
  beforeAll(async () => {
    for (const name of ["100% *sklad*", "Straße_1", 'O\'Neil "B"', "😀 sklad", "Łódź", "a"])
      await manager.post("/api/locations", { name });
  });

  test.each(Object.keys(operators))("%s finds by the rule, whatever the text", async (filterOp) => {
    const all = await list();
    const values = [
      "sklad",
      "SKLADOVÁ HALA Č. 3",
      "%",
      "_",
      "*",
      "'",
      '"',
      "ss",
      "lodz",
      "😀",
      "a",
      "3",
      "nothing",
      "Main building",
      "hala",
      "ová",
    ];
    for (const value of values) {
      const { body } = await user.get(
        `/api/locations/findByName?${new URLSearchParams({ name: value, filterOp })}`,
      );
      const expected = inOrder(all.filter(({ name }) => operators[filterOp]?.(fold(name), fold(value))));
      expect(body, value).toEqual(expected);
    }
  });

  test.each([
    ["name=hala", 200, 3],
    ["name=hala&filterOp=", 200, 3],
    ["NAME=HALA&FilterOp=endswith", 200, 0],
    ["name=", 400, 0],
    ["", 400, 0],
    ["name=hala&filterOp=Like", 400, 0],
  ])("?%s is %i", async (query, status, hits) => {
    const { status: given, body } = await user.get(`/api/locations/findByName?${query}`);
    expect(given).toBe(status);
    if (status === 200) expect(body).toHaveLength(hits);
    else expect(body.errors).toHaveLength(1);
  });
});

describe("{id}/articles", () => {
  test("returns the articles at exactly this location, by folded names", async () => {
    const { body } = await user.get("/api/locations/4/articles");
    expect(body).toHaveLength(50);
    expect(Object.keys(body[0])).toEqual([
      "oid",
      "articleId",
      "locationId",
      "location",
      "quantity",
      "article",
    ]);
    for (const { articleId, locationId, location, quantity, article } of body) {
      expect({ locationId, location }).toEqual({
        locationId: 4,
        location: { oid: 4, name: "Skladová hala č. 1", code: "B1-G-01" },
      });
      expect(quantity).toBeGreaterThanOrEqual(1);
      const detail = (await user.get(`/api/articles/${articleId}`)).body;
      expect(article).toEqual({ oid: articleId, code: detail.code, name: detail.name, unit: null });
    }
    const names: string[] = body.map(({ article }: { article: { name: string } }) => fold(article.name));
    expect(names).toEqual([...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect((await user.get("/api/locations/2/articles")).body).toEqual([]);
  });

  test("has the same rows as an article's locations, most pieces first", async () => {
    const own = await startServer();
    const someone = own.user;
    const [first] = (await someone.get("/api/articles/1/locations")).body;
    await own.appliance.dependencies.storage.write(1, (tx) => {
      addStock(tx, { tenantId: 1, articleId: 1, locationId: 1, quantity: 9 });
      addStock(tx, { tenantId: 1, articleId: 1, locationId: 2, quantity: 0 });
    });
    const stock = (await someone.get("/api/articles/1/locations")).body;
    expect(stock.map(({ quantity }: { quantity: number }) => quantity)).toEqual([9, first.quantity, 0]);
    expect(stock[1]).toEqual(first);
    const [there] = (await someone.get("/api/locations/1/articles")).body;
    expect(there).toEqual({
      ...stock[0],
      article: { oid: 1, code: "A000001", name: expect.any(String), unit: null },
    });
  });

  test("returns more than 300 articles completely", async () => {
    const own = await startServer();
    const { storage } = own.appliance.dependencies;
    await storage.write(1, (tx) => {
      for (let articleId = 1; articleId <= 400; articleId++)
        addStock(tx, { tenantId: 1, articleId, locationId: 1, quantity: 1 });
    });
    expect((await own.user.get("/api/locations/1/articles")).body).toHaveLength(400);
  });
});
