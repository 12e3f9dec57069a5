import { expect, test } from "vitest";
import {
  removeOldOutgoingEvents,
  removeSurplusOutgoingEvents,
} from "../../src/outgoing-events/outgoing-events.ts";
import type { Client } from "../harness/client.ts";
import type { TestServer } from "../harness/server.ts";
import { fails, startReceiver } from "./receiver.ts";
import { addWebhook, newestBecomes, recordRecovered, startWebhookServer } from "./webhook-server.ts";

/** Removes all but the newest `max` events of each tenant. */
async function removeAllBut(max: number, { appliance }: TestServer): Promise<void> {
  const { storage } = appliance.dependencies;
  while ((await storage.write(null, (tx) => removeSurplusOutgoingEvents(tx, 10, max))) > 0);
}

async function stateOf(admin: Client, { oid }: { oid: number }) {
  const { body } = await admin.get("/api/webhooks");
  return body.find((one: { oid: number }) => one.oid === oid);
}

test("a paused webhook says how many events were removed before it was resumed, and of when the newest was", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url, { isActive: false });
  const state = async () => stateOf(server.admin, webhook);
  expect(await state()).toMatchObject({ missed: 0, missedDT: null });
  for (let count = 0; count < 4; count++) await recordRecovered(server);
  await recordRecovered(server, 2);
  const recordedUntil = clock.now();
  clock.advance(24 * 3_600_000);
  for (let count = 0; count < 2; count++) await recordRecovered(server);
  await removeAllBut(2, server);
  const { missed, missedDT } = await state();
  expect({ missed, isNewest: Date.parse(missedDT) <= recordedUntil }).toEqual({ missed: 4, isNewest: true });
  const later = server.admin;
  expect((await later.put(webhook.path, { isActive: true })).status).toBe(200);
  await receiver.waitFor(2);
  await newestBecomes(later, webhook, { state: "sent" });
  clock.advance(31 * 24 * 3_600_000);
  const { storage } = server.appliance.dependencies;
  await storage.write(null, (tx) => removeOldOutgoingEvents(tx, clock, 100));
  // Those two were sent.
  expect(await state()).toMatchObject({ missed: 4, missedDT });
});

test("an event that waits for another attempt is missed, one that the webhook does not want is not", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver(fails);
  const failing = await addWebhook(admin, receiver.url);
  const other = await addWebhook(admin, receiver.url, { types: ["disk.low"], isActive: false });
  await recordRecovered(server);
  await newestBecomes(admin, failing, { state: "waiting", attempts: 1 });
  await removeAllBut(0, server);
  expect(await stateOf(admin, failing)).toMatchObject({ missed: 1 });
  expect(await stateOf(admin, other)).toMatchObject({ missed: 0, missedDT: null });
});
