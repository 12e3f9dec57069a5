import { describe, expect, test } from "vitest";
import type { State } from "../../src/domain/inventory-states.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { putIntoState, STATES } from "./inventory-setup.ts";

const server = sharedServer();
const { user } = server;

const czech = { "Accept-Language": "cs" };
const MOVES: Readonly<Record<string, { from: readonly number[]; to: number }>> = {
  start: { from: [2, 4], to: 3 },
  postpone: { from: [3], to: 4 },
  finish: { from: [3], to: 5 },
};
const PAIRS = Object.entries(MOVES).flatMap(([move, { from, to }]) =>
  STATES.map(([id, english, inCzech]) => ({ move, id, english, inCzech, to: from.includes(id) ? to : null })),
);
const stateNow = async () => (await user.get("/api/inventories/2")).body.inventoryStateId;

describe.each(PAIRS.filter(({ to }) => to !== null))("$move from $english", ({ move, id, to }) => {
  test(`leads to state ${to} and returns the detail in it`, async () => {
    await putIntoState(server, 2, id);
    const response = await user.put(`/api/inventories/2/${move}`);
    expect(response.status).toBe(200);
    const { pending, ...detail } = response.body;
    expect(pending).toBe(move === "finish" ? 0 : undefined);
    expect(detail).toEqual((await user.get("/api/inventories/2")).body);
    expect(response.body.inventoryState).toEqual({ oid: to, name: STATES.find(([oid]) => oid === to)?.[1] });
  });
});

describe.each(PAIRS.filter(({ to }) => to === null))(
  "$move from $english",
  ({ move, id, english, inCzech }) => {
    test("is 400, names the state in the requested language, and changes nothing", async () => {
      await putIntoState(server, 2, id);
      const response = await user.put(`/api/inventories/2/${move}`);
      expect(response.status).toBe(400);
      expect(response.body.message).toContain(`"${english}"`);
      expect((await user.put(`/api/inventories/2/${move}`, undefined, czech)).body.message).toContain(
        inCzech,
      );
      expect(await stateNow()).toBe(id);
    });
  },
);

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

test.each(["user", "manager", "both", "admin"])("%s may start, postpone and finish", async (name) => {
  const client = await server.as(name);
  await putIntoState(server, 2, 2);
  for (const move of ["start", "postpone", "start", "finish"]) {
    expect((await client.put(`/api/inventories/2/${move}`)).status, move).toBe(200);
  }
});

test("the body of a transition is ignored", async () => {
  await putIntoState(server, 2, 2);
  expect((await user.put("/api/inventories/2/start", { oid: 9, state: 1 })).status).toBe(200);
  expect((await user.put("/api/inventories/2/postpone", "")).status).toBe(200);
});

test("a started inventory can be paused and started again, and is then in progress", async () => {
  await putIntoState(server, 2, 2);
  for (const move of ["start", "postpone", "start"]) await user.put(`/api/inventories/2/${move}`);
  expect(await stateNow()).toBe(3);
});

test("an Idempotency-Key is ignored by a transition: the second start is applied", async () => {
  const { user } = await startServer();
  const key = { "Idempotency-Key": "again" };
  expect((await user.put("/api/inventories/2/start", undefined, key)).status).toBe(200);
  await user.put("/api/inventories/2/postpone");
  expect((await user.put("/api/inventories/2/start", undefined, key)).status).toBe(200);
  expect((await user.get("/api/inventories/2")).body.inventoryStateId).toBe(3);
});

test.each<[string, State]>([
  ["prepare", 1],
  ["process", 5],
  ["reopen", 5],
  ["close", 6],
  ["cancel", 4],
])("a User may not %s", async (move, from) => {
  await putIntoState(server, 2, from);
  expect((await user.put(`/api/inventories/2/${move}`)).status).toBe(403);
  expect(await stateNow()).toBe(from);
});
