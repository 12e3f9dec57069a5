import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { timeOf, wasInProgress } from "../../src/inventories/counting/ingest.ts";
import { createClock } from "../harness/clock.ts";
import { createOperation, results, send, sendOne } from "./count-requests.ts";
import { putIntoState, STATES } from "./inventory-setup.ts";
import { sharedWarehouse } from "./stocktake.ts";

const clock = createClock();
const MINUTE = 60_000;
let inventory: number;
/** The item of A. */
let item: number;
const { server, warehouse } = sharedWarehouse({ clock });
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

const TIMES: readonly [string, number, number | null, number, number][] = [
  ["a clock that goes right", 100, 200, 200, 100],
  ["a clock that is ahead", 1100, 1200, 200, 100],
  ["a clock that is behind", 100, 200, 1200, 1100],
  ["a clock of 1970", 5, 10, 1000, 995],
  ["a time after the sending", 300, 200, 200, 200],
  ["no sending time", 100, null, 200, 100],
  ["no sending time, and a clock that is ahead", 300, null, 200, 200],
  ["a time before all time", 100, 5000, 200, 0],
];
test.each(TIMES)(
  "%s: the time of an operation made at %i, sent at %j, received at %i is %i",
  (_, at, sentAt, received, time) => {
    expect(timeOf(at, sentAt, received)).toBe(new Date(time).toISOString());
  },
);

test("a period of counting ends with the next transition, and the last one has no end", () => {
  const moves = [
    [2, "a"],
    [3, "c"],
    [4, "e"],
    [3, "g"],
  ].map(([stateId, at]) => ({ stateId: Number(stateId), at: String(at) }));
  const times = ["b", "c", "d", "e", "f", "g", "z"];
  expect(times.map((time) => wasInProgress(moves, time))).toEqual([
    false,
    true,
    true,
    true,
    false,
    true,
    true,
  ]);
});

test("counts of a terminal whose clock is an hour ahead get their real time", async () => {
  const sentAt = minutes(60);
  const before = count(1, minutes(60 - 0.5));
  const [receipt] = (await send(warehouse.user, inventory, [before], { sentAt })).body.receipts;
  expect(Date.parse(receipt.time)).toBe(clock.now() - 0.5 * MINUTE);
});

test("the time is fixed when an operation first arrives, and the same when it is sent again an hour later", async () => {
  const operation = count(1, minutes(-10));
  const [first] = (await send(warehouse.user, inventory, [operation], { sentAt: minutes(0) })).body.receipts;
  const sentAt = minutes(0);
  clock.advance(60 * MINUTE);
  const [again] = (await send(warehouse.user, inventory, [operation], { sentAt })).body.receipts;
  const { message, result, ...rest } = again;
  expect([result, rest.first]).toEqual(["duplicate", "applied"]);
  expect(message).toContain("twice");
  expect(again).toMatchObject({ time: first.time, itemId: item, item: first.item });
});

test("an id that was used for another operation is refused, whatever differs, in another inventory too", async () => {
  const operation = count(1, minutes(-1), { note: "x" });
  await send(warehouse.user, inventory, [operation]);
  const others = [
    { quantity: 2 },
    { kind: "add" },
    { at: minutes(-2) },
    { note: "y" },
    { note: undefined },
    { isFound: true },
  ];
  for (const other of [...others, { locationId: warehouse.at("shelf") }, { userId: 2 }]) {
    const [receipt] = (await send(warehouse.user, inventory, [{ ...operation, ...other }])).body.receipts;
    expect(receipt.result, JSON.stringify(other)).toBe("refused");
    expect(receipt.errors[0].path).toBe("operationId");
  }
  const scan = createOperation({ code: "A", quantity: 1, at: minutes(0), locationId: warehouse.at("shelf") });
  expect(results(await send(warehouse.user, inventory, [scan]))).toEqual(["applied"]);
  const another = await warehouse.stocktake(["shelf"]);
  expect(results(await send(warehouse.user, another, [scan]))).toEqual(["refused"]);
  expect(results(await send(warehouse.user, inventory, [{ ...operation, userId: 3 }]))).toEqual([
    "duplicate",
  ]);
});

test("the history shows an earlier count that arrives later at its own time", async () => {
  await warehouse.count(inventory, "A", 5);
  await send(warehouse.user, inventory, [count(3, minutes(-0.5), { note: "x" })]);
  const { body } = await warehouse.manager.get(`/api/inventories/items/${item}/history`);
  expect(body).toMatchObject([
    { before: { inventoryQuantity: 3 }, after: { inventoryQuantity: 5 } },
    {
      before: { inventoryQuantity: null, isFound: false, note: null },
      after: { inventoryQuantity: 3, isFound: true, note: "x" },
      operation: { kind: "set", quantity: 3, sender: { id: 3 } },
    },
  ]);
  expect(body[0].operation).toBeUndefined();
});

describe("paused", () => {
  test("an operation made while the inventory was in progress is applied, and a later one is refused", async () => {
    await warehouse.move(inventory, "postpone");
    clock.advance(10 * MINUTE);
    expect(results(await send(warehouse.user, inventory, [count(1, minutes(-5))]))).toEqual(["refused"]);
    expect(results(await send(warehouse.user, inventory, [count(2, minutes(-10.5))]))).toEqual(["applied"]);
    expect(results(await send(warehouse.user, inventory, [count(3, minutes(-30))]))).toEqual(["refused"]);
    expect(await quantity()).toBe(2);
  });

  test("a refused operation is applied when it is sent again after the start", async () => {
    await warehouse.move(inventory, "postpone");
    clock.advance(10 * MINUTE);
    const operation = count(1, minutes(-5));
    expect(results(await send(warehouse.user, inventory, [operation]))).toEqual(["refused"]);
    await warehouse.move(inventory, "start");
    expect(results(await send(warehouse.user, inventory, [operation]))).toEqual(["applied"]);
  });
});

describe.each(STATES.filter(([id]) => id === 1 || id === 2 || id === 8))(
  "in state %i, %s,",
  (state, name) => {
    test("an operation is refused with the state's name", async () => {
      await putIntoState(server, inventory, state);
      const receipt = await sendOne(warehouse.user, inventory, { itemId: item, quantity: 1 });
      expect(receipt.result).toBe("refused");
      expect(receipt.message).toContain(name);
      expect(await quantity()).toBe(null);
    });
  },
);

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
    expect(response.body).toMatchObject({
      state: "applied",
      itemId: item,
      article: { code: "A", unit: null },
    });
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
