import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { hangs, ok, startReceiver } from "./receiver.ts";
import {
  addWebhook,
  deliveriesOf,
  newestBecomes,
  recordRecovered,
  startWebhookServer,
} from "./webhook-server.ts";

const _HOUR_MS = 3_600_000;

// Receivers that hang, lie, or are not the ones they should be.

test("a receiver that hangs or is off blocks neither another webhook nor the server", async () => {
  const { server, admin } = await startWebhookServer({ timeoutMs: 600_000 });
  const hanging = await startReceiver(hangs);
  const other = await startReceiver();
  const first = await addWebhook(admin, hanging.url);
  const second = await addWebhook(admin, other.url);
  for (let count = 0; count < 10; count++) await recordRecovered(server);
  await other.waitFor(10);
  await newestBecomes(admin, second, { state: "sent" });
  await hanging.waitFor(4);
  expect(hanging.received).toHaveLength(4);
  expect(
    (await deliveriesOf(admin, first)).every(({ state }: { state: string }) => state === "waiting"),
  ).toBe(true);
  // A stop does not wait for it, and its deliveries are sent after the start.
  hanging.respond = ok;
  await server.restart();
  await hanging.waitFor(14);
});

test("a request ends after its time, and counts as a failed attempt", async () => {
  const { server, admin } = await startWebhookServer({ timeoutMs: 50 });
  const receiver = await startReceiver(hangs);
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { state: "waiting", attempts: 1, status: null, error: "timeout" });
  const test = await admin.post(`${webhook.path}/test`);
  expect(test.body).toMatchObject({ status: null, error: "timeout" });
});

test("the status counts, however long the body is; it is read up to its limit", async () => {
  const { server, admin } = await startWebhookServer();
  let closed = 0;
  const receiver = await startReceiver((response) => {
    const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
    response.on("close", () => {
      clearInterval(timer);
      closed++;
    });
    response.writeHead(200);
  });
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { state: "sent", status: 200 });
  await expect.poll(() => closed).toBe(1);
});

test("a body that never comes ends with the time of the attempt; its status counts", async () => {
  const { server, admin } = await startWebhookServer({ timeoutMs: 100 });
  const receiver = await startReceiver((response) => {
    response.writeHead(204 + 1);
    response.flushHeaders();
  });
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { state: "sent", status: 205 });
});

test.each([
  ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"],
  ["no HTTP", "220 mail.example ESMTP\r\n"],
  ["endless headers", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(5000)}\r\n`],
  ["nothing", ""],
])("a receiver that speaks %s counts as a failed connection", async (_, bytes) => {
  const { server, admin } = await startWebhookServer({ timeoutMs: 5000 });
  const receiver = await startReceiver((response) => response.socket?.end(bytes));
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { state: "waiting", attempts: 1, status: null, error: "connection" });
});

test("a certificate that nobody trusts ends the attempt before anything is sent", async () => {
  // This server's own certificate: the test's rule lets a webhook reach it.
  const { server, admin } = await startWebhookServer({}, { settings: { HTTPS_PORT: "0" } });
  const webhook = await addWebhook(admin, `${server.appliance.httpsUrl}/hook`);
  const { body } = await admin.post(`${webhook.path}/test`);
  expect(body).toMatchObject({ status: null, error: "tls", answer: null });
});

test("an event is sent after it is on the disk", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  await addWebhook(admin, receiver.url);
  const { storage } = server.appliance.dependencies;
  const flush = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const durable = vi.spyOn(storage, "durable").mockImplementation(() => {
    asked.resolve();
    return flush.promise;
  });
  await recordRecovered(server);
  await asked.promise;
  expect(receiver.received).toEqual([]);
  flush.resolve();
  durable.mockRestore();
  await receiver.waitFor(1);
});

test("a redirection is not followed", async () => {
  const { server, admin } = await startWebhookServer();
  const target = await startReceiver();
  const receiver = await startReceiver((response) => response.writeHead(302, { Location: target.url }).end());
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { state: "waiting", status: 302, error: "redirect" });
  expect(target.received).toEqual([]);
});

test("the 410 of an earlier address does not pause the webhook, whose delivery goes to the new one at once", async () => {
  const { server, admin } = await startWebhookServer();
  const asked = Promise.withResolvers<ServerResponse>();
  const moved = await startReceiver(asked.resolve);
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, moved.url);
  await recordRecovered(server);
  const response = await asked.promise;
  expect((await admin.put(webhook.path, { url: receiver.url })).status).toBe(200);
  response.writeHead(410).end();
  await newestBecomes(admin, webhook, { state: "sent", attempts: 2 });
  expect((await admin.get("/api/webhooks")).body).toMatchObject([{ isActive: true, pause: null }]);
});

test("of a response nothing but its status is shown, in a test of the webhook neither", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver((response) => response.writeHead(500).end("a secret of the site"));
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  const delivery = await newestBecomes(admin, webhook, { state: "waiting", status: 500 });
  const tested = await admin.post(`${webhook.path}/test`);
  expect([delivery, tested.body]).toMatchObject([{ answer: null }, { status: 500, answer: null }]);
  expect(JSON.stringify([delivery, tested.body])).not.toContain("secret of the site");
});
