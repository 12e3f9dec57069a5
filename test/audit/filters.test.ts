import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditEntry } from "../../src/web/api/types/endpoints.d.ts";
import { createClock } from "../harness/clock.ts";
import { startServer, type TestServer } from "../harness/server.ts";

const AUDIT = "/api/audit";
const MINUTE = 60_000;

let server: TestServer;
let all: readonly AuditEntry[];
beforeAll(async () => {
  const clock = createClock();
  server = await startServer({ keep: true, clock });
  const { admin, manager } = server;
  // 250 changes, a minute apart each ten: articles and locations by two users, some of them caused by an import.
  for (let i = 0; i < 240; i++) {
    if (i % 10 === 0) clock.advance(MINUTE);
    const who = i % 3 === 0 ? admin : manager;
    if (i % 4 === 0) await who.put(`/api/locations/${1 + (i % 8)}`, { name: `L${i}` });
    else await who.put(`/api/articles/${1 + (i % 7)}`, i % 5 === 0 ? { price: i + 1 } : { name: `N${i}` });
  }
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.setCause("import 3");
    const text = "UPDATE article SET name = 'Imported ' || oid WHERE tenantId = 1 AND oid <= 10";
    tx.query({ sql: text, reads: [] }, []).run();
    tx.recordWrite("article");
  });
  all = await everything("");
});
afterAll(() => server.stop());

const page = async (query: string): Promise<AuditEntry[]> =>
  (await server.admin.get(`${AUDIT}?${query}`)).body;

/** All pages of a query, one after the other. */
async function everything(query: string): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (let before = ""; ; before = `&before=${found.at(-1)?.oid}`) {
    const more = await page(query + before);
    found.push(...more);
    if (more.length < 100) return found;
    expect(more).toHaveLength(100);
  }
}

test("pages of a hundred, newest first, hold every entry once", () => {
  expect(all).toHaveLength(250);
  expect(all.map(({ oid }) => oid)).toEqual(
    [...new Set(all.map(({ oid }) => oid))].toSorted((a, b) => b - a),
  );
});

const filters: readonly [string, (entry: AuditEntry) => boolean][] = [
  ["entity=location", ({ entity }) => entity === "location"],
  ["entity=LOCATION", ({ entity }) => entity === "location"],
  ["entity=printer", () => false],
  ["entity=article&entityId=3", ({ entity, entityId }) => entity === "article" && entityId === 3],
  ["entity=location&entityId=5", ({ entity, entityId }) => entity === "location" && entityId === 5],
  ["userId=1", ({ user }) => user?.id === 1],
  ["userId=1&entity=article", ({ user, entity }) => user?.id === 1 && entity === "article"],
  ["userId=2&entity=location", ({ user, entity }) => user?.id === 2 && entity === "location"],
  [
    "userId=2&entity=article&entityId=2",
    (e) => e.user?.id === 2 && e.entity === "article" && e.entityId === 2,
  ],
  ["userId=99999", () => false],
  ["cause=import 3", ({ cause }) => cause === "import 3"],
  ["cause=import", () => false],
  [
    "cause=import 3&entity=article&entityId=4",
    ({ cause, entityId }) => cause === "import 3" && entityId === 4,
  ],
  ["field=price", ({ changes }) => changes.some(({ field }) => field === "price")],
  ["field=name&userId=2", (e) => e.user?.id === 2 && e.changes.some(({ field }) => field === "name")],
  ["field=N1", () => false],
];
test.each(filters)("%s", async (query, matches) => {
  const expected = all.filter(matches).map(({ oid }) => oid);
  expect((await everything(query)).map(({ oid }) => oid)).toEqual(expected);
});

test("`from` is inclusive and `to` exclusive, beside each other filter", async () => {
  const times = [...new Set(all.map(({ at }) => at))].toSorted();
  for (const [from, to] of [
    [times[0], times.at(-1)],
    [times[100], times[120]],
    [times[7], times[7]],
    [times[30], undefined],
    [undefined, times[30]],
    ["2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z"],
    ["2099-01-01T00:00:00+01:00", undefined],
  ]) {
    const bounds = `${from ? `&from=${encodeURIComponent(from)}` : ""}${to ? `&to=${encodeURIComponent(to)}` : ""}`;
    const isIn = ({ at }: AuditEntry) => (!from || at >= from) && (!to || at < to);
    for (const [query, matches] of [["", () => true] as const, ...filters.slice(0, 6)]) {
      const expected = all.filter((entry) => isIn(entry) && matches(entry)).map(({ oid }) => oid);
      expect(
        (await everything(query + bounds)).map(({ oid }) => oid),
        query + bounds,
      ).toEqual(expected);
    }
  }
});

test.each([
  ["entity=secret", "entity"],
  ["entityId=3", "entity"],
  ["entity=article&entityId=x", "entityId"],
  ["userId=me", "userId"],
  ["from=yesterday", "from"],
  ["before=1.5", "before"],
])("%s is 400 at %s", async (query, path) => {
  const response = await server.admin.get(`${AUDIT}?${query}`);
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([{ path, message: expect.any(String) }]);
});

test.each([
  ["", "auditEntryByTenant"],
  ["field=name&from=2020-01-01T00:00:00Z", "auditEntryByTenant"],
  ["userId=1", "auditEntryByUser"],
  ["userId=1&entity=article", "auditEntryByUser"],
  ["userId=1&entity=printer", "auditEntryByKind"],
  ["entity=article", "auditEntryByKind"],
  ["entity=article&entityId=3&userId=1&cause=import 3", "auditEntryByEntity"],
  ["cause=import 3&entity=article", "auditEntryByCause"],
])("%s reads %s, from the newest on", async (query, index) => {
  const { storage } = server.appliance.dependencies;
  const { rows } = storage.reader;
  const plans: string[] = [];
  Object.assign(storage.reader, {
    rows: (...[asked]: Parameters<typeof rows>) => {
      const plan = { sql: `EXPLAIN QUERY PLAN ${asked.sql}`, reads: [] };
      const details = storage.db.query<{ detail: string }>(plan, []).all(...asked.values);
      plans.push(...details.map(({ detail }) => detail));
      return rows(asked);
    },
  });
  await page(query);
  Object.assign(storage.reader, { rows });
  const own = plans.filter((detail) => / h\b/.test(detail));
  expect(own).toEqual([expect.stringMatching(new RegExp(`^SEARCH h USING INDEX ${index} \\(tenantId=`))]);
  expect(own[0]).toMatch(/(rowid|oid)>\? AND (rowid|oid)<\?\)$/);
  expect(plans.filter((detail) => detail.includes("TEMP B-TREE"))).toEqual([]);
});
