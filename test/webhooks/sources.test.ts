import { expect, test } from "vitest";
import { outgoingEventsAfter } from "../../src/outgoing-events/outgoing-events.ts";
import { added, articleBody } from "../articles/samples.ts";
import type { Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { createWarehouse } from "../inventories/stocktake.ts";
import { createShop, Failed } from "../printing/queue/printers.ts";
import { startReceiver } from "./receiver.ts";
import { addWebhook, startWebhookServer } from "./webhook-server.ts";

// What becomes an event.

const eventsOf = ({ appliance }: TestServer, type: string) =>
  outgoingEventsAfter(appliance.dependencies.storage.db, 1, 0, 10_000)
    .filter((one) => one.type === type)
    .map(({ data }) => JSON.parse(data));

/** The last state of each article in the tenant's events. */
function articlesIn(
  server: TestServer,
): Map<number, { code: string | null; name: string; deleted: boolean }> {
  const all = eventsOf(server, "article.changed").flatMap(({ articles }) => articles);
  return new Map(all.map(({ oid, ...rest }) => [oid, rest]));
}

/** Adds a webhook for changed articles. */
const follow = async (admin: Client) =>
  addWebhook(admin, (await startReceiver()).url, { types: ["article.changed"] });

test("a closed stocktake is an event", async () => {
  const { server } = await startWebhookServer();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("A");
  await warehouse.article("Chair", { A: 1 });
  const oid = await warehouse.stocktake(["A"]);
  await warehouse.move(oid, "finish", "process");
  expect(eventsOf(server, "inventory.closed")).toEqual([]);
  await warehouse.move(oid, "close");
  expect(eventsOf(server, "inventory.closed")).toMatchObject([
    { oid, name: expect.any(String), closedBy: expect.any(String) },
  ]);
});

test("a label that a user cancels is no event", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const oid = await shop.print();
  expect((await shop.user.post(`/api/printrequests/${oid}/cancel`)).status).toBe(200);
  await shop.becomes(oid, { stateId: Failed });
  await shop.server.restart();
  expect(eventsOf(shop.server, "label.failed")).toEqual([]);
});

test("a label that is given up is an event, each time", async () => {
  const shop = await createShop({ language: "zpl", limits: { giveUpMs: 200 } });
  shop.printer.turnOff();
  const oid = await shop.print({ articleId: 7 });
  await shop.becomes(oid, { stateId: Failed });
  const failed = { oid, articleId: 7, printerId: shop.printerId, printerName: "Test printer" };
  expect(eventsOf(shop.server, "label.failed")).toMatchObject([
    { ...failed, reason: expect.stringContaining("Test printer") },
  ]);
  await shop.user.post(`/api/printrequests/${oid}/retry`);
  await expect.poll(() => eventsOf(shop.server, "label.failed")).toMatchObject([failed, failed]);
});

test("a label that a crash interrupted is an event after the start", async () => {
  const shop = await createShop({ language: "zpl", limits: { silenceMs: 60_000, stallMs: 60_000 } });
  shop.printer.setFaults({ stall: true });
  const oid = await shop.print();
  await shop.becomes(oid, { stateId: 2 });
  await shop.server.restart();
  await expect.poll(() => eventsOf(shop.server, "label.failed")).toMatchObject([{ oid }]);
});

test("changed articles are events while a webhook wants them, also of deletions", async () => {
  const { server, admin } = await startWebhookServer();
  const { manager } = server;
  await added(manager, "HOOK-0");
  const webhook = await follow(admin);
  const { oid } = await added(manager, "HOOK-1");
  await manager.put(`/api/articles/${oid}`, { name: "Renamed" });
  const other = await added(manager, "HOOK-2");
  await expect
    .poll(() => articlesIn(server).get(oid))
    .toEqual({ code: "HOOK-1", name: "Renamed", deleted: false });
  expect((await manager.delete(`/api/articles/${other.oid}`)).status).toBe(204);
  await expect.poll(() => articlesIn(server).get(other.oid)).toMatchObject({ deleted: true });
  // The one from before the webhook is in none.
  expect([...articlesIn(server).keys()].toSorted()).toEqual([oid, other.oid].toSorted());
  await admin.delete(webhook.path);
  const before = eventsOf(server, "article.changed").length;
  await added(manager, "HOOK-3");
  await follow(admin);
  const last = await added(manager, "HOOK-4");
  await expect.poll(() => articlesIn(server).has(last.oid)).toBe(true);
  expect(eventsOf(server, "article.changed")).toHaveLength(before + 1);
});

test("many changed articles are events of up to 100 each, and each article is in one, also over restarts", async () => {
  // Collected by the next server only.
  const before = await startWebhookServer({ collectMs: 600_000 });
  await follow(before.admin);
  const { status, body, text } = await before.admin.put("/api/articles/bulk-edit", {
    ids: Array.from({ length: 450 }, (_, index) => index + 1),
    changes: { stateId: 3 },
  });
  expect(status, text).toBe(200);
  expect(body.changed).toBeGreaterThan(200);
  expect(eventsOf(before.server, "article.changed")).toEqual([]);
  await before.server.halt();
  const { server } = await startWebhookServer({}, { from: before.server.folder });
  await expect.poll(() => articlesIn(server).size).toBe(body.changed);
  const sizes = eventsOf(server, "article.changed").map(({ articles }) => articles.length);
  expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).map(() => 100));
  expect(sizes.reduce((sum, size) => sum + size)).toBe(body.changed);
  await server.restart();
  const { oid } = await added(server.manager, "HOOK-5");
  await expect.poll(() => articlesIn(server).has(oid)).toBe(true);
  expect(eventsOf(server, "article.changed")).toHaveLength(sizes.length + 1);
});

test("articles of another tenant are in no event of this one", async () => {
  const { server, admin } = await startWebhookServer();
  await follow(admin);
  const other = server.admin2;
  const [category, type] = [
    (await other.get("/api/articlecategories")).body[0].oid,
    (await other.get("/api/articletypes")).body[0].oid,
  ];
  const [state] = (await other.get("/api/articlestates")).body;
  const body = articleBody("THEIRS", { categoryId: category, typeId: type, stateId: state.oid });
  const theirs = await other.post("/api/articles", body);
  expect(theirs.status, theirs.text).toBe(201);
  const { oid } = await added(server.manager, "OURS");
  await expect.poll(() => articlesIn(server).has(oid)).toBe(true);
  expect(articlesIn(server).size).toBe(1);
});
