import { expect, test, vi } from "vitest";
import { recordOutgoingEvent } from "../../src/outgoing-events/outgoing-events.ts";
import type { TestServer } from "../harness/server.ts";
import { startReceiver } from "./receiver.ts";
import { addWebhook, newestBecomes, recordRecovered, startWebhookServer } from "./webhook-server.ts";

/** How many transactions a server starts during `work` and many turns of the event loop: a loop of the webhooks shows. */
async function transactionsDuring({ appliance }: TestServer, work: () => Promise<unknown>): Promise<number> {
  const write = vi.spyOn(appliance.dependencies.storage, "write");
  await work();
  for (let turn = 0; turn < 200; turn++) {
    await appliance.dependencies.storage.durable();
    await new Promise((next) => setImmediate(next));
  }
  const { length } = write.mock.calls;
  write.mockRestore();
  return length;
}

/** The event, the step of the webhook, and now and then one that has nothing to do with it. */
const FEW = 5;

test("an event of another tenant is looked at once", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  expect(await transactionsDuring(server, () => recordRecovered(server, 2))).toBeLessThanOrEqual(FEW);
  // Its own events arrive as before.
  await recordRecovered(server);
  await receiver.waitFor(1);
  await newestBecomes(admin, webhook, { state: "sent" });
});

test("an event of a type that this version does not know is looked at once", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  await addWebhook(admin, receiver.url);
  const { storage } = server.appliance.dependencies;
  const type = "printer.exploded" as "printer.recovered";
  const event = { tenantId: 1, type, data: { oid: 1, name: "Zebra" }, dedupeKey: "newer" };
  const record = () => storage.write(1, (tx) => recordOutgoingEvent(tx, event));
  expect(await transactionsDuring(server, record)).toBeLessThanOrEqual(FEW);
  const oid = await recordRecovered(server);
  const [request] = await receiver.waitFor(1);
  expect(JSON.parse(request?.body ?? "").data).toEqual({ oid, name: "Zebra" });
});

test("more events than a step arrive all, also where most are of another tenant", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url, { isActive: false });
  for (let count = 0; count < 120; count++) {
    await recordRecovered(server);
    await recordRecovered(server, 2);
  }
  await admin.put(webhook.path, { isActive: true });
  const all = await receiver.waitFor(120);
  expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).toBe(120);
});
