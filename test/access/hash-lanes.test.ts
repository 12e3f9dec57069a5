import { expect, test } from "vitest";
import { type HashLane, verifySecret } from "../../src/access/secrets/secret-hash.ts";
import { surroundingNetwork } from "../../src/http/limits/client-address.ts";

/** A hash of the lowest cost. */
const CHEAP = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ";

/** Checks a secret for each lane, in this order; returns the lanes in the order of their computations. */
async function inOrder(lanes: readonly HashLane[]): Promise<HashLane[]> {
  const order: HashLane[] = [];
  await Promise.all(lanes.map((lane) => verifySecret("wrong", CHEAP, lane).then(() => order.push(lane))));
  return order;
}

const unknown = (network: number): HashLane => ({ kind: "unknown", name: `fd00:${network}:0::/48` });
const known = (user: number): HashLane => ({ kind: "known", name: `user ${user}` });
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

test("a known caller waits for one computation of 200 unknown networks at most", async () => {
  const order = await inOrder([...many(200, unknown), known(1)]);
  expect(order.findIndex(({ kind }) => kind === "known")).toBeLessThanOrEqual(1);
});

test("each of fifty known users waits for one computation of unknown callers at most", async () => {
  const order = await inOrder([...many(200, unknown), ...many(50, known)]);
  expect(order.slice(0, 51).filter(({ kind }) => kind === "unknown")).toHaveLength(1);
});

test("a known caller that comes later waits for one computation too", async () => {
  const order: string[] = [];
  const check = (lane: HashLane) => verifySecret("wrong", CHEAP, lane).then(() => order.push(lane.name));
  const first = many(100, unknown).map(check);
  await Promise.race(first);
  const before = order.length;
  await check(known(1));
  expect(order.indexOf("user 1") - before).toBeLessThanOrEqual(1);
  await Promise.all(first);
});

test("unknown callers have a turn beside known users with many logins", async () => {
  const order = await inOrder([...many(20, () => known(1)), unknown(1), unknown(2)]);
  expect(order.slice(0, 6).filter(({ kind }) => kind === "unknown")).toHaveLength(2);
});

test("unknown networks have a turn each", async () => {
  const order = await inOrder([...many(50, () => unknown(1)), unknown(2)]);
  expect(order.findIndex(({ name }) => name === unknown(2).name)).toBeLessThanOrEqual(2);
});

test("the turns of unknown callers are by /24 and /48", () => {
  expect(surroundingNetwork("10.1.2.3")).toBe("10.1.2.0/24");
  expect(surroundingNetwork("fd00:1:2:3::/64")).toBe("fd00:1:2::/48");
});
