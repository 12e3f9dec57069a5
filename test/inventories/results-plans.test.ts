import { expect, test } from "vitest";
import { plansOf } from "../harness/query-plans.ts";
import { sharedServer } from "../harness/server.ts";

// Without statistics SQLite's choice of an index depends on the query alone, so a small stocktake is enough.

const server = sharedServer();

/** The plans of the queries that a request sends to the reader thread. */
const plansFor = (path: string) =>
  plansOf(server, async () =>
    expect((await server.manager.get(`/api/inventories/6/items/${path}`)).status).toBe(200),
  );

test.each([
  "page",
  "page?view=differences&sort=code&q=drill",
  "page?locationId=1&userId=1&categoryId=1",
  "totals?q=drill",
  "locations?view=missing",
])("%s reads the items of its inventory only", async (path) => {
  const plans = await plansFor(path);
  const [plan, ...others] = path.includes("q=") ? plans.slice(1) : plans;
  expect(plan).toMatch(/SEARCH i USING (COVERING )?INDEX inventoryItemBy\w+ \(inventoryId=\?/);
  for (const each of [plan, ...others]) {
    expect(each).not.toMatch(/SCAN (article|inventoryItem|location)\b/);
  }
});

test("words are searched in all articles at once where the stocktake has many of them, else in the article of each item", async () => {
  const plansWith = async (amounts: readonly [items: number, articles: number]) => {
    const { reader } = server.appliance.dependencies.storage;
    const { rows } = reader;
    const json = Buffer.from(JSON.stringify(amounts));
    reader.rows = async (bound) =>
      bound.sql.includes("SELECT count(*) FROM") ? { pieces: [json], rows: 1, change: 0 } : rows(bound);
    const [, plan] = await plansFor("page?q=drill");
    reader.rows = rows;
    return plan;
  };
  expect(await plansWith([100, 500])).toMatch(/LIST SUBQUERY \d+\nSCAN a$/m);
  expect(await plansWith([10, 500])).toMatch(/SEARCH a USING INTEGER PRIMARY KEY \(rowid=\?\)/);
});

test("the rows of a page are read by their ids", async () => {
  const [, rows] = await plansFor("page");
  expect(rows).toContain("SEARCH i USING INTEGER PRIMARY KEY (rowid=?)");
});
