import { expect, test } from "vitest";
import { makeChangeWait } from "../../src/change-feed/wait.ts";
import { addProgram } from "../access/api-keys/accounts.ts";
import { added } from "../articles/samples.ts";
import { startServer } from "../harness/server.ts";
import { Copy, page } from "./copy.ts";

/** A server, and the cursor of a reader that has everything. */
async function startWithReader(requestLimits = {}) {
  const server = await startServer({ requestLimits });
  const { manager } = server;
  const copy = new Copy();
  await copy.takeAll(manager);
  return { server, manager, cursor: copy.cursor };
}

test("a reader that waits gets the next change of its tenant and its scopes", async () => {
  const { server } = await startWithReader();
  const { client } = await addProgram(server, ["locations:read"]);
  const copy = new Copy();
  await copy.takeAll(client);
  const waiting = page(client, copy.cursor, "&wait=30");
  const other = server.admin2;
  expect((await other.post("/api/locations", { name: "Of another tenant" })).status).toBe(201);
  await added(server.manager, "WAIT-1");
  const place = await server.manager.post("/api/locations", { name: "Of this one" });
  const { changes } = await waiting;
  expect(changes).toMatchObject([
    { table: "location", oid: place.body.oid, record: { name: "Of this one" } },
  ]);
});

test("a wait without a change ends with an empty page and a valid cursor", async () => {
  const { manager, cursor } = await startWithReader();
  const empty = await page(manager, cursor, "&wait=1");
  expect(empty).toMatchObject({ isWhole: false, hasMore: false, changes: [] });
  const { oid } = await added(manager, "WAIT-2");
  expect((await page(manager, empty.cursor)).changes).toMatchObject([{ oid }]);
});

test("a wait is at most 30 seconds", async () => {
  const { manager, cursor } = await startWithReader();
  const response = await manager.get(`/api/changes?since=${cursor}&wait=31`);
  expect([response.status, response.body.errors[0].path]).toEqual([400, "wait"]);
});

test("waiting requests get a response when the server stops", async () => {
  const { server, manager, cursor } = await startWithReader();
  const waiting = page(manager, cursor, "&wait=30");
  // Requests of a connection begin in their order, and this one begins after the wait.
  await manager.get("/api/me");
  await server.restart();
  expect((await waiting).changes).toEqual([]);
});

test("a user may have a limited number of waiting requests", async () => {
  const streams = { total: 10, user: 1, device: 1 };
  const { manager, cursor } = await startWithReader({ streams });
  const waits = [1, 2].map(() => manager.get(`/api/changes?since=${cursor}&wait=2`));
  const statuses = (await Promise.all(waits)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 429]);
});

test("requests whose clients have left do not count: twenty one after the other, of which ten may wait", async () => {
  const { server, manager, cursor } = await startWithReader();
  const headers = { Authorization: `Bearer ${await server.tokenOf("manager")}` };
  for (let reader = 0; reader < 20; reader++) {
    const leave = new AbortController();
    const waiting = fetch(`${server.url}/api/changes?since=${cursor}&wait=30`, {
      headers,
      signal: leave.signal,
    });
    const outcome = waiting.then(
      ({ status }) => status,
      () => "left",
    );
    // It reads in the same thread, so the wait has begun when it is answered.
    await page(manager, cursor);
    leave.abort();
    expect(await outcome).toBe("left");
    await page(manager, cursor);
  }
});

test("a wait ends with 401 where the account was deleted, and with the records of the new scopes where they have changed", async () => {
  const { server, manager } = await startWithReader();
  const [reduced, deleted] = [
    await addProgram(server, ["articles:read", "labels:read"]),
    await addProgram(server, ["articles:read"], { name: "Gone" }),
  ];
  const [copy, other] = [new Copy(), new Copy()];
  await copy.takeAll(reduced.client);
  await other.takeAll(deleted.client);
  const waits = [
    reduced.client.get(`/api/changes?since=${copy.cursor}&wait=30`),
    deleted.client.get(`/api/changes?since=${other.cursor}&wait=30`),
  ];
  // Each wait is open when the account's next request has been answered.
  await Promise.all([reduced, deleted].map(({ client }) => client.get("/api/me")));
  await server.admin.put(`/api/service-accounts/${reduced.oid}`, { scopes: ["labels:read"] });
  await server.admin.delete(`/api/service-accounts/${deleted.oid}`);
  await added(manager, "WAIT-3");
  const [first, second] = await Promise.all(waits);
  expect([first?.status, first?.body.isWhole, second?.status]).toEqual([200, true, 401]);
  expect(first?.text).not.toContain("WAIT-3");
});

test("a reader without news waits beside a busy writer of other tables", async () => {
  const { server, manager } = await startWithReader();
  const { client } = await addProgram(server, ["locations:read"]);
  const copy = new Copy();
  await copy.takeAll(client);
  let isWriting = true;
  const writing = (async () => {
    for (let count = 0; isWriting; count++)
      await manager.put("/api/articles/1", { name: `Busy ${count}`, code: "BUSY" });
  })();
  const next = await page(client, copy.cursor, "&wait=2");
  isWriting = false;
  await writing;
  expect(next).toMatchObject({ isWhole: false, hasMore: false, changes: [] });
  expect(next.cursor).not.toBe(copy.cursor);
});

test("a commit between the read and the wait ends the wait", async () => {
  const { server, manager } = await startWithReader();
  const wait = makeChangeWait(server.appliance.dependencies.storage);
  const before = wait.versionOf(1);
  await added(manager, "WAIT-4");
  const ended = new AbortController();
  await wait.wait(1, before, 2 ** 30, ended.signal);
  // Without the commit it would end with the signal.
  const idle = wait.wait(1, wait.versionOf(1), 2 ** 30, ended.signal).then(() => "ended");
  expect(await Promise.race([idle, Promise.resolve("waiting")])).toBe("waiting");
  ended.abort();
  expect(await idle).toBe("ended");
});
