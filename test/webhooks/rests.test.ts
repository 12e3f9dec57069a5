import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { fails, ok, type Respond, startReceiver } from "./receiver.ts";
import {
  addWebhook,
  deliveriesOf,
  newestBecomes,
  recordRecovered,
  startWebhookServer,
} from "./webhook-server.ts";

const HOUR_MS = 3_600_000;
const asksForAnHour: Respond = (response) => response.writeHead(503, { "Retry-After": "3600" }).end();

test("a receiver that refuses is not asked for each waiting event, and gets all when it is back", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const receiver = await startReceiver(fails);
  const other = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  await addWebhook(admin, other.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { attempts: 1 });
  for (let count = 0; count < 20; count++) await recordRecovered(server);
  // The other one has room for all of them meanwhile.
  await other.waitFor(21);
  await newestBecomes(admin, webhook, { state: "waiting", attempts: 0 });
  expect(receiver.received).toHaveLength(1);
  // One tries.
  clock.advance(6000);
  await receiver.waitFor(2);
  await recordRecovered(server);
  await other.waitFor(22);
  expect(receiver.received).toHaveLength(2);
  receiver.respond = ok;
  clock.advance(40_000);
  await receiver.waitFor(2 + 22);
  await expect
    .poll(async () => (await deliveriesOf(admin, webhook)).map(({ state }: { state: string }) => state))
    .toEqual(Array(22).fill("sent"));
});

test("a rest that a receiver asks for outlasts an attempt that ends later", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const responses: ServerResponse[] = [];
  const receiver = await startReceiver((response) => void responses.push(response));
  const other = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  await addWebhook(admin, other.url);
  await recordRecovered(server);
  await recordRecovered(server);
  await receiver.waitFor(2);
  const [first, second] = responses;
  first?.writeHead(429, { "Retry-After": "3600" }).end();
  await expect
    .poll(async () => (await deliveriesOf(admin, webhook)).map(({ status }: { status: number }) => status))
    .toContain(429);
  second?.end("fine");
  await expect
    .poll(async () => (await deliveriesOf(admin, webhook)).map(({ state }: { state: string }) => state))
    .toContain("sent");
  await recordRecovered(server);
  await other.waitFor(3);
  await newestBecomes(admin, webhook, { state: "waiting", attempts: 0 });
  expect(receiver.received).toHaveLength(2);
  receiver.respond = ok;
  clock.advance(1.1 * HOUR_MS);
  await receiver.waitFor(4);
});

test.each([
  ["another address", (url: string) => ({ url: `${url}/other` })],
  ["a pause and a resumption", () => null],
])("%s by an Admin ends the rest", async (_, changeOf) => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver(asksForAnHour);
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { state: "waiting", status: 503 });
  receiver.respond = ok;
  const change = changeOf(receiver.url);
  if (change === null) await admin.put(webhook.path, { isActive: false });
  await admin.put(webhook.path, change ?? { isActive: true });
  await recordRecovered(server);
  await receiver.waitFor(3);
  await expect
    .poll(async () => (await deliveriesOf(admin, webhook)).map(({ state }: { state: string }) => state))
    .toEqual(["sent", "sent"]);
});

test("Send again ends the rest", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver(asksForAnHour);
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  const { oid } = await newestBecomes(admin, webhook, { state: "waiting", status: 503 });
  receiver.respond = ok;
  await admin.post(`${webhook.path}/deliveries/${oid}/retry`);
  await newestBecomes(admin, webhook, { state: "sent" });
});

test("Retry-After of another status than 429 and 503 does not count", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const receiver = await startReceiver((response) =>
    response.writeHead(500, { "Retry-After": "3600" }).end(),
  );
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  const { nextTryDT } = await newestBecomes(admin, webhook, { state: "waiting", status: 500 });
  expect(Date.parse(nextTryDT) - clock.now()).toBeLessThanOrEqual(6000);
  receiver.respond = ok;
  clock.advance(6000);
  await receiver.waitFor(2);
});
