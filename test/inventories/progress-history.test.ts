import { beforeAll, beforeEach, expect, test } from "vitest";
import { State } from "../../src/domain/inventory-states.ts";
import { insertTransition } from "../../src/inventories/store.ts";
import type { Client } from "../harness/client.ts";
import { createOperation, send } from "./count-requests.ts";
import { pairTerminal } from "./inventory-setup.ts";
import { sharedWarehouse } from "./stocktake.ts";

let terminal: Client;
let inventory: number;
/** The recorded start of each test's stocktake: ten hours ago. */
const START = Date.now() - 10 * 3_600_000;
const minute = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

const { server, warehouse } = sharedWarehouse();
beforeAll(async () => {
  terminal = (await pairTerminal(server, "Dock")).client;
  await warehouse.addLocation("shelf");
  for (const code of ["A", "B", "C"]) await warehouse.article(code, { shelf: 2 });
  await warehouse.article("X", {});
});
beforeEach(async () => {
  inventory = await warehouse.stocktake(["shelf"], { locationId: warehouse.at("shelf") });
  await begunAt(minute(0));
});

/** Records that the stocktake was in progress from then on. */
function begunAt(at: string): Promise<unknown> {
  const move = { tenantId: 1, inventoryId: inventory, stateId: State.InProgress, at, userId: null };
  return server.appliance.dependencies.storage.write(1, (tx) => insertTransition.run(tx, move));
}

interface Point {
  readonly at: string;
  readonly counted: number;
}
interface History {
  readonly from: string;
  readonly to: string;
  readonly bucketSeconds: number;
  readonly points: readonly Point[];
}
/** The history; its last value is the progress's. */
async function history(): Promise<History> {
  const path = `/api/inventories/${inventory}/progress`;
  const body: History = (await warehouse.user.get(`${path}/history`)).body;
  const { points } = body;
  const first = points.at(0) ?? { at: null };
  const last = points.at(-1) ?? { at: null, counted: 0 };
  expect([first.at, last.at]).toEqual([body.from, body.to]);
  expect(last.counted).toBe((await warehouse.user.get(path)).body.counted);
  return body;
}
/** The values of the history at these minutes. */
async function shownAt(...minutes: readonly number[]): Promise<(number | undefined)[]> {
  const { points } = await history();
  return minutes.map((at) => points.findLast((point) => point.at <= minute(at))?.counted);
}

type Step = readonly [atMinute: number, code: string, fields: object];
const WAYS: readonly [string, readonly Step[], Readonly<Record<number, number>>][] = [
  [
    "each item stands from its count on, in whatever order they came",
    [
      [300, "C", { quantity: 1 }],
      [102, "A", { quantity: 2 }],
      [200, "B", { quantity: 0 }],
    ],
    // A point every five minutes.
    { 0: 0, 100: 0, 105: 1, 195: 1, 200: 2, 295: 2, 300: 3, 500: 3 },
  ],
  [
    "counted again, by whomever, and added to: from its first count on",
    [
      [100, "A", { quantity: 2 }],
      [200, "A", { quantity: 5 }],
      [300, "A", { quantity: 1, kind: "add" }],
    ],
    { 90: 0, 110: 1, 500: 1 },
  ],
  [
    "found without a quantity counts; a note, or what is for disposal, does not",
    [
      [100, "A", { note: "torn" }],
      [150, "B", { isDisposal: true }],
      [200, "A", { isFound: true }],
      [250, "C", { isFound: false }],
    ],
    { 110: 0, 190: 0, 210: 1, 500: 1 },
  ],
  [
    "taken back: at no time",
    [
      [100, "A", { quantity: 2 }],
      [110, "B", { quantity: 2 }],
      [200, "A", { quantity: null }],
    ],
    { 105: 0, 130: 1, 500: 1 },
  ],
  [
    "taken back and counted again: from its first count on",
    [
      [100, "A", { quantity: 2 }],
      [200, "A", { quantity: null }],
      [300, "A", { quantity: 2 }],
    ],
    { 90: 0, 110: 1, 210: 1, 500: 1 },
  ],
  [
    "what nobody expected, and what nobody knows, is no part of it",
    [
      [100, "X", { quantity: 2 }],
      [200, "nobody", { quantity: 2 }],
      [300, "B", { quantity: 2 }],
    ],
    { 290: 0, 310: 1 },
  ],
  [
    "counted before the first start: from the beginning on",
    [
      [-100, "A", { quantity: 2 }],
      [100, "B", { quantity: 2 }],
    ],
    { 0: 1, 110: 2 },
  ],
];
test.each(WAYS)("%s", async (_, counts, expected) => {
  for (const [index, [atMinute, code, fields]] of counts.entries()) {
    const operation = createOperation({ code, at: minute(atMinute), ...fields });
    // By turns from two terminals, so that they may contradict each other.
    const { body } = await send(index % 2 === 0 ? warehouse.user : terminal, inventory, [operation]);
    expect(body.receipts[0].result).toMatch(/applied|unknown/);
  }
  expect(await shownAt(...Object.keys(expected).map(Number))).toEqual(Object.values(expected));
});

test("a Manager's request to count again changes nothing", async () => {
  await send(warehouse.user, inventory, [createOperation({ code: "A", quantity: 2, at: minute(100) })]);
  const { oid } = await warehouse.item(inventory, "A");
  const response = await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, {
    decision: "recount",
  });
  expect(response.status).toBe(200);
  expect(await shownAt(90, 110)).toEqual([0, 1]);
});

test("late counts appear at their time once they are applied", async () => {
  await send(warehouse.user, inventory, [createOperation({ code: "A", quantity: 1, at: minute(200) })]);
  const itemId = (await warehouse.item(inventory, "A")).oid;
  await warehouse.move(inventory, "finish");
  const late = [createOperation({ itemId, quantity: 1, at: minute(100) })];
  expect((await send(warehouse.user, inventory, late)).body.receipts[0].result).toBe("late");
  expect(await shownAt(110, 210)).toEqual([0, 1]);
  await warehouse.move(inventory, "reopen");
  expect(await shownAt(90, 110)).toEqual([0, 1]);
});

test("before the first start the history is empty", async () => {
  const locationIds = [warehouse.at("shelf")];
  const { body } = await warehouse.manager.post("/api/inventories", { name: "Later", locationIds });
  await warehouse.move(body.oid, "prepare");
  const response = await warehouse.user.get(`/api/inventories/${body.oid}/progress/history`);
  expect(response.body).toEqual({ from: null, to: null, bucketSeconds: 1, points: [] });
});

test("where the start was not recorded, the first count is the beginning", async () => {
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.recordWrite("inventoryTransition");
    tx.query({ sql: "DELETE FROM inventoryTransition WHERE inventoryId = ?", reads: [] }, []).run(inventory);
  });
  // As the migration of an older version puts it.
  await begunAt("1970-01-01T00:00:00.000Z");
  expect(await history()).toMatchObject({ from: null, points: [] });
  await send(warehouse.user, inventory, [createOperation({ code: "A", quantity: 1, at: minute(100) })]);
  const only = { at: minute(100), counted: 1 };
  expect(await history()).toMatchObject({ from: minute(100), to: minute(100), points: [only] });
});

test("the history ends with the last count, pause or finish, and continues with the next", async () => {
  const end = async () => (await history()).to;
  const started = await end();
  await warehouse.move(inventory, "postpone");
  const paused = await end();
  expect(paused >= started).toBe(true);
  await warehouse.move(inventory, "start");
  const { oid } = await warehouse.count(inventory, "A", 2);
  const item = (await warehouse.user.get(`/api/inventories/items/${oid}`)).body;
  expect(await end()).toBe(item.counted.at);
  await warehouse.move(inventory, "finish");
  const finished = await end();
  await warehouse.move(inventory, "process");
  expect(await end()).toBe(finished);
});

const HOUR = 60;
test.each([
  [10 * HOUR, 300],
  [3 * 24 * HOUR, 1800],
  [30 * 24 * HOUR, 21_600],
  [400 * 24 * HOUR, 3 * 86_400],
])(
  "started %i minutes ago, the history has a point every %i seconds, never more than 200",
  async (minutes, bucketSeconds) => {
    await begunAt(new Date(Date.now() - minutes * 60_000).toISOString());
    const { points, ...response } = await history();
    expect(response.bucketSeconds).toBe(bucketSeconds);
    expect(points.length).toBeLessThanOrEqual(200);
    const steps = points.map(({ at }, index) => Date.parse(at) - Date.parse(points[index - 1]?.at ?? at));
    expect(steps.slice(1, -1).every((ms) => ms === bucketSeconds * 1000)).toBe(true);
  },
);

test("the history is 304 until a count", async () => {
  const ask = (tag: string) =>
    warehouse.user.get(`/api/inventories/${inventory}/progress/history`, { "If-None-Match": tag });
  const tag = (await ask("")).headers.get("etag") ?? "";
  expect((await ask(tag)).status).toBe(304);
  await warehouse.count(inventory, "A", 2);
  expect((await ask(tag)).status).toBe(200);
});
