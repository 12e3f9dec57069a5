import { expect, test, vi } from "vitest";
import { startServer } from "../harness/server.ts";
import { interceptCalls } from "../harness/worker-calls.ts";
import { check, imported } from "../import/uploads.ts";
import { hangs, ok, startReceiver } from "../webhooks/receiver.ts";
import { addWebhook, startWebhookServer } from "../webhooks/webhook-server.ts";

// Heavy work of one tenant's users delays no other tenant.

test("an import of one tenant does not wait for the imports of another", async () => {
  const server = await startServer();
  const first = server.admin;
  const second = server.admin2;
  const table = "Code;Name;Category;Type\nT1;Chair;c;t";
  const { promise: begun, resolve: begin } = Promise.withResolvers<() => void>();
  let hasBegun = false;
  interceptCalls(["check"], (_, send) => {
    if (hasBegun) return send();
    hasBegun = true;
    begin(send);
  });
  const ended = vi.fn();
  const held = [check(first, "articles", table), check(first, "articles", table)];
  const all = Promise.all(held.map((one) => one.finally(ended)));
  const goOn = await begun;
  await expect.poll(async () => (await first.get("/api/imports")).body).toHaveLength(2);
  expect((await check(second, "articles", table)).status).toBe(201);
  // The second one waits behind the held one.
  expect(ended).not.toHaveBeenCalled();
  goOn();
  expect((await all).map(({ status }) => status)).toEqual([201, 201]);
});

test("tests of webhooks that hang take no place of another tenant's", async () => {
  const { server, admin } = await startWebhookServer({ timeoutMs: 600_000 });
  const [hanging, other] = [await startReceiver(hangs), await startReceiver()];
  const first = await addWebhook(admin, hanging.url);
  const second = await addWebhook(server.admin2, other.url);
  const tests = Array.from({ length: 14 }, () => admin.post(`${first.path}/test`));
  expect((await Promise.race(tests)).status).toBe(503);
  const { status, body } = await server.admin2.post(`${second.path}/test`);
  expect([status, body.status]).toEqual([200, 200]);
  hanging.respond = ok;
  hanging.close();
  await Promise.all(tests);
});

test("documents that one tenant's users request at once are refused to them alone when too many wait", async () => {
  const server = await startServer();
  const give = async (userName: string) => {
    const client = await server.as(userName);
    const { id: userId } = (await client.get("/api/me")).body;
    await imported(client, "articles", "Code;Name;Category;Type\nP-1;Chair;c;t");
    const { oid: articleId } = (await client.get("/api/articles/getbycode?code=P-1")).body;
    const made = await client.post("/api/custodies", { articleId, userId });
    expect(made.status).toBe(201);
    return { client, path: `/api/custodies/${made.body.oid}/protocol` };
  };
  const [first, second] = [await give("admin"), await give("admin2")];
  const many = Array.from({ length: 40 }, () => first.client.get(first.path));
  const statuses = many.map(async (one) => (await one).status);
  await Promise.race(many);
  expect((await second.client.get(second.path)).status).toBe(200);
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200, 503]));
});
