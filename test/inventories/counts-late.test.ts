import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { sharedServer } from "../harness/server.ts";
import { createOperation, results, send } from "./count-requests.ts";
import { putIntoState, STATES } from "./inventory-setup.ts";
import { createWarehouse } from "./stocktake.ts";

const clock = createClock();
const MINUTE = 60_000;
let inventory: number;
/** The item of A. */
let item: number;
const server = sharedServer({ clock });
const warehouse = createWarehouse(server);
beforeAll(async () => {
  for (const name of ["shelf", "rack"]) await warehouse.addLocation(name);
  await warehouse.article("A", { shelf: 2 });
});
beforeEach(async () => {
  inventory = await warehouse.stocktake(["shelf", "rack"]);
  item = (await warehouse.item(inventory, "A")).oid;
  clock.advance(MINUTE);
});

/** A time so many minutes from now, by a terminal's correct clock. */
const minutes = (from: number) => new Date(clock.now() + from * MINUTE).toISOString();
const count = (quantity: number, at: string, fields = {}) =>
  createOperation({ itemId: item, quantity, at, ...fields });
const quantity = async () => (await warehouse.item(inventory, "A")).inventoryQuantity;
const operations = async (state: string) =>
  (await warehouse.manager.get(`/api/inventories/${inventory}/operations?state=${state}`)).body;

describe.each(STATES.filter(([id]) => id === 5 || id === 6 || id === 7))("in state %i, %s,", (state) => {
  test("an operation is late: stored, shown, and not applied", async () => {
    await putIntoState(server, inventory, state);
    const sent = [count(1, minutes(-0.5)), createOperation({ code: "nobody", at: minutes(-0.5) })];
    expect(results(await send(warehouse.user, inventory, sent))).toEqual(["late", "late"]);
    expect(results(await send(warehouse.user, inventory, sent))).toEqual(["duplicate", "duplicate"]);
    expect(await quantity()).toBe(null);
    const late: { operationId: string }[] = await operations("late");
    expect(late.map(({ operationId }) => operationId).toReversed()).toEqual(
      sent.map((one) => one.operationId),
    );
    expect(await operations("applied")).toEqual([]);
  });
});

test("an operation for an unknown location is refused when it is late as well", async () => {
  await warehouse.move(inventory, "finish");
  const sent = [
    createOperation({ code: "A000001", at: minutes(0) }),
    count(1, minutes(0), { locationId: 41 }),
  ];
  expect(results(await send(warehouse.user, inventory, sent))).toEqual(["refused", "refused"]);
});

describe("late operations", () => {
  test("count at their own time when the inventory is reopened", async () => {
    await warehouse.count(inventory, "A", 5);
    clock.advance(MINUTE);
    await warehouse.move(inventory, "finish");
    const late = [
      count(7, minutes(-0.5)),
      count(1, minutes(-1.5)),
      createOperation({ code: "nobody", at: minutes(0) }),
    ];
    await send(warehouse.user, inventory, late);
    await warehouse.move(inventory, "process", "reopen");
    expect(await quantity()).toBe(7);
    expect(await operations("late")).toEqual([]);
    expect(await operations("applied")).toHaveLength(3);
    expect(await operations("unknown")).toHaveLength(1);
    expect(results(await send(warehouse.user, inventory, late))).toEqual([
      "duplicate",
      "duplicate",
      "duplicate",
    ]);
  });

  const apply = (operationId: string) =>
    warehouse.manager.put(`/api/inventories/operations/${operationId}/apply`);

  /** A late count of 7 pieces, in an approved stocktake. */
  const lateCount = async () => {
    await warehouse.move(inventory, "finish");
    const operation = count(7, minutes(-0.5), { kind: "add" });
    await send(warehouse.user, inventory, [operation]);
    await warehouse.move(inventory, "process", "approve");
    return operation.operationId;
  };

  test("are applied singly by a Manager", async () => {
    const response = await apply(await lateCount());
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ state: "applied", itemId: item, article: { code: "A" } });
    expect(await quantity()).toBe(7);
  });

  test("are applied once", async () => {
    const operationId = await lateCount();
    for (let time = 0; time < 2; time++) expect((await apply(operationId)).status).toBe(200);
    expect(await quantity()).toBe(7);
    const { body } = await warehouse.manager.get(`/api/inventories/items/${item}/history`);
    expect(body).toHaveLength(1);
  });

  test("end the approvals when they are applied", async () => {
    await apply(await lateCount());
    expect((await warehouse.user.get(`/api/inventories/${inventory}`)).body.isApproved).toBe(false);
    expect((await warehouse.item(inventory, "A")).isApproved).toBe(false);
  });

  test("of an unknown code can be applied as soon as an article has the code", async () => {
    const operation = createOperation({
      code: `N${inventory}`,
      quantity: 2,
      at: minutes(0),
      locationId: warehouse.at("shelf"),
    });
    await send(warehouse.user, inventory, [operation]);
    const refused = await apply(operation.operationId);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain(`N${inventory}`);
    await warehouse.article(`N${inventory}`, {});
    expect((await apply(operation.operationId)).body).toMatchObject({
      state: "applied",
      article: { code: `N${inventory}` },
    });
    expect(await warehouse.item(inventory, `N${inventory}`)).toMatchObject({
      inventoryQuantity: 2,
      quantity: 0,
    });
  });

  test("stay late for ever once the inventory is closed", async () => {
    await warehouse.move(inventory, "finish");
    const operation = count(7, minutes(-0.5));
    await send(warehouse.user, inventory, [operation]);
    await warehouse.move(inventory, "process", "close");
    const response = await apply(operation.operationId);
    expect(response.status).toBe(400);
    expect(response.body.message).toContain("Closed");
    expect(await quantity()).toBe(null);
  });

  test("are listed in pages of a hundred, newest first", async () => {
    await warehouse.move(inventory, "finish");
    const sent = Array.from({ length: 130 }, (_, n) => count(n, minutes(0)));
    await send(warehouse.user, inventory, sent);
    const first: { oid: number; operationId: string }[] = await operations("late");
    const rest = await warehouse.manager.get(
      `/api/inventories/${inventory}/operations?before=${first.at(-1)?.oid}`,
    );
    const ids = [...first, ...rest.body].map(({ operationId }) => operationId);
    expect(first).toHaveLength(100);
    expect(ids).toEqual(sent.map((one) => one.operationId).toReversed());
  });
});
