import { beforeAll, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { pairTerminal } from "./inventory-setup.ts";

let user: Client;
let manager: Client;
const server = sharedServer();
beforeAll(async () => {
  [user, manager] = [server.user, server.manager];
});

const count = (client: Client, oid: number, body: object, key?: string) =>
  client.put("/api/inventories/items/update", { oid, ...body }, key ? { "Idempotency-Key": key } : {});
const historyOf = async (oid: number) => (await manager.get(`/api/inventories/items/${oid}/history`)).body;
const UMA = { id: 3, fullName: "Uma Svoboda" };

test("every update is in the history, newest first, with user, device and changes", async () => {
  const { client: terminal, device } = await pairTerminal(server, "Dock terminal");
  await count(user, 111, { inventoryQuantity: 5 });
  await count(terminal, 111, { inventoryQuantity: 4, note: "one broken" });
  await count(manager, 111, { note: null, isDisposal: true });
  await count(user, 111, { inventoryQuantity: 4 });
  const entries = await historyOf(111);
  expect(entries).toEqual([
    { at: expect.any(String), user: UMA, device: null, before: {}, after: {} },
    {
      at: expect.any(String),
      user: { id: 2, fullName: "Max Dvorak" },
      device: null,
      before: { isDisposal: false, note: "one broken" },
      after: { isDisposal: true, note: null },
    },
    {
      at: expect.any(String),
      user: UMA,
      device,
      before: { inventoryQuantity: 5, note: null },
      after: { inventoryQuantity: 4, note: "one broken" },
    },
    {
      at: expect.any(String),
      user: UMA,
      device: null,
      before: { inventoryQuantity: null, isFound: false },
      after: { inventoryQuantity: 5, isFound: true },
    },
  ]);
  const times = entries.map(({ at }: { at: string }) => at);
  expect(times.toSorted().toReversed()).toEqual(times);
});

test("an uncounted item has an empty history", async () => {
  expect(await historyOf(150)).toEqual([]);
});

test("of concurrent counts by two terminals none is lost: each names the previous value", async () => {
  const { client: one } = await pairTerminal(server, "Terminal A");
  const { client: other } = await pairTerminal(server, "Terminal B");
  const quantities = Array.from({ length: 20 }, (_, i) => i + 1);
  const responses = await Promise.all(
    quantities.map((inventoryQuantity) =>
      count(inventoryQuantity % 2 ? one : other, 112, { inventoryQuantity }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(quantities.map(() => 200));
  const entries = await historyOf(112);
  const kept = entries.map(
    (entry: { after: { inventoryQuantity: number } }) => entry.after.inventoryQuantity,
  );
  expect(kept.toSorted((a: number, b: number) => a - b)).toEqual(quantities);
  for (const [index, entry] of entries.entries()) {
    const older = entries[index + 1];
    expect(entry.before.inventoryQuantity).toBe(older?.after.inventoryQuantity ?? null);
  }
  expect((await user.get("/api/inventories/items/112")).body.inventoryQuantity).toBe(kept[0]);
});
