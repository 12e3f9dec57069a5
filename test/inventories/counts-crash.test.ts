import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "../harness/client.ts";
import { type DemoProcess, startDemo } from "../harness/demo-process.ts";
import { send } from "./count-requests.ts";

// Terminals send while the server is killed. They send each operation again until they have its receipt.

const BATCHES = 40;
const OPERATIONS = 50;
const DEATHS = 2;

let folder: string;
let demo: DemoProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tallybox-crash-"));
  demo = await startDemo(folder);
});
afterAll(async () => {
  await demo.end("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const as = async (userName: string): Promise<Client> => {
  const open = new Client(demo.url, null, () => {});
  const login = { userName, password: `${userName}-demo` };
  const { body } = await open.post("/api/pwa-auth/login-password", login);
  return new Client(demo.url, body.accessToken, () => {});
};

interface Batch {
  readonly item: number;
  readonly operations: readonly object[];
}
/** Each batch adds 1 to one of five items, so often as it has operations. */
const BATCH = (index: number): Batch => {
  const item = 111 + (index % 5);
  const operation = () => ({
    operationId: randomUUID(),
    kind: "add",
    quantity: 1,
    itemId: item,
    at: new Date().toISOString(),
  });
  return { item, operations: Array.from({ length: OPERATIONS }, operation) };
};

test("after a kill in the middle and a second sending each operation counts once", async () => {
  const batches = Array.from({ length: BATCHES }, (_, index) => BATCH(index));
  let waiting = batches;
  for (let death = 0; death < DEATHS && waiting.length > 0; death++) {
    const user = await as("user");
    let receipts = 0;
    let dying: Promise<unknown> | null = null;
    const results = await Promise.allSettled(
      waiting.map(async ({ operations }) => {
        const { status } = await send(user, 3, operations);
        expect(status).toBe(200);
        receipts++;
        if (receipts === 3) dying = demo.end("SIGKILL");
      }),
    );
    await (dying ?? demo.end("SIGKILL"));
    demo = await startDemo(folder);
    waiting = waiting.filter((_, index) => results[index]?.status === "rejected");
  }
  const user = await as("user");
  for (const { operations } of waiting) expect((await send(user, 3, operations)).status).toBe(200);
  for (const { operations } of batches) {
    const { receipts } = (await send(user, 3, operations)).body;
    expect(new Set(receipts.map(({ result }: { result: string }) => result))).toEqual(new Set(["duplicate"]));
  }
  const manager = await as("manager");
  for (let item = 111; item < 116; item++) {
    const { body } = await user.get(`/api/inventories/items/${item}`);
    expect(body.inventoryQuantity).toBe((BATCHES / 5) * OPERATIONS);
    const history = (await manager.get(`/api/inventories/items/${item}/history`)).body;
    expect(history).toHaveLength((BATCHES / 5) * OPERATIONS);
  }
});
