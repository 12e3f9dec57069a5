import { expect, test } from "vitest";
import { plansOf } from "../harness/query-plans.ts";
import { sharedServer } from "../harness/server.ts";

// Without statistics SQLite's choice of an index depends on the query alone, so 500 articles are enough for a million.

const server = sharedServer();
const { user } = server;

/** The plan of each query that fills the page. */
const pagePlans = (query: string) =>
  plansOf(
    server,
    async () => expect((await user.get(`/api/articles/page?${query}`)).status).toBe(200),
    (sql) => /json_array\([aw]\.oid/.test(sql),
  );

// A filter for which no index exists.
const WIDE = "isDisposal=false";

test.each<[string, string, string[]]>([
  ["name", "articleByName", ["nameFolded>?", "nameFolded=? AND oid>?"]],
  ["-name", "articleByName", ["nameFolded<?", "nameFolded=? AND oid<?"]],
  ["code", "articleByCode", ["codeFolded>?", "codeFolded=? AND rowid>?"]],
  ["-code", "articleByCode", ["codeFolded<?", "codeFolded=? AND rowid<?"]],
  ["price", "articleByPrice", ["price>?", "price=? AND rowid>?"]],
  ["-price", "articleByPrice", ["price<?", "price=? AND rowid<?"]],
  ["modifiedDT", "articleByChange", ["change>?", "change=? AND rowid>?"]],
  ["-modifiedDT", "articleByChange", ["change<?", "change=? AND rowid<?"]],
])(
  "in the order %s an index gives the order and the starting point of a page",
  async (sort, index, ranges) => {
    const [first] = await pagePlans(`sort=${sort}&limit=5&${WIDE}`);
    expect(first).toMatch(new RegExp(`SEARCH a USING (COVERING )?INDEX ${index} \\(tenantId=\\?`));
    expect(first).toMatch(/SCAN w\nSEARCH a USING INTEGER PRIMARY KEY \(rowid=\?\)/);
    expect(first).not.toContain("TEMP B-TREE");
    const { body } = await user.get(`/api/articles/page?sort=${sort}&limit=5`);
    // More than one transaction has changed: those of the last one and those of others.
    const next = await pagePlans(`sort=${sort}&limit=500&${WIDE}&cursor=${body.nextCursor}`);
    for (const range of ranges)
      expect(
        next.some((plan) => plan.includes(`${index} (tenantId=? AND ${range})`)),
        range,
      ).toBe(true);
    for (const plan of next) expect(plan).not.toContain("TEMP B-TREE");
  },
);

test("a search for a frequent word reads its matches in the order of an index", async () => {
  // Two letters: the trigram index can't help.
  const [exact, codes, names, rest] = await pagePlans("q=zi&limit=500");
  expect(exact).toContain("articleByCode (tenantId=? AND codeFolded=?");
  expect(codes).toContain("articleByCode (tenantId=? AND codeFolded>? AND codeFolded<?)");
  expect(names).toContain("articleByName (tenantId=? AND nameFolded>? AND nameFolded<?)");
  expect(rest).toContain("articleByName (tenantId=?");
  for (const plan of [codes, names, rest]) expect(plan).not.toContain("TEMP B-TREE");
});

test.each(["oid", "-oid", "createdDT", "-createdDT"])(
  "in the order %s the oids give the order and the starting point",
  async (sort) => {
    const { body } = await user.get(`/api/articles/page?sort=${sort}&limit=5`);
    const [plan] = await pagePlans(`sort=${sort}&limit=5&${WIDE}&cursor=${body.nextCursor}`);
    expect(plan).toMatch(/(PRIMARY KEY \(rowid|tenantId=\? AND oid)[<>]\?/);
    expect(plan).not.toContain("TEMP B-TREE");
  },
);

test("where no match is found soon, all articles are read in storage order", async () => {
  const { storage } = server.appliance.dependencies;
  const { rows } = storage.reader;
  // Simulates a part longer than the limit of the walk.
  storage.reader.rows = async (query) =>
    query.sql.startsWith("select 1 as") ? { pieces: [], rows: 1, change: 0 } : rows(query);
  const plans = await pagePlans("noPlace=true");
  storage.reader.rows = rows;
  expect(plans).toHaveLength(2);
  expect(plans[1]).toMatch(/^SCAN a\n/);
});

test.each([
  ["q=A000001+B1-G-02", /LIST SUBQUERY.*SCAN articleSearch VIRTUAL TABLE/s],
  ["q=B1-G-02", /articleLocationByLocation.*articleSearch|articleSearch.*articleLocationByLocation/s],
  ["categoryId=1", /articleByCategory \(categoryId=\?\)/],
  ["typeId=1", /articleByType \(typeId=\?\)/],
  ["stateId=1", /articleByState \(stateId=\?\)/],
  ["userId=3", /articleByUser \(tenantId=\? AND userId=\?\)/],
  ["responsibleUserId=2", /articleByResponsible \(tenantId=\? AND responsibleUserId=\?\)/],
  ["isDisposal=true", /articleForDisposal \(tenantId=\?\)/],
  ["priceTo=5", /articleByPrice \(tenantId=\? AND price>\? AND price<\?\)/],
  ["locationId=1", /articleLocationByLocation \(locationId=\?\)/],
])("the few articles that ?%s selects are found by its own index", async (query, index) => {
  const [plan] = await pagePlans(query);
  expect(plan).toMatch(index);
});
