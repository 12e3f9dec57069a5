import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { startServerWithClock } from "../harness/server.ts";
import { send } from "../inventories/count-requests.ts";

// A count that is older than thousands of others of its item has these folded again. Whoever makes such counts without end would
// delay those of everybody.

const INVENTORY = 3;
const ITEM = 111;
const BATCH = 1000;
/** Each batch is older than the one before, so that it reads all of these again. */
const MAX_BATCHES = 20;

const operationsAt = (at: number, count = BATCH) =>
  Array.from({ length: count }, () => ({
    operationId: randomUUID(),
    kind: "add",
    itemId: ITEM,
    quantity: 1,
    at: new Date(at).toISOString(),
  }));

/** Sends batches of old counts until one is refused. Returns the number of those that were taken, and the refusal. */
async function attack(client: Client, now: number) {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const response = await send(client, INVENTORY, operationsAt(now - 1000 - batch));
    if (response.status !== 200) return { taken: batch, response };
  }
  throw new Error("no batch was refused");
}

test("counts that have thousands of others folded again are refused for a while, and those of other users are not", async () => {
  const { clock, server } = await startServerWithClock();
  const [user, manager] = [await server.as("user"), await server.as("manager")];
  const { taken, response } = await attack(user, clock.now());
  expect(taken).toBeGreaterThan(2);
  expect(response.status).toBe(429);
  const seconds = Number(response.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(response.body.message).toContain(`${seconds} s`);
  expect((await send(manager, INVENTORY, operationsAt(clock.now(), 1))).status).toBe(200);
  clock.advance((seconds + 1) * 1000);
  const [receipt] = (await send(user, INVENTORY, operationsAt(clock.now(), 1))).body.receipts;
  expect(receipt.result).toBe("applied");
});

test("a terminal without a network for hours has all its counts taken, whatever others counted meanwhile", async () => {
  const { clock, server } = await startServerWithClock();
  const [user, manager] = [await server.as("user"), await server.as("manager")];
  for (let batch = 0; batch < 3; batch++)
    expect((await send(manager, INVENTORY, operationsAt(clock.now()))).status).toBe(200);
  for (let batch = 0; batch < 3; batch++)
    expect((await send(user, INVENTORY, operationsAt(clock.now() - 10_000))).status).toBe(200);
});
