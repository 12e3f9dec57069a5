import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedServer, startServer, type TestServer } from "../harness/server.ts";
import { endOf, jobAt, startJob } from "../jobs/waiting.ts";
import { sendOne } from "./count-requests.ts";
import { finish, type Held, startHeld, startThreeLocations } from "./held-work.ts";
import { createMovedInventory } from "./inventory-setup.ts";
import { createWarehouse, type Stock, type Warehouse } from "./stocktake.ts";

// Others write between two slices of the work on a stocktake.

describe("stock that moves while a stocktake is prepared", () => {
  /** Article and locations before; the move after a slice; the stock after a close in which every piece was counted. */
  const MOVES: readonly (readonly [string, Stock, number, Stock])[] = [
    ["from a location that was read to one that was not", { A: 5, B: 3 }, 1, { A: 3, B: 5 }],
    ["from a location that was not read to one that was", { A: 5, B: 3 }, 1, { A: 7, B: 1 }],
    ["wholly, from the location that was read", { A: 5 }, 1, { B: 5 }],
    ["wholly, to the location that was read", { B: 5 }, 2, { A: 5 }],
    ["before the first location was read", { A: 5, B: 3 }, 0, { A: 1, B: 7 }],
    ["after everything was read", { A: 5, B: 3 }, 6, { A: 1, B: 7 }],
  ];
  test.each(MOVES)("%s is neither lost nor doubled", async (_, before, count, after) => {
    const { warehouse, oid } = await moveWhilePrepared(before, count, after);
    await countAndClose(warehouse, oid, "MOVES", after);
    expect(await warehouse.stock("MOVES")).toEqual(after);
  });

  /** Items of several pieces stay where they are expected; a single one goes to where it is scanned. */
  const SINGLE: readonly (readonly [string, Stock, number, Stock])[] = [
    ["to a location that was read without it", { B: 1 }, 3, { A: 1 }],
    ["after everything was read", { A: 1 }, 6, { B: 1 }],
    ["out of the stocktake", { A: 1 }, 1, { C: 1 }],
  ];
  test.each(SINGLE)(
    "of a single piece %s is not doubled where it is found",
    async (_, before, count, after) => {
      const { warehouse, oid } = await moveWhilePrepared(before, count, after);
      await warehouse.move(oid, "start");
      const [name = ""] = Object.keys(after);
      const scan = { code: "MOVES", locationId: warehouse.at(name), quantity: 1 };
      expect((await sendOne(warehouse.manager, oid, scan)).result).toBe("applied");
      await warehouse.move(oid, "finish", "process", "close");
      expect(await warehouse.stock("MOVES")).toEqual(after);
    },
  );

  test("away and back again is expected once", async () => {
    const { server, warehouse } = await startThreeLocations();
    await warehouse.article("RETURNS", { A: 5 });
    const locationIds = [warehouse.at("A")];
    const { oid } = (await warehouse.manager.post("/api/inventories", { name: "Ours", locationIds })).body;
    const held = await startHeld(server, warehouse, oid, "prepare", 1);
    await warehouse.put("RETURNS", { C: 5 });
    await warehouse.article("BETWEEN", { A: 1 });
    await warehouse.put("RETURNS", { A: 5 });
    await finish(held);
    expect(await warehouse.item(oid, "RETURNS")).toMatchObject({ quantity: 5, movedQuantity: 0 });
  });
});

/** Prepares a stocktake of A and B. Stock of an article moves after so many slices. */
async function moveWhilePrepared(before: Stock, count: number, after: Stock) {
  const { server, warehouse } = await startThreeLocations();
  await warehouse.article("MOVES", before);
  await warehouse.article("STAYS", { A: 1, B: 1 });
  const locationIds = ["A", "B"].map(warehouse.at);
  const { oid } = (await warehouse.manager.post("/api/inventories", { name: "Ours", locationIds })).body;
  const held = await startHeld(server, warehouse, oid, "prepare", count);
  await warehouse.put("MOVES", { ...zero(before), ...after });
  await finish(held);
  return { warehouse, oid: oid as number };
}

const zero = (stock: Stock): Stock => Object.fromEntries(Object.keys(stock).map((name) => [name, 0]));

/** Counts what is there, by scanning at each location, and closes. */
async function countAndClose(warehouse: Warehouse, id: number, code: string, found: Stock): Promise<void> {
  await warehouse.move(id, "start");
  const operations = Object.entries(found).map(([name, quantity]) => ({
    ...{ operationId: randomUUID(), kind: "set", code, locationId: warehouse.at(name), quantity },
    at: new Date().toISOString(),
  }));
  const { items } = (await warehouse.manager.get(`/api/inventories/${id}/items?since=`)).body;
  for (const { oid, article, locationId } of items)
    if (article.code === code && !operations.some((one) => one.locationId === locationId))
      await warehouse.manager.put("/api/inventories/items/update", { oid, inventoryQuantity: 0 });
  const { body } = await warehouse.manager.post(`/api/inventories/${id}/counts`, { operations });
  expect(body.receipts.map(({ result }: { result: string }) => result)).toEqual(
    operations.map(() => "applied"),
  );
  await warehouse.move(id, "finish", "process", "close");
}

describe("while a stocktake is closed", () => {
  const original = sharedServer();
  let ready: { readonly warehouse: Warehouse; readonly id: number };
  beforeAll(async () => {
    const warehouse = createWarehouse(original);
    for (const name of ["A", "B", "C"]) await warehouse.addLocation(name);
    // In the order of their settlement: 21 fill the first step.
    const codes = Array.from({ length: 25 }, (_, index) => `N-${String(index + 10)}`);
    for (const code of codes) await warehouse.article(code, { A: 9 });
    const id = await warehouse.stocktake(["A"]);
    for (const code of codes) await warehouse.count(id, code, 8);
    await warehouse.move(id, "finish", "process");
    ready = { warehouse, id };
    await original.halt();
  });

  /** Of 25 articles with 9 pieces at A 8 were found; the close has run for this many slices. */
  async function startClose(count: number) {
    const server = await startServer({ stopped: original.folder, sliceMs: 0 });
    const warehouse = ready.warehouse.on(server);
    const held = await startHeld(server, warehouse, ready.id, "close", count);
    return { server, warehouse, held };
  }

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    "stock that moves after slice %d is neither lost nor doubled",
    async (count) => {
      const { warehouse, held } = await startClose(count);
      for (const code of ["N-10", "N-34"]) {
        // The first move may come before or after the settlement: of 9 pieces 8 were found.
        const { A = 0 } = await warehouse.stock(code);
        await warehouse.put(code, { A: A - 2, B: 2 });
      }
      await finish(held);
      expect(await warehouse.stock("N-10")).toEqual({ A: 6, B: 2 });
      expect(await warehouse.stock("N-34")).toEqual({ A: 6, B: 2 });
      expect(await warehouse.stock("N-20")).toEqual({ A: 8 });
    },
  );

  test("another open stocktake of the same articles is marked once by each settlement", async () => {
    const { warehouse, held } = await startClose(0);
    const other = await warehouse.manager.post("/api/inventories", {
      name: "Other",
      locationIds: [warehouse.at("A")],
    });
    const prepared = await startJob(warehouse.manager, `/api/inventories/${other.body.oid}/prepare`);
    await finish(held);
    expect(await endOf(warehouse.manager, prepared)).toMatchObject({ state: "done" });
    expect(await warehouse.item(other.body.oid, "N-34")).toMatchObject({ quantity: 8, movedQuantity: 0 });
  });

  test("an article that is deleted before its turn is left alone", async () => {
    const { server, warehouse, held } = await startClose(4);
    await warehouse.manager.delete(`/api/articles/${warehouse.id("N-34")}`);
    const before = stockRows(server, warehouse.id("N-34"));
    await finish(held);
    expect(stockRows(server, warehouse.id("N-34"))).toEqual(before);
    expect(await warehouse.stock("N-33")).toEqual({ A: 8 });
  });

  test("a late count at another location is in the report with the name of its location", async () => {
    const { warehouse, held } = await startClose(4);
    const late = {
      operationId: randomUUID(),
      kind: "set",
      code: "N-10",
      quantity: 1,
      at: "2026-11-20T10:00:00.000Z",
    };
    const locationId = await warehouse.addLocation("Cellar");
    await warehouse.manager.post(`/api/inventories/${held.id}/counts`, {
      operations: [{ ...late, locationId }],
    });
    await finish(held);
    const { body } = await warehouse.manager.get(`/api/inventories/${held.id}/report`);
    expect(JSON.stringify(body)).toContain("Cellar");
  });

  test("a cancelled close leaves no names behind: the report has the present ones", async () => {
    const { warehouse, held } = await startClose(2);
    expect((await warehouse.manager.put(`${held.path}/cancel`)).status).toBe(200);
    held.slices.release();
    await endOf(warehouse.manager, held.path);
    const rename = { name: "New name" };
    expect((await warehouse.manager.put(`/api/articles/${warehouse.id("N-10")}`, rename)).status).toBe(200);
    await warehouse.manager.put(`/api/locations/${warehouse.at("A")}`, { name: "New hall" });
    for (const move of [null, "close"]) {
      if (move !== null) await warehouse.move(held.id, move);
      const { text } = await warehouse.manager.get(`/api/inventories/${held.id}/report?format=csv`);
      expect(text).toContain("N-10,New name,New hall");
      expect(text).not.toContain("Article N-10");
    }
  });

  test("errors of the disk or of the program do not end it after the first settlement", async () => {
    const { server, warehouse, held } = await startClose(5);
    const { jobs } = server.appliance.dependencies.storage;
    const { run } = jobs;
    let errors = 0;
    Object.assign(jobs, {
      run: (...input: Parameters<typeof run>) => {
        if (++errors <= 4) throw new Error("broken");
        return run(...input);
      },
    });
    await finish(held);
    expect(errors).toBeGreaterThan(4);
    expect(await warehouse.stock("N-34")).toEqual({ A: 8 });
  });
});

const stockRows = ({ appliance }: TestServer, articleId: number) =>
  appliance.dependencies.storage.db
    .query(
      {
        sql: "SELECT locationId, quantity FROM articleLocation WHERE articleId = ?",
        reads: ["articleLocation"],
      },
      [],
    )
    .all(articleId);

/** Runs the work to its end, which is this error. */
async function expectFailure({ slices, warehouse, path }: Held, message: RegExp): Promise<void> {
  slices.release();
  expect(await endOf(warehouse.manager, path)).toMatchObject({
    state: "failed",
    error: { message: expect.stringMatching(message) },
  });
}

/** A stocktake with an article whose stock has moved. Each unit of its work is a slice. */
async function startMoved(more?: object) {
  const server = await startServer({ sliceMs: 0 });
  return { server, ...(await createMovedInventory(server, more)) };
}

test("a cancelled approval keeps the marks of stock that moved meanwhile", async () => {
  const { server, warehouse, id } = await startMoved();
  await warehouse.move(id, "finish", "process");
  const held = await startHeld(server, warehouse, id, "approve", 1);
  await warehouse.put("STAYED", { A: 4 });
  const marked = await warehouse.item(id, "STAYED");
  expect(marked).toMatchObject({ movedQuantity: -5, isApproved: true });
  await warehouse.manager.put(`${held.path}/cancel`);
  held.slices.release();
  await endOf(warehouse.manager, held.path);
  expect(await warehouse.item(id, "STAYED")).toEqual({ ...marked, isApproved: false });
});

test("an approval fails where stock that moves meanwhile withdraws the decision on an item", async () => {
  const { server, warehouse, id } = await startMoved();
  await warehouse.move(id, "finish");
  const { oid } = await warehouse.item(id, "MOVED");
  await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "keepCount" });
  const mistake = { itemIds: [oid], settlement: "bookError", cause: "Booked twice" };
  expect((await warehouse.manager.put(`/api/inventories/${id}/explain`, mistake)).status).toBe(204);
  await warehouse.move(id, "process");
  const held = await startHeld(server, warehouse, id, "approve", 1);
  expect(await warehouse.item(id, "MOVED")).toMatchObject({ isApproved: true });
  await warehouse.put("MOVED", { A: 3 });
  await expectFailure(held, /^Stock has moved since/);
  expect((await warehouse.manager.get(`/api/inventories/${id}`)).body.isApproved).toBe(false);
});

test("an approval leaves items that changed after they were seen, before its turn, and fails", async () => {
  const { server, warehouse, id } = await startMoved();
  await warehouse.move(id, "finish", "process");
  const { seen } = (await warehouse.manager.get(`/api/inventories/${id}/items/page?limit=1`)).body;
  const held = await startHeld(server, warehouse, id, `approve?seen=${encodeURIComponent(seen)}`, 0);
  await warehouse.put("STAYED", { A: 4 });
  await expectFailure(held, /./);
  expect(await warehouse.item(id, "STAYED")).toMatchObject({ isApproved: false });
});

test("a close fails where stock that moves before the first settlement withdraws an approval", async () => {
  const { server, warehouse, id } = await startMoved({ mustBeApproved: true });
  await warehouse.move(id, "finish");
  const { oid } = await warehouse.item(id, "MOVED");
  await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "keepCount" });
  await warehouse.move(id, "process", "approve");
  const held = await startHeld(server, warehouse, id, "close", 1);
  await warehouse.put("MOVED", { A: 3 });
  await expectFailure(held, /must be approved/);
  expect((await warehouse.manager.get(`/api/inventories/${id}`)).body.inventoryStateId).toBe(6);
  expect(await warehouse.stock("STAYED")).toEqual({ A: 9 });
});

test("a close fails where an item changes before the first settlement that the client has seen otherwise", async () => {
  const { server, warehouse, id } = await startMoved();
  await warehouse.move(id, "finish", "process");
  const { seen } = (await warehouse.manager.get(`/api/inventories/${id}/items/page?limit=1`)).body;
  const held = await startHeld(server, warehouse, id, `close?seen=${encodeURIComponent(seen)}`, 1);
  await warehouse.put("STAYED", { A: 4 });
  await expectFailure(held, /have changed in the meantime/);
  expect(await warehouse.stock("STAYED")).toEqual({ A: 4 });
});

test("a close that can't be cancelled any more goes on where stock withdraws an approval", async () => {
  const { server, warehouse, id } = await startMoved({ mustBeApproved: true });
  await warehouse.move(id, "finish");
  const { oid } = await warehouse.item(id, "MOVED");
  await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "keepCount" });
  await warehouse.move(id, "process", "approve");
  const { isApproved, approvedDT, approvedBy } = (
    await warehouse.manager.get(`/api/inventories/${id}/report`)
  ).body.approvals;
  expect(approvedBy).not.toBeNull();
  const held = await startHeld(server, warehouse, id, "close", 1);
  while ((await jobAt(warehouse.manager, held.path)).canCancel) await held.slices.run(1);
  await warehouse.put("MOVED", { A: 3 });
  expect((await warehouse.manager.get(`/api/inventories/${id}`)).body.isApproved).toBe(false);
  // The program begins again from its saved position.
  Object.assign(server.appliance.dependencies.storage.jobs, {
    run: () => Promise.reject(new Error("broken")),
  });
  held.slices.release();
  await server.halt();
  const restarted = await startServer({ stopped: server.folder });
  expect(await endOf(restarted.manager, held.path)).toMatchObject({ state: "done", error: null });
  const { approvals } = (await restarted.manager.get(`/api/inventories/${id}/report`)).body;
  expect(approvals).toMatchObject({ isApproved, approvedDT, approvedBy });
});

test("a cancelled approval leaves no withdrawal in the audit", async () => {
  const { server, warehouse, id } = await startMoved();
  await warehouse.move(id, "finish", "process");
  const held = await startHeld(server, warehouse, id, "approve", 1);
  await warehouse.manager.put(`${held.path}/cancel`);
  held.slices.release();
  await endOf(warehouse.manager, held.path);
  const { body } = await server.admin.get(`/api/audit?entity=inventory&entityId=${id}&field=itemApproval`);
  expect(body).toEqual([]);
});

describe("while decisions are applied", () => {
  test("a count that settles an item is kept, and the other items are decided", async () => {
    const { server, warehouse, id } = await startMoved();
    for (const code of ["MOVED", "GONE"]) {
      const { oid } = await warehouse.item(id, code, "A");
      await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "recount" });
    }
    const held = await startHeld(server, warehouse, id, "decide", 1, { decision: "settle" });
    await warehouse.count(id, "MOVED", 7, "A");
    await finish(held);
    expect(await warehouse.item(id, "MOVED", "A")).toMatchObject({
      inventoryQuantity: 7,
      isToRecount: false,
    });
    expect(await warehouse.item(id, "GONE", "A")).toMatchObject({ isToRecount: false });
  });

  test("stock that moves meanwhile stays undecided: nobody has seen it", async () => {
    const { server, warehouse, id } = await startMoved();
    const held = await startHeld(server, warehouse, id, "decide", 1, { decision: "keepCount" });
    await warehouse.put("MOVED", { A: 6 });
    await finish(held);
    expect(await warehouse.item(id, "MOVED", "A")).toMatchObject({ movedQuantity: -3, decision: null });
    expect(await warehouse.item(id, "GONE", "A")).toMatchObject({ decision: "keepCount" });
  });
});
