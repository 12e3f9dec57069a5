import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addArticle } from "../../src/articles/article.ts";
import { principalOf } from "../../src/demo/people.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { articleBody } from "./samples.ts";

// Without statistics SQLite's choice of an index depends on the query alone, so 500 articles are enough for a million. Reads
// on the event loop must use an index of their filter: reading a tenant's rows one by one would block it.

const SHORT = [
  "/api/articles/1",
  "/api/articles/getbycode?code=A000001",
  "/api/articles/1/locations",
  "/api/articles/findById?id=1",
  "/api/articles/findByCode?code=A000001",
  "/api/articles/findByCode?code=A00001&filterOp=StartsWith",
  "/api/articles/findByCode?code=0001&filterOp=EndsWith",
  "/api/articles/findBySerialNo?serialNo=SN-10007919",
  "/api/articles/findBySerialNo?serialNo=00791&filterOp=Contains",
  "/api/articles/findByRFID?rfId=E2801141",
  "/api/articles/findByRFID?rfId=E28011410&filterOp=StartsWith",
  "/api/articles/findByName?name=zidle otocna",
  "/api/articles/findByName?name=zidle&filterOp=StartsWith",
  "/api/articles/findByName?name=zidle&filterOp=Equals",
  "/api/articles/my-assets/3",
  "/api/articles/my-stats/3",
  "/api/articles/my-transfers/3",
  "/api/articles/my-disposals/3",
  "/api/articletransfers/1",
  "/api/articledisposals/1",
  "/api/photoarticle/1",
  "/api/locations/2?includeChilds=true",
  "/api/locations/4/articles",
];

let server: TestServer;
beforeAll(async () => {
  // Work that begins by itself, such as a look at the plans of stocktakes, would read beside the requests.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  server = await startServer({ keep: true });
  vi.useRealTimers();
});
afterAll(() => server.stop());

test.each(SHORT)("GET %s is answered by indexes", async (path) => {
  const { storage } = server.appliance.dependencies;
  const plans: string[] = [];
  const { query } = storage.db;
  const { rows } = storage.reader;
  const note = (sql: string, values: readonly unknown[]) => {
    const plan = query<{ detail: string }>({ sql: `EXPLAIN QUERY PLAN ${sql}`, reads: [] }, values).all(
      ...values,
    );
    plans.push(...plan.map(({ detail }) => detail));
  };
  Object.assign(storage.db, {
    query: (...[text, values]: Parameters<typeof query>) => {
      note(text.sql, values);
      return query(text, values);
    },
  });
  Object.assign(storage.reader, {
    rows: (...[bound]: Parameters<typeof rows>) => {
      note(bound.sql, bound.values);
      return rows(bound);
    },
  });
  const response = await server.user.get(path);
  Object.assign(storage.db, { query });
  Object.assign(storage.reader, { rows });
  expect(response.status).toBe(200);
  expect(plans.length).toBeGreaterThan(0);
  const walks = plans.filter((detail) => /\(tenantId=\?\)|^SCAN [a-z]\b/.test(detail));
  expect(walks).toEqual([]);
});

test("thousands of results are read in the reader thread, even before the sample of the articles counts them", async () => {
  const own = await startServer();
  const { storage } = own.appliance.dependencies;
  const search = "/api/articles/findByName?name=kompresor";
  expect((await own.user.get(search)).body).toEqual([]);
  await storage.write(1, (tx) => {
    for (let i = 0; i < 2100; i++)
      addArticle(tx, principalOf(2), articleBody(`K${i}`, { name: "Kompresor" }));
  });
  const { rows } = storage.reader;
  let reads = 0;
  storage.reader.rows = (query) => {
    reads++;
    return rows(query);
  };
  expect((await own.user.get(search)).body).toHaveLength(2100);
  expect(reads).toBe(1);
});
