import { beforeAll, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { createOperation, results, type Sent, send } from "./count-requests.ts";
import { pairTerminal } from "./inventory-setup.ts";

// A terminal that can't send writes its operations to a file, and an Admin sends that file. Its times are the server's
// already, and it has the authors.

let asUma: Client;
const server = sharedServer();
const { admin } = server;
beforeAll(async () => {
  asUma = (await pairTerminal(server, "Reader")).client;
});

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const counted = (itemId: number, at: string, more: Sent = {}) =>
  createOperation({ itemId, quantity: 2, note: "torn", at, userId: 3, ...more });
const newest = async (itemId: number) =>
  (await admin.get(`/api/inventories/items/${itemId}/history`)).body[0];

test("operations sent by an Admin without `sentAt` keep their author and their time, however old", async () => {
  for (const [item, minutes] of [
    [111, -1],
    [112, -60 * 24 * 3],
  ] as const) {
    const at = minutesFromNow(minutes);
    const { body } = await send(admin, 3, [counted(item, at)]);
    expect(body.receipts).toMatchObject([{ result: "applied", time: at, item: { counted: { at } } }]);
    expect(await newest(item)).toMatchObject({ at, user: { id: 3 }, operation: { sender: { id: 1 } } });
  }
});

test("a future time counts as now", async () => {
  const { body } = await send(admin, 3, [counted(113, minutesFromNow(10))]);
  expect(Date.parse(body.receipts[0].time)).toBeLessThanOrEqual(Date.now());
});

test("when the terminal sends the same operations later they are duplicates, whoever is logged in and whatever its clock", async () => {
  const operations = [counted(114, minutesFromNow(-9)), counted(115, minutesFromNow(-8), { kind: "add" })];
  await send(admin, 3, operations);
  const before = [await newest(114), await newest(115)];
  const asIs = await send(asUma, 3, operations, { sentAt: minutesFromNow(-120), pending: 0 });
  expect(results(asIs)).toEqual(["duplicate", "duplicate"]);
  const withoutAuthor = operations.map(({ userId: _, ...operation }: Sent) => operation);
  expect(results(await send(asUma, 3, withoutAuthor))).toEqual(["duplicate", "duplicate"]);
  expect([await newest(114), await newest(115)]).toEqual(before);
});

test("a file that comes after the terminal has sent has only duplicates", async () => {
  const operation = counted(116, minutesFromNow(-5));
  const [first] = (await send(asUma, 3, [operation], { sentAt: minutesFromNow(0) })).body.receipts;
  const [again] = (await send(admin, 3, [operation])).body.receipts;
  expect(again).toMatchObject({ result: "duplicate", first: "applied", time: first.time });
  expect(await newest(116)).toMatchObject({ user: { id: 3 }, operation: { sender: { id: 3 } } });
});

test("in a file without authors the Admin is the author, and the terminal's receipt shows the difference", async () => {
  const { userId: _, ...operation }: Sent = counted(117, minutesFromNow(-5));
  await send(admin, 3, [operation]);
  const [receipt] = (await send(asUma, 3, [{ ...operation, userId: 3 }])).body.receipts;
  expect(receipt).toMatchObject({ result: "refused", errors: [{ path: "operationId" }] });
});
