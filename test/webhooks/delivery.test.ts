import { expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { fails, ok, startReceiver, verified } from "./receiver.ts";
import {
  addWebhook,
  deliveriesOf,
  newestBecomes,
  recordRecovered,
  startWebhookServer,
} from "./webhook-server.ts";

const HOUR_MS = 3_600_000;

test("an event arrives signed by the specification, once", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, `${receiver.url}?a=1`);
  const oid = await recordRecovered(server);
  const [request] = await receiver.waitFor(1);
  if (request === undefined) throw new Error("no request");
  expect(request).toMatchObject({ method: "POST", path: "/hook?a=1" });
  expect(request.headers["content-type"]).toBe("application/json");
  expect(request.headers["user-agent"]).toMatch(/^tallybox\//);
  const { type, timestamp, data } = verified(request, webhook.secret);
  expect({ type, data }).toEqual({ type: "printer.recovered", data: { oid, name: "Zebra" } });
  expect(Date.parse(timestamp)).toBeGreaterThan(0);
  const delivery = await newestBecomes(admin, webhook, { state: "sent" });
  expect(delivery).toMatchObject({
    ...{ type: "printer.recovered", attempts: 1, status: 200, error: null, answer: null, nextTryDT: null },
    messageId: request.headers["webhook-id"],
  });
  // Another secret does not verify it.
  expect(() => verified(request, `whsec_${Buffer.alloc(32).toString("base64")}`)).toThrow();
  expect(receiver.received).toHaveLength(1);
});

test("a webhook gets the types that it wants, from its creation on", async () => {
  const { server, admin } = await startWebhookServer();
  await recordRecovered(server);
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url, { types: ["label.failed"] });
  await recordRecovered(server);
  await admin.put(webhook.path, { types: null });
  const oid = await recordRecovered(server);
  const [request] = await receiver.waitFor(1);
  expect(JSON.parse(request?.body ?? "").data.oid).toBe(oid);
  expect(await deliveriesOf(admin, webhook)).toHaveLength(1);
});

test("a failed delivery is repeated with the same webhook-id and body, but another signature", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const receiver = await startReceiver(fails);
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  const failed = { state: "waiting", attempts: 1, status: 500, error: "status", answer: null };
  const { nextTryDT } = await newestBecomes(admin, webhook, failed);
  const pause = Date.parse(nextTryDT) - clock.now();
  expect(pause).toBeLessThanOrEqual(6000);
  receiver.respond = ok;
  clock.advance(6000);
  const [first, second] = await receiver.waitFor(2);
  if (first === undefined || second === undefined) throw new Error("no requests");
  expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  expect(second.body).toBe(first.body);
  expect(second.headers["webhook-signature"]).not.toBe(first.headers["webhook-signature"]);
  verified(second, webhook.secret);
  await newestBecomes(admin, webhook, { state: "sent", attempts: 2 });
});

test("a delivery is tried for three days with growing pauses, and can then be sent again", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const receiver = await startReceiver(fails);
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  const startedAt = clock.now();
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts++) {
    // A login ends after eight hours.
    const client = server.admin;
    const found = await eventually(async () => {
      const [delivery] = await deliveriesOf(client, webhook);
      expect(delivery.attempts).toBe(attempts);
      return delivery;
    });
    if (found.state === "failed") break;
    pauses.push(Date.parse(found.nextTryDT) - Date.parse(found.lastTryDT));
    // The last pause may be shorter than the webhook's own.
    const pause = Date.parse(found.nextTryDT) - clock.now();
    clock.advance(Math.max(pause, attempts > 5 ? HOUR_MS / 2 : 0) + 1);
  }
  expect((clock.now() - startedAt) / HOUR_MS).toBeGreaterThanOrEqual(72);
  expect((clock.now() - startedAt) / HOUR_MS).toBeLessThan(73);
  expect(pauses.length).toBeGreaterThan(12);
  // The last pause ends with the three days.
  const growing = pauses.slice(0, 8);
  expect(growing).toEqual(growing.toSorted((a, b) => a - b));
  expect(Math.max(...pauses) / HOUR_MS).toBeLessThanOrEqual(9.7);
  const later = server.admin;
  expect((await later.get("/api/webhooks")).body).toMatchObject([{ waiting: 0, failed: 1 }]);

  receiver.respond = ok;
  const before = receiver.received.length;
  expect((await later.post(`${webhook.path}/deliveries/retry`)).body).toEqual({ queued: 1 });
  const all = await receiver.waitFor(before + 1);
  expect(all.at(-1)?.headers["webhook-id"]).toBe(all[0]?.headers["webhook-id"]);
  await newestBecomes(later, webhook, { state: "sent", attempts: 1 });
});

test("one delivery can be sent again, also one that has arrived", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  const { oid } = await newestBecomes(admin, webhook, { state: "sent" });
  expect((await admin.post(`${webhook.path}/deliveries/${oid}/retry`)).body).toMatchObject({
    ...{ oid, state: "waiting" },
  });
  const [first, second] = await receiver.waitFor(2);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect((await admin.post(`${webhook.path}/deliveries/999999/retry`)).status).toBe(404);
});

test("Retry-After puts the whole webhook to rest, for six hours at most", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const receiver = await startReceiver((response) =>
    response.writeHead(429, { "Retry-After": "999999" }).end(),
  );
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  const { nextTryDT } = await newestBecomes(admin, webhook, { state: "waiting", status: 429 });
  expect(Math.round((Date.parse(nextTryDT) - clock.now()) / HOUR_MS)).toBe(6);
  // Another event waits too.
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { state: "waiting", attempts: 0 });
  clock.advance(5 * HOUR_MS);
  await newestBecomes(admin, webhook, { state: "waiting", attempts: 0 });
  expect(receiver.received).toHaveLength(1);
  receiver.respond = ok;
  clock.advance(1.1 * HOUR_MS);
  await receiver.waitFor(3);
});

test("410 Gone pauses the webhook; resumed, it gets what it has missed", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver((response) => response.writeHead(410).end());
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { state: "waiting", status: 410 });
  expect((await admin.get("/api/webhooks")).body).toMatchObject([{ isActive: false, pause: "gone" }]);
  await recordRecovered(server);
  receiver.respond = ok;
  expect(receiver.received).toHaveLength(1);
  const resumed = await admin.put(webhook.path, { isActive: true });
  expect(resumed.body).toMatchObject({ isActive: true, pause: null });
  const all = await receiver.waitFor(3);
  expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
});
