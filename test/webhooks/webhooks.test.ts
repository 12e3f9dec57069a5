import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allSecrets } from "../../src/webhooks/store.ts";
import { removeEndedSecrets } from "../../src/webhooks/webhooks.ts";
import { startServerWithLogs } from "../security/log/server-with-logs.ts";
import { fails, ok, startReceiver, verified } from "./receiver.ts";
import {
  addWebhook,
  deliveriesOf,
  newestBecomes,
  recordRecovered,
  startWebhookServer,
  TO_THIS_MACHINE,
} from "./webhook-server.ts";

test("only Admins manage webhooks, each those of the own tenant, and events go to the own tenant", async () => {
  const { server, admin } = await startWebhookServer();
  const [own, others] = [await startReceiver(), await startReceiver()];
  const webhook = await addWebhook(admin, own.url);
  const other = server.admin2;
  await addWebhook(other, others.url);
  expect((await other.get("/api/webhooks")).body).toMatchObject([{ url: others.url }]);
  expect((await server.manager.get("/api/webhooks")).status).toBe(403);
  await recordRecovered(server, 2);
  await others.waitFor(1);
  await recordRecovered(server);
  await own.waitFor(1);
  const { oid } = await newestBecomes(admin, webhook, { state: "sent" });
  for (const response of [
    await other.put(webhook.path, { name: "Mine" }),
    await other.post(`${webhook.path}/secret`),
    await other.post(`${webhook.path}/test`),
    await other.get(`${webhook.path}/deliveries`),
    await other.post(`${webhook.path}/deliveries/${oid}/retry`),
    await other.post(`${webhook.path}/deliveries/retry`),
    await other.delete(webhook.path),
  ])
    expect(response.status).toBe(404);
  expect([own.received.length, others.received.length]).toEqual([1, 1]);
});

test("a secret that was replaced signs too for 24 hours, and the new one at once", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  const rotated = await admin.post(`${webhook.path}/secret`);
  expect(rotated.status).toBe(201);
  const { secret, webhook: shown } = rotated.body;
  expect(Date.parse(shown.earlierSecretUntil) - clock.now()).toBeGreaterThan(23 * 3_600_000);
  await recordRecovered(server);
  const [first] = await receiver.waitFor(1);
  if (first === undefined) throw new Error("no request");
  expect(String(first.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  verified(first, secret);
  verified(first, webhook.secret);
  clock.advance(24 * 3_600_000 + 1000);
  await recordRecovered(server);
  const [, second] = await receiver.waitFor(2);
  if (second === undefined) throw new Error("no request");
  expect(String(second.headers["webhook-signature"]).split(" ")).toHaveLength(1);
});

test("after a leak the earlier secret ends at once", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  const { body } = await admin.post(`${webhook.path}/secret`, { overlapHours: 0 });
  expect(body.webhook.earlierSecretUntil).toBeNull();
  await recordRecovered(server);
  const [request] = await receiver.waitFor(1);
  if (request === undefined) throw new Error("no request");
  verified(request, body.secret);
  expect(() => verified(request, webhook.secret)).toThrow();
});

test("another new secret within the overlap leaves the receiver the one that it uses", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  const lost = (await admin.post(`${webhook.path}/secret`)).body.secret;
  const newest = (await admin.post(`${webhook.path}/secret`)).body.secret;
  await recordRecovered(server);
  const [request] = await receiver.waitFor(1);
  if (request === undefined) throw new Error("no request");
  verified(request, webhook.secret);
  verified(request, newest);
  expect(() => verified(request, lost)).toThrow();
  // After a leak none of the earlier ones is left.
  const last = (await admin.post(`${webhook.path}/secret`, { overlapHours: 0 })).body.secret;
  await recordRecovered(server);
  const [, second] = await receiver.waitFor(2);
  if (second === undefined) throw new Error("no request");
  verified(second, last);
  for (const ended of [webhook.secret, newest]) expect(() => verified(second, ended)).toThrow();
});

test("a secret that has ended is removed from the database", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const webhook = await addWebhook(admin, "https://erp.example/");
  await admin.post(`${webhook.path}/secret`, { overlapHours: 1 });
  const { storage } = server.appliance.dependencies;
  const earlier = () => allSecrets.all(storage.db, {}).map(({ earlierSecret }) => earlierSecret);
  await storage.write(null, removeEndedSecrets);
  expect(earlier()).toEqual([expect.any(Buffer)]);
  clock.advance(3_600_001);
  await storage.write(null, removeEndedSecrets);
  expect(earlier()).toEqual([null]);
});

test("a secret has 32 bytes, is shown once, and is in no list, log, audit or database", async () => {
  const { server, events, logged } = await startServerWithLogs({ webhooks: TO_THIS_MACHINE });
  const { admin } = server;
  const receiver = await startReceiver();
  const { path, oid, secret } = await addWebhook(admin, `${receiver.url}?key=of-the-erp`);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const rotated = (await admin.post(`${path}/secret`)).body.secret;
  await admin.put(path, { isActive: false, url: "https://erp.example/other?key=of-the-erp" });
  await admin.delete(path);
  const kinds = (await events()).filter(({ kind }) => kind.startsWith("webhook"));
  expect(kinds.map(({ kind, details }) => [kind, details])).toEqual([
    ["webhookCreated", { webhook: oid, name: "ERP", origin: `http://127.0.0.1:${receiver.port}` }],
    ["webhookSecretRotated", { webhook: oid, name: "ERP", endsAt: expect.any(String) }],
    [
      "webhookChanged",
      {
        ...{ webhook: oid, name: "ERP", isActive: false },
        ...{ before: `http://127.0.0.1:${receiver.port}`, after: "https://erp.example" },
      },
    ],
    ["webhookDeleted", { webhook: oid, name: "ERP", origin: "https://erp.example" }],
  ]);
  const audit = (await admin.get("/api/audit?entity=webhook")).text;
  expect(audit).toContain(`http://127.0.0.1:${receiver.port}`);
  const texts = [JSON.stringify(await events()), logged(), audit];
  for (const hidden of [secret, rotated])
    for (const text of texts) {
      expect(text).not.toContain(hidden.slice("whsec_".length));
      expect(text).not.toContain("of-the-erp");
    }
  const key = join(server.folder, "webhooks.key");
  expect(statSync(key).mode & 0o777).toBe(0o600);
  expect(readFileSync(key, "utf8").trim().length).toBeGreaterThanOrEqual(32);
});

test("without its key nothing is sent unsigned: a new secret mends it", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  await server.halt();
  rmSync(join(server.folder, "webhooks.key"));
  await server.restart();
  const again = server.admin;
  await recordRecovered(server);
  await newestBecomes(again, webhook, { state: "waiting", error: "secret" });
  expect(receiver.received).toEqual([]);
  const { body } = await again.post(`${webhook.path}/secret`);
  clock.advance(10_000);
  const [request] = await receiver.waitFor(1);
  if (request === undefined) throw new Error("no request");
  verified(request, body.secret);
});

test("a paused webhook sends nothing and loses nothing", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const receiver = await startReceiver(fails);
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { state: "waiting", attempts: 1 });
  expect((await admin.put(webhook.path, { isActive: false })).body).toMatchObject({ pause: "user" });
  await recordRecovered(server);
  clock.advance(5 * 24 * 3_600_000);
  await server.restart();
  expect(receiver.received).toHaveLength(1);
  receiver.respond = ok;
  await server.admin.put(webhook.path, { isActive: true });
  await receiver.waitFor(3);
});

test("a test sends webhook.test at once, also to a paused webhook, and tells what came of it", async () => {
  const { admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url, { isActive: false });
  const { status, body } = await admin.post(`${webhook.path}/test`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 200, error: null, detail: null, answer: null });
  expect(body.ms).toBeGreaterThanOrEqual(0);
  const [request] = receiver.received;
  if (request === undefined) throw new Error("no request");
  expect(verified(request, webhook.secret)).toMatchObject({
    ...{ type: "webhook.test", data: { oid: webhook.oid } },
  });
  expect(await deliveriesOf(admin, webhook)).toEqual([]);
  receiver.close();
  expect((await admin.post(`${webhook.path}/test`)).body).toMatchObject({
    ...{ status: null, error: "connection", detail: "ECONNREFUSED" },
  });
});

test("a deleted webhook takes its deliveries with it", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver(fails);
  const webhook = await addWebhook(admin, receiver.url);
  await recordRecovered(server);
  await newestBecomes(admin, webhook, { attempts: 1 });
  expect((await admin.delete(webhook.path)).status).toBe(204);
  expect((await admin.get("/api/webhooks")).body).toEqual([]);
  expect((await admin.get(`${webhook.path}/deliveries`)).status).toBe(404);
});

test("a tenant has 20 webhooks at most", async () => {
  const { admin } = await startWebhookServer();
  for (let count = 0; count < 20; count++)
    await addWebhook(admin, "https://erp.example/", { isActive: false });
  const { status } = await admin.post("/api/webhooks", { name: "One more", url: "https://erp.example/" });
  expect(status).toBe(409);
});

test("a type that does not exist, and no type, are refused", async () => {
  const { admin } = await startWebhookServer();
  for (const types of [["article.eaten"], []]) {
    const { status, text } = await admin.post("/api/webhooks", {
      name: "E",
      url: "https://erp.example/",
      types,
    });
    expect([status, text.includes("types")]).toEqual([400, true]);
  }
});
