import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";

// Without statistics SQLite's choice of an index depends on the query alone, so a small stocktake is enough.

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ keep: true });
});
afterAll(() => server.stop());

/** The plans of the queries that a request sends to the reader thread. */
async function plansOf(path: string): Promise<string[]> {
  const { storage } = server.appliance.dependencies;
  const plans: string[] = [];
  const { rows } = storage.reader;
  storage.reader.rows = (bound) => {
    const text = { sql: `EXPLAIN QUERY PLAN ${bound.sql}`, reads: [] };
    const plan = storage.db.query<{ detail: string }>(text, bound.values).all(...bound.values);
    plans.push(plan.map(({ detail }) => detail).join("\n"));
    return rows(bound);
  };
  const { status } = await (await server.as("manager")).get(`/api/inventories/6/items/${path}`);
  storage.reader.rows = rows;
  expect(status).toBe(200);
  return plans;
}

test.each([
  "page",
  "page?view=differences&sort=code&q=drill",
  "page?locationId=1&userId=1&categoryId=1",
  "totals?q=drill",
  "locations?view=missing",
])("%s reads the items of its inventory only, and each of their articles once", async (path) => {
  const [plan, ...others] = await plansOf(path);
  expect(plan).toMatch(/SEARCH i USING (COVERING )?INDEX inventoryItemBy\w+ \(inventoryId=\?/);
  for (const each of [plan, ...others]) {
    expect(each).not.toMatch(/SCAN (i|a|article|inventoryItem|location)\b(?! *$)/m);
  }
});

test("the rows of a page are read by their ids", async () => {
  const [, rows] = await plansOf("page");
  expect(rows).toContain("SEARCH i USING INTEGER PRIMARY KEY (rowid=?)");
});
