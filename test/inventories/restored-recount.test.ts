import { expect, test } from "vitest";
import { adminByPassword } from "../backup/copies.ts";
import type { TestServer } from "../harness/server.ts";
import { backup } from "../security/backup-copy.ts";
import { createOperation, results, send } from "./count-requests.ts";
import { startWarehouse } from "./stocktake.ts";

// A count that is sent again after a restore gets no other mark for recount than the first time: what its terminal had seen is
// in the restored data.

/** A stocktake with an item that the Manager has counted. */
async function startCounted(beforeCount: (server: TestServer) => void = () => {}) {
  const { server, warehouse } = await startWarehouse(["shelf"]);
  await warehouse.article("A", { shelf: 5 });
  const inventory = await warehouse.stocktake(["shelf"]);
  const { oid: itemId } = await warehouse.item(inventory, "A");
  const cursor = async () => {
    const { body } = await warehouse.user.get(`/api/inventories/${inventory}/items?since=`);
    return String(body.cursor);
  };
  const before = await cursor();
  beforeCount(server);
  await send(warehouse.manager, inventory, [createOperation({ kind: "add", itemId, quantity: 2 })]);
  return { server, warehouse, inventory, itemId, before, after: await cursor() };
}

const stateOf = async (server: TestServer, itemId: number) => {
  const { body } = await server.manager.get(`/api/inventories/items/${itemId}`);
  return { quantity: body.inventoryQuantity, isToRecount: body.isToRecount };
};

test.each([
  ["had seen the count of another one", "after", { kind: "add", quantity: 1 }, 3, false],
  ["had not seen it", "before", { kind: "add", quantity: 1 }, 3, true],
  ["sets another quantity after it", "after", { kind: "set", quantity: 4 }, 4, true],
  ["sets the same quantity after it", "after", { kind: "set", quantity: 2 }, 2, false],
  ["sets the same quantity without knowing it", "before", { kind: "set", quantity: 2 }, 2, true],
] as const)("of a terminal that %s", async (_, seen, count, quantity, isToRecount) => {
  const { server, warehouse, inventory, itemId, ...cursors } = await startCounted();
  const putBack = backup(server);
  const operation = createOperation({ ...count, itemId, seen: cursors[seen] });
  expect(results(await send(warehouse.user, inventory, [operation]))).toEqual(["applied"]);
  const first = await stateOf(server, itemId);
  expect(first).toEqual({ quantity, isToRecount });
  await putBack();
  await (await adminByPassword(server)).put("/api/restore-confirmation", { all: true });
  expect(results(await send(server.user, inventory, [operation]))).toEqual(["applied"]);
  expect(await stateOf(server, itemId)).toEqual(first);
});

test("a terminal that has seen only the data between two restores did not see the count that the second one brings back", async () => {
  let putBackOld = async () => {};
  const { server, inventory, itemId } = await startCounted((early) => {
    putBackOld = backup(early);
  });
  const putBackNew = backup(server);
  const confirmAll = async () =>
    (await adminByPassword(server)).put("/api/restore-confirmation", { all: true });
  await putBackOld();
  await confirmAll();
  const between = (await server.user.get(`/api/inventories/${inventory}/items?since=`)).body;
  expect((await stateOf(server, itemId)).quantity).toBe(null);
  await putBackNew();
  await confirmAll();
  const operation = createOperation({ kind: "add", quantity: 1, itemId, seen: String(between.cursor) });
  expect(results(await send(server.user, inventory, [operation]))).toEqual(["applied"]);
  expect(await stateOf(server, itemId)).toEqual({ quantity: 3, isToRecount: true });
});
