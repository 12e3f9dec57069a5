import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { startDemo } from "../harness/demo-process.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { endOf } from "../jobs/waiting.ts";

// The server is killed while it closes an inventory of all its stock, and then started again. The close must be applied as
// a whole or not at all, whenever the kill comes: a job that was stored goes on.

const MORE = 1000;
let token: string;
let id: number;
const prepared = sharedServer();
beforeAll(async () => {
  const manager = await prepared.as("manager");
  token = await prepared.tokenOf("manager");
  id = (await manager.post("/api/inventories", { name: "Everything" })).body.oid;
  for (const move of ["prepare", "start"]) await manager.put(`/api/inventories/${id}/${move}`);
  const { body: items } = await manager.get(`/api/inventories/${id}/items`);
  const operations = items.map(({ oid, quantity }: { oid: number; quantity: number }) => ({
    operationId: `00000000-0000-4000-8000-${String(oid).padStart(12, "0")}`,
    kind: "set",
    itemId: oid,
    quantity: quantity + MORE,
    isDisposal: true,
    at: "2026-11-20T00:00:00.000Z",
  }));
  await manager.post(`/api/inventories/${id}/counts`, { operations });
  for (const move of ["finish", "process"]) await manager.put(`/api/inventories/${id}/${move}`);
  await prepared.halt();
});

/** The difference of the stock from the expected one, and the number of items. */
const differences = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .innerJoin("articleLocation as p", (join) =>
      join.onRef("p.articleId", "=", "i.articleId").onRef("p.locationId", "=", "i.locationId"),
    )
    .where("i.inventoryId", "=", p.inventoryId)
    .select((eb) => [
      eb("p.quantity", "-", eb.ref("i.quantity")).as("more"),
      eb.fn.countAll<number>().as("items"),
    ])
    .groupBy("more"),
);
const proposals = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("disposalProposal as d")
    .innerJoin("inventoryItem as i", "i.oid", "d.inventoryItemId")
    .where("i.inventoryId", "=", p.inventoryId)
    .select((eb) => eb.fn.countAll<number>().as("rows")),
);

/** The bytes that a process has written to files and sockets. */
const writtenBy = (pid: number) =>
  Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);

/** What the server writes for the close, measured by the first test. */
let wholeBytes = 0;
/** Parts of these bytes after which the server is killed, spread over the whole close. The first is after its response. */
const PARTS = [Number.POSITIVE_INFINITY, 0, 0.1, 0.25, 0.4, 0.6, 0.8, 1];

test.each(PARTS)(
  "a close that is killed after %d of its writes is applied as a whole or not at all",
  async (part) => {
    const server = await startServer({ stopped: prepared.folder });
    await server.halt();
    const demo = await startDemo(server.folder);
    let isRunning = true;
    const kill = async () => {
      if (!isRunning) return;
      isRunning = false;
      await demo.end("SIGKILL");
    };
    onTestFinished(kill);
    const before = writtenBy(demo.pid);
    let isAnswered = false;
    const closing = fetch(`${demo.url}/api/inventories/${id}/close`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${token}` },
    }).then(
      ({ status }) => status,
      () => null,
    );
    void closing.then(() => {
      isAnswered = true;
    });
    const written = () => writtenBy(demo.pid) - before;
    while (!isAnswered && !(Number.isFinite(part) && written() >= part * wholeBytes)) await setImmediate();
    if (!Number.isFinite(part)) wholeBytes = written();
    await kill();
    const status = await closing;
    await server.restart();
    const [{ id: job }] = (await server.manager.get("/api/jobs")).body;
    await endOf(server.manager, `/api/jobs/${job}`);
    const { body } = await server.manager.get(`/api/inventories/${id}`);
    const { db } = server.appliance.dependencies.storage;
    const found = {
      state: body.inventoryStateId,
      isClosed: body.isClosed,
      stock: differences.all(db, { inventoryId: id }),
      proposals: proposals.first(db, { inventoryId: id })?.rows,
    };
    const { items } = found.stock[0] ?? { items: 0 };
    const untouched = { state: 6, isClosed: false, stock: [{ more: 0, items }], proposals: 0 };
    // Three articles have a waiting proposal, and one is disposed of and was not counted.
    const closed = { state: 7, isClosed: true, stock: [{ more: MORE, items }], proposals: items - 3 };
    expect([untouched, closed]).toContainEqual(found);
    expect(items).toBeGreaterThan(490);
    if (!Number.isFinite(part)) expect(status).toBe(200);
    if (status === 200) expect(found.state).toBe(7);
  },
);
