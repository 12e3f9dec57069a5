import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TestServer } from "../harness/server.ts";
import { startReceiver, verified } from "../webhooks/receiver.ts";
import { addWebhook, recordRecovered, startWebhookServer } from "../webhooks/webhook-server.ts";
import { rotate } from "./command.ts";

const fileOf = (server: TestServer) => join(server.folder, "webhooks.key");
const keysOf = (server: TestServer) => readFileSync(fileOf(server), "utf8").trimEnd().split("\n");

test("webhook-key: secrets stay valid under a new key, and the old one decrypts none", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const { path, secret } = await addWebhook(admin, receiver.url);
  // The earlier secret is encrypted anew too.
  const { body } = await admin.post(`${path}/secret`);
  const [old = ""] = keysOf(server);
  await server.halt();
  const { status, stdout } = await rotate(server.folder, ["webhook-key", "--yes"]);
  expect({ status, stdout: stdout.split("\n")[0] }).toEqual({
    status: 0,
    stdout: "webhook-key: replaced. The secrets of webhooks stay valid.",
  });
  expect(keysOf(server)).toEqual([expect.stringMatching(/^\S{64}$/)]);
  expect(keysOf(server)).not.toContain(old);
  expect(statSync(fileOf(server)).mode & 0o777).toBe(0o600);
  await server.restart();
  await recordRecovered(server);
  const [request] = await receiver.waitFor(1);
  if (request === undefined) throw new Error("no request");
  verified(request, secret);
  verified(request, body.secret);

  await server.halt();
  writeFileSync(fileOf(server), `${old}\n`);
  await server.restart();
  const again = await (await server.as("admin")).post(`${path}/test`);
  expect(again.body).toMatchObject({ status: null, error: "secret" });
});
