import { expect, test } from "vitest";
import { sharedServer, startServer } from "../harness/server.ts";
import { putIntoState } from "./inventory-setup.ts";

const server = sharedServer();
const { user } = server;
const stateNow = async () => (await user.get("/api/inventories/2")).body.inventoryStateId;

test.each([
  ["start", "start", 2],
  ["postpone", "postpone", 3],
  ["finish", "finish", 3],
  ["postpone", "finish", 3],
] as const)("of concurrent %s and %s one succeeds, and all others are 400", async (one, other, from) => {
  await putIntoState(server, 2, from);
  const moves = Array.from({ length: 10 }, (_, i) => user.put(`/api/inventories/2/${i % 2 ? one : other}`));
  const responses = await Promise.all(moves);
  const winners = responses.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
  expect(await stateNow()).toBe(winners[0]?.body.inventoryStateId);
});

test("the body of a transition is ignored", async () => {
  await putIntoState(server, 2, 2);
  expect((await user.put("/api/inventories/2/start", { oid: 9, state: 1 })).status).toBe(200);
  expect((await user.put("/api/inventories/2/postpone", "")).status).toBe(200);
});

test("an Idempotency-Key is ignored by a transition: the second start is applied", async () => {
  const { user } = await startServer();
  const key = { "Idempotency-Key": "again" };
  expect((await user.put("/api/inventories/2/start", undefined, key)).status).toBe(200);
  await user.put("/api/inventories/2/postpone");
  expect((await user.put("/api/inventories/2/start", undefined, key)).status).toBe(200);
  expect((await user.get("/api/inventories/2")).body.inventoryStateId).toBe(3);
});
