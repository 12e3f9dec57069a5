import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { markRestored } from "../../src/ops/backup/data-folder/restore-marker.ts";
import { adminByPassword } from "../backup/copies.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { createOperation, results, send } from "../inventories/count-requests.ts";
import { createWarehouse, startWarehouse } from "../inventories/stocktake.ts";
import { rotate } from "../rotate/command.ts";
import { backup } from "../security/backup-copy.ts";
import { add, tenant } from "../tenant/command.ts";
import { restartAfterRestore } from "../web/restart-after-restore.ts";

// A restore continues with an earlier state of the data. Terminals send again what that state may lack.

const DAY_MS = 86_400_000;

/** Confirms everybody after a restore; resolves with a Manager's client. */
async function confirmAll(server: TestServer) {
  await (await adminByPassword(server)).put("/api/restore-confirmation", { all: true });
  return server.as("manager");
}

/** The history that the server names: its id, and the time up to which its data have everything. */
async function historyOf(server: TestServer) {
  const { headers } = await (await adminByPassword(server)).get("/api/me");
  const [, id, copiedAt, installation] =
    /^"([\w-]+)"(?:;copied-at="([^"]+)")?;installation="([\w-]+)"$/.exec(headers.get("data-history") ?? "") ??
    [];
  if (id === undefined) throw new Error(`no history: ${headers.get("data-history")}`);
  return { id, copiedAt: copiedAt ?? null, installation };
}

test("every authenticated response names the history of the data, which a restart does not change", async () => {
  const server = await startServer();
  const { manager } = server;
  const first = (await manager.get("/api/me")).headers.get("data-history");
  expect(first).toMatch(/^"[\w-]+";installation="[\w-]{12}"$/);
  const unchanged = { "If-None-Match": (await manager.get("/api/locations")).headers.get("etag") ?? "" };
  for (const response of [
    await manager.get("/api/locations", unchanged),
    await manager.get("/api/inventories/999999"),
    await manager.get("/api/backup/verify"),
  ])
    expect([response.status, response.headers.get("data-history")]).toEqual([expect.any(Number), first]);
  expect((await server.anonymous.get("/api/version")).headers.get("data-history")).toBe(null);
  await server.restart();
  expect((await server.manager.get("/api/me")).headers.get("data-history")).toBe(first);
});

test("after a restore another history begins at the last change of the copy, and counts that it lacks are counted once when sent again", async () => {
  const { clock, server } = await startServerWithClock();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("shelf");
  await warehouse.article("A", { shelf: 5 });
  const inventory = await warehouse.stocktake(["shelf"]);
  const item = await warehouse.item(inventory, "A");
  const inCopy = createOperation({ kind: "add", itemId: item.oid, quantity: 2, at: clock.iso() });
  const { body: early } = await send(warehouse.manager, inventory, [inCopy]);
  const before = await historyOf(server);
  const putBack = backup(server);
  clock.advance(3_600_000);
  const lost = createOperation({ kind: "add", itemId: item.oid, quantity: 1, at: clock.iso() });
  const { body: late } = await send(warehouse.manager, inventory, [lost]);
  clock.advance(3_600_000);
  await putBack();
  const after = await historyOf(server);
  expect(after.id).not.toBe(before.id);
  expect(after.installation).toBe(before.installation);
  expect(Date.parse(after.copiedAt ?? "")).toBeLessThan(Date.parse(late.receivedDT) - 3_500_000);
  expect(Date.parse(after.copiedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(early.receivedDT) - 1000);
  const manager = await confirmAll(server);
  for (const outcome of ["applied", "duplicate"])
    expect(results(await send(manager, inventory, [lost, inCopy]))).toEqual([outcome, "duplicate"]);
  const { body: counted } = await manager.get(`/api/inventories/items/${item.oid}`);
  expect(counted.inventoryQuantity).toBe(3);
  await server.restart();
  expect(await historyOf(server)).toEqual(after);
});

test.each([
  ["tenant", (folder: string) => tenant(folder, add("Third", "grace"), "a good password")],
  ["rotate", (folder: string) => rotate(folder, ["device-key", "--yes"])],
])(
  "a write of the command %s between a restore and the next start is no part of the copy",
  async (_, run) => {
    const server = await startServer();
    await createWarehouse(server).addLocation("shelf");
    await server.halt();
    markRestored(server.folder);
    const restoredDT = new Date().toISOString();
    expect((await run(server.folder)).status).toBe(0);
    await server.restart();
    const { copiedAt } = await historyOf(server);
    expect(String(copiedAt) <= restoredDT, copiedAt ?? "").toBe(true);
  },
);

test("records that a restore has lost keep their ids: nothing that a terminal names becomes another record", async () => {
  const { server, warehouse } = await startWarehouse(["shelf"]);
  await warehouse.article("A", { shelf: 1 });
  const putBack = backup(server);
  const lost = {
    article: await warehouse.article("B", { shelf: 1 }),
    inventory: await warehouse.stocktake(["shelf"]),
    item: 0,
  };
  lost.item = (await warehouse.item(lost.inventory, "B")).oid;
  await putBack();
  await confirmAll(server);
  const now = warehouse.on(server);
  const article = await now.article("C", { shelf: 1 });
  const inventory = await now.stocktake(["shelf"]);
  expect(article).toBeGreaterThan(lost.article);
  expect(inventory).toBeGreaterThan(lost.inventory);
  const count = createOperation({ itemId: lost.item, quantity: 1 });
  const { body } = await send(now.manager, inventory, [count]);
  expect(body.receipts[0]).toMatchObject({ result: "refused", errors: [{ path: "itemId" }] });
  expect((await send(now.manager, lost.inventory, [count])).status).toBe(404);
});

test("a terminal that missed a restore learns of it from another one within a week", async () => {
  const { clock, server } = await startServerWithClock();
  await createWarehouse(server).addLocation("shelf");
  await restartAfterRestore(server);
  const first = await historyOf(server);
  clock.advance(6 * DAY_MS);
  await restartAfterRestore(server);
  const second = await historyOf(server);
  expect(second.id).not.toBe(first.id);
  expect(second.copiedAt).toBe(first.copiedAt);
  clock.advance(9 * DAY_MS);
  await restartAfterRestore(server);
  const third = await historyOf(server);
  expect(Date.parse(third.copiedAt ?? "")).toBeGreaterThan(Date.parse(first.copiedAt ?? "") + 5 * DAY_MS);
});

test("a copy of the folder without the restore command is another history, whose begin is not known", async () => {
  const server = await startServer();
  await restartAfterRestore(server);
  const { id, installation } = await historyOf(server);
  const copy = await startServer({ from: server.folder });
  const copied = await historyOf(copy);
  expect(copied).toEqual({ id: expect.any(String), copiedAt: null, installation });
  expect(copied.id).not.toBe(id);
});

test("a server that was set up anew is another installation, also at the same address", async () => {
  const { installation } = await historyOf(await startServer());
  const server = await startServer({ empty: true });
  const { body } = await server.anonymous.post("/api/setup", {
    ...{ tenantName: "First", userName: "ada", firstName: "Ada", lastName: "Novak" },
    ...{
      password: "the first password",
      code: readFileSync(join(server.folder, "setup-code"), "utf8").trim(),
    },
  });
  const header = (await server.withToken(body.accessToken).get("/api/me")).headers.get("data-history");
  expect(header).toMatch(/;installation="[\w-]{12}"$/);
  expect(header).not.toContain(String(installation));
});
