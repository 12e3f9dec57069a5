import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Unavailable } from "../../src/domain/errors.ts";
import { recordServerEvent } from "../../src/outgoing-events/outgoing-events.ts";
import { adminByPassword } from "../backup/copies.ts";
import { startServer } from "../harness/server.ts";
import { backup } from "../security/backup-copy.ts";
import { hangs, ok, startReceiver, verified } from "./receiver.ts";
import {
  addWebhook,
  newestBecomes,
  recordRecovered,
  startWebhookServer,
  TO_THIS_MACHINE,
} from "./webhook-server.ts";

/** A server in a process of its own, whose webhooks may reach this machine. */
async function startProcess(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "server-program.ts")], {
    env: { ...process.env, DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0", HTTPS_PORT: "off" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

test("killed between the sending and the note, the server sends again with the same webhook-id", async () => {
  const { server, admin } = await startWebhookServer({ allowsAddress: () => true });
  const receiver = await startReceiver(hangs);
  const webhook = await addWebhook(admin, receiver.url, { isActive: false });
  await admin.put(webhook.path, { isActive: true });
  const oid = await recordRecovered(server);
  await receiver.waitFor(1);
  await server.halt();
  // The receiver has the message; the server is killed before its response.
  for (const count of [2, 3]) {
    const child = await startProcess(server.folder);
    await receiver.waitFor(count);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  receiver.respond = ok;
  await server.restart();
  const all = await receiver.waitFor(4);
  expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  for (const request of all) expect(verified(request, webhook.secret).data).toMatchObject({ oid });
  await newestBecomes(server.admin, webhook, { state: "sent", attempts: 1 });
});

test("on a nearly full disk events are sent, and noted as sent", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url, { types: ["disk.low"] });
  await server.halt();
  const full = await startServer({
    ...{ from: server.folder, webhooks: TO_THIS_MACHINE },
    settings: { STORAGE_RESERVE_MEGABYTES: "90000000" },
  });
  const { storage } = full.appliance.dependencies;
  await expect(storage.write(1, () => null)).rejects.toThrow(Unavailable);
  await storage.write(
    null,
    (tx) =>
      recordServerEvent(tx, {
        ...{ type: "disk.low", data: { freeBytes: 1, totalBytes: 9 }, dedupeKey: "full" },
      }),
    { evenWhenLow: true },
  );
  const all = await receiver.waitFor(1);
  expect(all.map(({ body }) => JSON.parse(body).type)).toContain("disk.low");
  await newestBecomes(full.admin, webhook, { state: "sent" });
});

test("after a restore all webhooks are paused, and new events have new ids", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  const restore = backup(server);
  await recordRecovered(server);
  await receiver.waitFor(1);
  await newestBecomes(admin, webhook, { state: "sent" });
  await restore();
  const again = await adminByPassword(server);
  expect((await again.get("/api/webhooks")).body).toMatchObject([{ isActive: false, pause: "restored" }]);
  await recordRecovered(server);
  await again.put(webhook.path, { isActive: true });
  const all = await receiver.waitFor(2);
  expect(new Set(all.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  // The secrets are in the backup.
  for (const request of all) verified(request, webhook.secret);
});
