import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { type Paired, pairDevice } from "../security/terminal.ts";
import { createOperation, results, send } from "./count-requests.ts";

// A terminal changes hands: one user sends the counts of another.

/** Paired by user 1's code; `asUma` and `asMax` have logged in on it with their PINs. */
let terminal: Paired;
const server = sharedServer();
beforeAll(async () => {
  terminal = await pair("Dock");
});

const pair = (deviceName: string) => pairDevice(server, "admin", {}, deviceName);
const UMA = { id: 3, fullName: "Uma Svoboda" };
const MAX = { id: 2, fullName: "Max Dvorak" };
const ADA = { id: 1, fullName: "Ada Novak" };
const countBy = (userId: number | undefined, item: number) =>
  createOperation({ itemId: item, quantity: 1, ...(userId !== undefined && { userId }) });
const lastOf = async (item: number) =>
  (await server.manager.get(`/api/inventories/items/${item}/history`)).body[0];

test("a user who has logged in on the device may be the author of what another user sends from it", async () => {
  await terminal.logIn(3, "3333");
  const asMax = await terminal.logIn(2, "2222");
  expect(results(await send(asMax, 3, [countBy(3, 111)]))).toEqual(["applied"]);
});

test("without an author the sender is the author", async () => {
  const asMax = await terminal.logIn(2, "2222");
  await send(asMax, 3, [countBy(undefined, 112)]);
  expect(await lastOf(112)).toMatchObject({ user: MAX, operation: { sender: MAX } });
});

test("the user of a personal device has logged in by its token exchange", async () => {
  const asMax = await terminal.logIn(2, "2222");
  expect(results(await send(asMax, 3, [countBy(1, 113)]))).toEqual(["applied"]);
  expect(await lastOf(113)).toMatchObject({ user: ADA, operation: { sender: MAX } });
});

test("an operation that another user sends again without its author keeps the first author", async () => {
  const [asUma, asMax] = [await terminal.logIn(3, "3333"), await terminal.logIn(2, "2222")];
  const operation = countBy(undefined, 114);
  await send(asUma, 3, [operation]);
  expect(results(await send(asMax, 3, [operation]))).toEqual(["duplicate"]);
  expect(await lastOf(114)).toMatchObject({ user: UMA, operation: { sender: UMA } });
});

test.each([
  ["a user who never logged in there", 4],
  ["one who mistyped the PIN there", 5],
  ["an unknown user", 999_999],
  ["a user of another tenant", 7],
])("%s can't be the author: the operation is refused and not counted", async (_, userId) => {
  const asMax = await terminal.logIn(2, "2222");
  await terminal.logIn(5, "0000");
  const response = await send(asMax, 3, [countBy(userId, 115)]);
  expect(results(response)).toEqual(["refused"]);
  expect(response.body.receipts[0].errors[0].path).toBe("userId");
  expect(await lastOf(115)).toBeUndefined();
});

test("the receipt says where the author is no user, so that nobody waits for a login", async () => {
  const asMax = await terminal.logIn(2, "2222");
  const { body } = await send(asMax, 3, [countBy(999_999, 115), countBy(4, 115)]);
  expect(body.receipts.map(({ isAuthorMissing = false }) => isAuthorMissing)).toEqual([true, false]);
});

test("a login on one device makes no author for another, nor without a device, unless an Admin sends", async () => {
  const other = await pair("Yard");
  await terminal.logIn(3, "3333");
  const asBoth = await other.logIn(4, "44444");
  expect(results(await send(asBoth, 3, [countBy(3, 116)]))).toEqual(["refused"]);
  expect(results(await send(server.manager, 3, [countBy(3, 116)]))).toEqual(["refused"]);
  expect(results(await send(server.admin, 3, [countBy(7, 116)]))).toEqual(["refused"]);
  expect(results(await send(server.admin, 3, [countBy(3, 116)]))).toEqual(["applied"]);
  expect(await lastOf(116)).toMatchObject({ user: UMA, device: null, operation: { sender: ADA } });
});

test("counts of different terminals contradict each other, not those of different users on one terminal", async () => {
  const other = await pair("Gate");
  const [asUma, asMax] = [await terminal.logIn(3, "3333"), await terminal.logIn(2, "2222")];
  const elsewhere = await other.logIn(3, "3333");
  const mark = async () => (await asUma.get("/api/inventories/items/117")).body.isToRecount;
  await send(asUma, 3, [createOperation({ itemId: 117, quantity: 1 })]);
  await send(asMax, 3, [createOperation({ itemId: 117, quantity: 2 })]);
  expect(await mark()).toBe(false);
  await send(elsewhere, 3, [createOperation({ itemId: 117, quantity: 3 })]);
  expect(await mark()).toBe(true);
});
