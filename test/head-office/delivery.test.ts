import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { causeOf } from "../../src/head-office/errors.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { eventually } from "../harness/eventually.ts";
import { startProxy } from "../harness/network-proxy.ts";
import { startServer } from "../harness/server.ts";
import { sendOne } from "../inventories/count-requests.ts";
import { createWarehouse } from "../inventories/stocktake.ts";
import { sitesOf, statusOf, untilEqual } from "./office.ts";
import { type Postgres, query, startPostgres } from "./postgres.ts";
import { createOffice } from "./set-up.ts";

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

let databases = 0;
const newOffice = () => createOffice(postgres, `delivery_${++databases}`);
const settingsOf = (url: string) => ({ HEAD_OFFICE_URL: url });

/** Texts that the formats of PostgreSQL escape. */
const ODD = 'Drill "big", it\'s\t2\\n \\N\r\n\\u0000 NULL {a,b} ěščřžýáíé 🧰\n\\.\nend\\';

const setNote = statement((p: { oid: number; note: string; change: number }) =>
  sqlite.updateTable("article").set({ note: p.note, change: p.change }).where("oid", "=", p.oid),
);
const noteOf = async (url: string, oid: number) =>
  (await query(url, "SELECT note FROM tallybox.article WHERE oid = $1", [oid]))[0]?.["note"];

test("a site delivers all its records, and then each change, with any text", async () => {
  const { url, site } = await newOffice();
  const server = await startServer();
  const note = (oid: number, text: string) =>
    server.appliance.dependencies.storage.write(1, (tx) => {
      setNote.run(tx, { oid, note: text, change: tx.change });
    });
  await note(1, ODD);
  await note(2, "with\0NUL");
  await server.restart(settingsOf(site));
  await eventually(async () => expect(await noteOf(url, 2)).toBe("with\ufffdNUL"));
  await note(3, ODD);
  await note(4, "with\0NUL");
  await eventually(async () => expect(await noteOf(url, 4)).toBe("with\ufffdNUL"));
  expect([await noteOf(url, 1), await noteOf(url, 3)]).toEqual([ODD, ODD]);
  await note(2, "without");
  await note(4, "without");
  await server.manager.put("/api/articles/5", { name: "Five", code: "A5", price: 12.5 });
  await server.manager.delete("/api/articles/6");
  await untilEqual(url, server);
  expect(await statusOf(server)).toMatchObject({ state: "current", behind: 0, failure: null });
});

const setDisposal = statement((p: { oid: number; at: string; change: number }) =>
  sqlite.updateTable("article").set({ disposalDT: p.at, change: p.change }).where("oid", "=", p.oid),
);

test("a time that PostgreSQL does not have is none there, and blocks nothing", async () => {
  const { url, site } = await newOffice();
  const server = await startServer();
  const dispose = (oid: number) =>
    server.appliance.dependencies.storage.write(1, (tx) => {
      setDisposal.run(tx, { oid, at: "0000-01-01T00:00:00.000Z", change: tx.change });
    });
  const timeOf = (oid: number) =>
    query(url, "SELECT disposal_dt FROM tallybox.article WHERE oid = $1", [oid]);
  await dispose(1);
  await server.restart(settingsOf(site));
  await eventually(async () => expect((await statusOf(server))["state"]).toBe("current"));
  expect(await timeOf(1)).toEqual([{ disposal_dt: null }]);
  await dispose(2);
  await server.manager.put("/api/articles/3", { name: "After it", code: "A3" });
  await eventually(async () => {
    const rows = await query(url, "SELECT 1 FROM tallybox.article WHERE name = 'After it'");
    expect(rows).toHaveLength(1);
  });
  expect(await timeOf(2)).toEqual([{ disposal_dt: null }]);
});

test("a site goes on without the head office, says why, and delivers the rest later", async () => {
  const { url, site } = await newOffice();
  const proxy = await startProxy(`http://127.0.0.1:${postgres.port}`);
  const server = await startServer({
    settings: settingsOf(site.replace(`${postgres.port}`, new URL(proxy.url).port)),
  });
  await untilEqual(url, server);
  proxy.cut();
  await eventually(async () => expect((await statusOf(server))["state"]).toBe("failing"));
  const { manager } = server;
  expect((await manager.put("/api/articles/1", { name: "Without a line", code: "A1" })).status).toBe(200);
  const status = await statusOf(server);
  expect(status["failure"]).toMatchObject({ cause: "The database does not answer." });
  proxy.restore();
  await untilEqual(url, server);
  expect(await statusOf(server)).toMatchObject({ state: "current", failure: null });
});

test("a query on a connection that was lost before says that the database does not answer", async () => {
  const { url } = await newOffice();
  const client = new Client(url);
  await client.connect();
  const lost = new Promise((resolve) => client.on("error", resolve));
  await query(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await lost;
  // The client reports the loss twice; the second time it refuses queries.
  const error = await client.query("SELECT 1").then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(causeOf(error).source).toBe("The database does not answer.");
});

test("a restarted site goes on where it was, and loads nothing again", async () => {
  const { url, site } = await newOffice();
  const server = await startServer({ settings: settingsOf(site) });
  await untilEqual(url, server);
  const { site: id } = await statusOf(server);
  // A load would remove it.
  await query(url, "INSERT INTO tallybox.article_category (site, oid, name) VALUES ($1, 999999, 'Mark')", [
    id,
  ]);
  await server.restart();
  await server.manager.put("/api/articles/1", { name: "After the restart", code: "A1" });
  await eventually(async () => {
    const names = await query(url, "SELECT name FROM tallybox.article WHERE oid = 1");
    expect(names).toEqual([{ name: "After the restart" }]);
  });
  expect(await query(url, "SELECT name FROM tallybox.article_category WHERE oid = 999999")).toHaveLength(1);
});

test("a copy of the data on another machine delivers nothing until the first one is silent, and then begins anew", async () => {
  const { url, site } = await newOffice();
  const server = await startServer({ settings: settingsOf(site) });
  await untilEqual(url, server);
  const copy = await startServer({ from: server.folder, settings: settingsOf(site) });
  await (await copy.as("manager")).put("/api/articles/1", { name: "Of the copy", code: "A1" });
  await eventually(async () => {
    const cause = "Another machine delivers for this site: a copy of its data runs there.";
    expect((await statusOf(copy))["failure"]).toMatchObject({ cause });
  });
  await server.manager.put("/api/articles/1", { name: "Of the first", code: "A1" });
  await untilEqual(url, server);
  await server.halt();
  // What is there when the copy begins anew. It begins as soon as the first one is silent.
  await query(url, "INSERT INTO tallybox.article_category SELECT site, 999999, 'Old' FROM tallybox.site");
  await query(url, "UPDATE tallybox.site SET heard_at = now() - interval '11 minutes'");
  await untilEqual(url, copy);
  expect(await sitesOf(url)).toHaveLength(1);
});

test("a database that has lost its last transactions, as after a failover, gets them again", async () => {
  const { url, site } = await newOffice();
  const server = await startServer({ settings: settingsOf(site) });
  await untilEqual(url, server);
  const [before] = await sitesOf(url);
  const nameOf = async (oid: number) =>
    (await query(url, "SELECT name FROM tallybox.article WHERE oid = $1", [oid]))[0]?.["name"];
  const name = await nameOf(1);
  await server.manager.put("/api/articles/1", { name: "Lost", code: "A1" });
  await eventually(async () => expect(await nameOf(1)).toBe("Lost"));
  await query(url, "UPDATE tallybox.site SET cursor = $1", [before?.cursor]);
  await query(url, "UPDATE tallybox.article SET name = $1 WHERE oid = 1", [name]);
  await server.manager.put("/api/articles/2", { name: "Later", code: "A2" });
  await untilEqual(url, server);
});

test("a database that ends in the middle of the load has the whole load or nothing of a batch", async () => {
  const { url, site } = await newOffice();
  const server = await startServer();
  for (let number = 0; number < 2; number++) {
    await server.restart(settingsOf(site));
    await eventually(async () => expect(await sitesOf(url)).toHaveLength(1));
    await postgres.kill();
    await postgres.start();
  }
  await untilEqual(url, server);
});

test("the views show the stock, the stocktakes and the articles of each site by name", async () => {
  const { url, site } = await newOffice();
  const server = await startServer({ settings: settingsOf(site) });
  await untilEqual(url, server);
  const { body: article } = await server.manager.get("/api/articles/1");
  const stock: { quantity: number }[] = (await server.manager.get("/api/articles/1/locations")).body;
  const pieces = stock.reduce((sum, { quantity }) => sum + quantity, 0);
  const view = (name: string) => query(url, `SELECT * FROM tallybox.${name} WHERE article = 1`);
  expect(await view("articles")).toMatchObject([
    { code: article.code, name: article.name, category: article.category.name, quantity: `${pieces}` },
  ]);
  expect(await view("stock_by_site")).toMatchObject([{ code: article.code, quantity: `${pieces}` }]);
  expect(await view("stock_by_location")).toHaveLength(stock.length);
  const { body: inventories } = await server.manager.get("/api/inventories");
  const open = inventories.filter(({ isClosed, state }: never) => !isClosed && state !== 8);
  const shown = await query(url, "SELECT name, state FROM tallybox.open_stocktakes ORDER BY stocktake");
  expect(shown.map(({ name }) => name).toSorted()).toEqual(open.map(({ name }: never) => name).toSorted());
  for (const name of ["sites", "stocktake_results", "movements"])
    expect((await query(url, `SELECT * FROM tallybox.${name}`)).length).toBeGreaterThan(0);
});

test("the head office has the differences of the site, also where stock moved before the count", async () => {
  const { url, site } = await newOffice();
  const server = await startServer({ settings: settingsOf(site) });
  const { addLocation, article, at, count, move, put, stocktake } = createWarehouse(server);
  await addLocation("shelf");
  await addLocation("store");
  for (const code of ["MOVED", "FOUND"]) await article(code, { shelf: 10 }, { price: 2 });
  await article("TAKEN", { store: 5 }, { price: 2 });
  const id = await stocktake(["shelf"]);
  await put("MOVED", { shelf: 7 });
  await put("FOUND", { shelf: 7 });
  await count(id, "MOVED", 6);
  await count(id, "FOUND", { isFound: true });
  await sendOne(server.user, id, { code: "TAKEN", locationId: at("shelf"), isFound: true });
  await move(id, "finish", "process", "close");
  await untilEqual(url, server);
  const results = await query(
    url,
    "SELECT code, expected, found, difference, difference_value FROM tallybox.stocktake_results WHERE stocktake = $1 ORDER BY code",
    [id],
  );
  expect(results).toEqual([
    { code: "FOUND", expected: "10", found: "7", difference: "0", difference_value: "0.0000" },
    { code: "MOVED", expected: "10", found: "6", difference: "-1", difference_value: "-2.0000" },
    { code: "TAKEN", expected: "0", found: "5", difference: "0", difference_value: "0.0000" },
  ]);
});

test("the head office has the differences of the site, also where the count of another item changes them", async () => {
  const { url, site } = await newOffice();
  const server = await startServer({ settings: settingsOf(site) });
  const { addLocation, article, at, item, move, put, stocktake } = createWarehouse(server);
  for (const name of ["shelf", "rack"]) await addLocation(name);
  await article("SHIFTED", { shelf: 1, rack: 2 });
  const id = await stocktake(["shelf", "rack"]);
  const [onShelf, onRack] = [await item(id, "SHIFTED", "shelf"), await item(id, "SHIFTED", "rack")];
  await put("SHIFTED", { shelf: 0, rack: 3 });
  const counted = { kind: "set", locationId: at("rack") };
  await sendOne(server.user, id, { ...counted, itemId: onShelf.oid, quantity: 1 });
  await untilEqual(url, server);
  await sendOne(server.user, id, { ...counted, itemId: onRack.oid, quantity: 2 });
  await move(id, "finish", "process");
  await untilEqual(url, server);
  const { items } = (await server.manager.get(`/api/inventories/${id}/report`)).body;
  const moved = await query(
    url,
    "SELECT oid, moved_before_count FROM tallybox.inventory_item WHERE inventory_id = $1 ORDER BY oid",
    [id],
  );
  expect(moved.map((one) => Number(one["moved_before_count"]))).toEqual(
    items.map(({ movedBeforeCount }: { movedBeforeCount: number }) => movedBeforeCount),
  );
  expect(items.map(({ movedBeforeCount }: { movedBeforeCount: number }) => movedBeforeCount)).toEqual([
    -1, 1,
  ]);
});

test("the count of an item delivers no item of its article that does not depend on it", async () => {
  const { url, site } = await newOffice();
  const server = await startServer({ settings: settingsOf(site) });
  const { addLocation, article, at, item, stocktake } = createWarehouse(server);
  for (const name of ["first", "second"]) await addLocation(name);
  await article("WIDE", { first: 1, second: 2 });
  const id = await stocktake(["first", "second"]);
  const [counted, other] = [await item(id, "WIDE", "first"), await item(id, "WIDE", "second")];
  await untilEqual(url, server);
  const versionOf = ({ oid }: { oid: number }) =>
    query(url, "SELECT xmin::text FROM tallybox.inventory_item WHERE oid = $1", [oid]);
  const before = [await versionOf(counted), await versionOf(other)];
  await sendOne(server.user, id, { kind: "set", itemId: counted.oid, locationId: at("first"), quantity: 1 });
  await untilEqual(url, server);
  expect(await versionOf(counted)).not.toEqual(before[0]);
  expect(await versionOf(other)).toEqual(before[1]);
});

test("a site of another version delivers all again: the version before knew fewer columns", async () => {
  const { url, site } = await newOffice();
  const server = await startServer({ settings: settingsOf(site) });
  await untilEqual(url, server);
  await server.halt();
  await query(url, "UPDATE tallybox.article SET note = 'of another version'");
  await query(url, "UPDATE tallybox.site SET version = '0.0.1'");
  await server.restart(settingsOf(site));
  await eventually(async () =>
    expect(await query(url, "SELECT 1 FROM tallybox.article WHERE note = 'of another version'")).toEqual([]),
  );
});
