import { expect, test } from "vitest";
import { removeOldEntries } from "../../src/change-feed/removal.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { added, faultPaths } from "../articles/samples.ts";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { copyOf, page, sumsOfDatabase, tablesOf } from "./copy.ts";

const DAY = 24 * 3_600_000;
const addLocation = statement((p: { name: string; change: number }) =>
  sqlite.insertInto("location").values({ tenantId: 1, name: p.name, nameFolded: "bin", change: p.change }),
);
const renameLocations = statement((p: { change: number }) =>
  sqlite.updateTable("location").set({ name: "Renamed", change: p.change }).where("nameFolded", "=", "bin"),
);

test("each page goes on after the one before, and a change comes once, with the record as it is now", async () => {
  const server = await startServer();
  const copy = await copyOf(server);
  const { oid } = await added(server.manager, "FEED-1");
  await server.manager.put(`/api/articles/${oid}`, { name: "Twice", code: "FEED-1" });
  const next = await page(server.manager, copy.cursor);
  expect(next).toMatchObject({ isWhole: false, hasMore: false });
  expect(next.changes).toEqual([
    { table: "article", oid, record: expect.objectContaining({ oid, name: "Twice", code: "FEED-1" }) },
  ]);
  expect((await page(server.manager, next.cursor)).changes).toEqual([]);
});

test("a deleted record comes as null, also where it was added and deleted between two pages", async () => {
  const server = await startServer();
  const { manager } = server;
  const copy = await copyOf(server);
  const { oid } = await added(manager, "FEED-2");
  await manager.delete(`/api/articles/${oid}`);
  expect((await page(manager, copy.cursor)).changes).toEqual([{ table: "article", oid, record: null }]);
});

test("a refused write is not in the feed, nor is one that changes no shown value", async () => {
  const server = await startServer();
  const { manager } = server;
  const { cursor } = await copyOf(server);
  const { body } = await manager.get("/api/articles/1");
  expect(
    (
      await manager.post("/api/articles", {
        code: body.code,
        name: "x",
        categoryId: 1,
        typeId: 1,
        stateId: 2,
      })
    ).status,
  ).toBe(409);
  await manager.put("/api/articles/1/locations", {
    locations: (await manager.get("/api/articles/1/locations")).body.map(
      ({ locationId, quantity }: Record<string, unknown>) => ({ locationId, quantity }),
    ),
  });
  const tables = tablesOf(await page(manager, cursor));
  expect(tables.filter((table) => table !== "article")).toEqual([]);
});

test("a reader that was away for more than 30 days begins anew, and so does one of another server's data", async () => {
  const { clock, server } = await startServerWithClock();
  const add = async (code: string) => added(server.manager, code);
  const { storage } = server.appliance.dependencies;
  const remove = () => storage.write(null, (tx) => removeOldEntries(tx, clock, 1000));
  const late = await copyOf(server);
  await remove();
  await add("FEED-5");
  clock.advance(DAY);
  await remove();
  clock.advance(27 * DAY);
  const early = await copyOf(server);
  await add("FEED-6");
  expect(await remove()).toBe(0);
  expect((await page(server.manager, late.cursor)).isWhole).toBe(false);
  clock.advance(4 * DAY);
  expect(await remove()).toBeGreaterThan(0);
  const again = server.manager;
  expect((await page(again, late.cursor)).isWhole).toBe(true);
  const { isWhole, changes } = await page(again, early.cursor);
  expect([isWhole, tablesOf({ changes })]).toEqual([false, ["article"]]);

  const copied = await startServer({ from: server.folder });
  expect((await page(await copied.as("manager"), early.cursor)).isWhole).toBe(true);
});

test("a cursor stays valid after a restart", async () => {
  const server = await startServer();
  const { cursor } = await copyOf(server);
  await server.restart();
  expect(await page(server.manager, cursor)).toMatchObject({ isWhole: false, changes: [] });
});

test.each(["x", "1-2-3", "0-0-0-1-1-", "-1-0-0-1-1-timeline", "0-0-0-1-1-a b"])(
  "%s is no cursor",
  async (since) => {
    const server = await startServer({ empty: true });
    const client = await (await startServer()).as("manager");
    const response = await client.get(`/api/changes?since=${encodeURIComponent(since)}`);
    expect([response.status, faultPaths(response)]).toEqual([400, ["since"]]);
    await server.stop();
  },
);

test("JSON Lines have a change a line, and the rest of the page as the last line", async () => {
  const server = await startServer();
  const { manager } = server;
  const { cursor } = await copyOf(server);
  await manager.put("/api/articles/1", { name: "One", code: "A1", note: "two\nlines" });
  await manager.put("/api/articles/2", { name: "Two", code: "A2" });
  const whole = await page(manager, cursor);
  const response = await manager.get(`/api/changes?since=${cursor}&format=lines`);
  expect(response.headers.get("content-type")).toBe("application/jsonl");
  const lines = response.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { changes, ...rest } = whole;
  expect(lines).toEqual([...changes, rest]);
  const end = await manager.get(`/api/changes?since=${whole.cursor}&format=lines`);
  expect(JSON.parse(end.text)).toMatchObject({ isWhole: false, hasMore: false });
});

test("a transaction of more records than a page has comes in several pages, each record once", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  await storage.write(1, (tx) => {
    for (let number = 0; number < 2500; number++)
      addLocation.run(tx, { name: `Bin ${number}`, change: tx.change });
  });
  const whole = await copyOf(server);
  expect(whole.sums()).toEqual(sumsOfDatabase(server, 1));
  const copy = await copyOf(server);
  await storage.write(1, (tx) => {
    renameLocations.run(tx, { change: tx.change });
  });
  const sizes: number[] = [];
  for (let hasMore = true; hasMore; ) {
    const next = await copy.take(server.manager);
    sizes.push(next.changes.length);
    hasMore = next.hasMore;
  }
  expect(sizes.slice(0, 2)).toEqual([1000, 1000]);
  expect(copy.sums()).toEqual(sumsOfDatabase(server, 1));
});

test("a withdrawn transfer is removed, and a new template of a label is a change", async () => {
  const server = await startServer();
  const copy = await copyOf(server);
  const body = { articleId: 1, targetLocationId: 3, note: "confidential" };
  const { oid } = (await server.user.post("/api/articletransfers", body)).body;
  await copy.takeAll(server.manager);
  expect(copy.of("articleTransfer").map((change) => change.oid)).toContain(oid);
  expect((await server.user.delete(`/api/articletransfers/${oid}`)).status).toBe(204);
  const withdrawn = await page(server.manager, copy.cursor);
  expect(withdrawn.changes).toEqual([{ table: "articleTransfer", oid, record: null }]);

  const { body: format } = await server.admin.get("/api/printingformats/1");
  await server.admin.put("/api/printingformats/1", { ...format, template: `${format.template} ` });
  const { changes } = await page(server.manager, withdrawn.cursor);
  expect(changes).toMatchObject([{ table: "printFormat", oid: 1, record: { name: format.name } }]);
  expect(changes[0]?.record).not.toHaveProperty("template");
});
