import { expect, test } from "vitest";
import { addProgram } from "../access/api-keys/accounts.ts";
import { added } from "../articles/samples.ts";
import { startServer } from "../harness/server.ts";
import { Copy, page } from "./copy.ts";

/** A server, and the cursor of a reader that has everything. */
async function startWithReader(requestLimits = {}) {
  const server = await startServer({ requestLimits });
  const manager = await server.as("manager");
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
  const other = await server.as("admin2");
  expect((await other.post("/api/locations", { name: "Of another tenant" })).status).toBe(201);
  await added(await server.as("manager"), "WAIT-1");
  const place = await (await server.as("manager")).post("/api/locations", { name: "Of this one" });
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
