import { expect, test } from "vitest";
import { SCOPES } from "../../../src/domain/scopes.ts";
import { openEventStream } from "../../harness/events.ts";
import { startServer } from "../../harness/server.ts";
import { useTestTimers } from "../../harness/timers.ts";
import { keyOf, neededScope } from "../../http/roles-table.ts";
import { createJpeg, type Part, send, upload } from "../../photos/uploads.ts";
import { addProgram, type Program } from "./accounts.ts";

/** Time between two checks of a stream without events. */
const HEARTBEAT_MS = 15_000;

test("each endpoint asks for the scope of the table, or takes no key", async () => {
  const server = await startServer();
  const endpoints = server.appliance.endpoints.filter(({ permission }) => permission !== "anyone");
  expect(endpoints.map((endpoint) => [keyOf(endpoint), endpoint.scope])).toEqual(
    endpoints.map((endpoint) => [keyOf(endpoint), neededScope(endpoint)]),
  );
});

test("with every scope a key still neither administers users or the server nor takes an address without a scope", async () => {
  const server = await startServer();
  const { client } = await addProgram(server, SCOPES);
  for (const endpoint of server.appliance.endpoints) {
    const { method, path, permission } = endpoint;
    if (permission === "anyone" || endpoint.isExempt !== null || endpoint.scope !== null) continue;
    const { status } = await client.send(
      method,
      path.replaceAll(/\{\w+\}/g, "1"),
      method === "GET" ? undefined : {},
    );
    expect([method, path, status]).toEqual([method, path, 403]);
  }
});

const rename = ({ client }: Program) => client.put("/api/articles/1", { name: "Renamed by the ERP" });

test("a key without the scope gets 403, which names the scope", async () => {
  const server = await startServer();
  const refused = await rename(await addProgram(server, ["articles:read"]));
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('"articles:write"')]);
});

test("a change of a key's scopes applies at once", async () => {
  const server = await startServer();
  const program = await addProgram(server, ["articles:read"]);
  expect((await rename(program)).status).toBe(403);
  await server.admin.put(`/api/service-accounts/${program.oid}`, { scopes: ["articles:write"] });
  expect((await rename(program)).status).toBe(200);
  expect((await program.client.get("/api/articles/1")).status).toBe(403);
});

test.each([
  [{ name: "ERP", scopes: [] }, "scopes"],
  [{ name: "ERP", scopes: ["everything"] }, "scopes.0"],
  [{ name: " ", scopes: ["articles:read"] }, "name"],
  [{ name: "ERP", scopes: ["articles:read"], days: 0 }, "days"],
])("%j is refused at its field", async (body, field) => {
  const server = await startServer();
  const response = await (await server.as("admin")).post("/api/service-accounts", body);
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe(field);
});

test("an event stream of a key ends when the key is revoked, and when its scopes change", async () => {
  const timers = useTestTimers();
  const server = await startServer();
  const { oid, key, keyId } = await addProgram(server, ["events:read"]);
  const admin = await server.as("admin");
  const first = await openEventStream(`${server.url}/api/events`, key);
  expect(first.status).toBe(200);
  await admin.put(`/api/service-accounts/${oid}`, { scopes: ["events:read", "articles:read"] });
  await timers.advance(HEARTBEAT_MS);
  expect((await first.next("end"))?.data).toEqual({ reason: "roles" });
  const second = await openEventStream(`${server.url}/api/events`, key);
  await admin.delete(`/api/service-accounts/${oid}/keys/${keyId}`);
  await timers.advance(HEARTBEAT_MS);
  expect((await second.next("end"))?.data).toEqual({ reason: "token" });
});

test("a photo needs the scope of what it shows", async () => {
  const server = await startServer();
  const user = await server.as("user");
  const parts: Part[] = [
    ["articleId", "1"],
    ["photo", { bytes: await createJpeg(), fileName: "photo.jpg" }],
  ];
  const articlePhoto = (await send(user, parts, {}, "/api/photoarticle")).body.oid;
  const itemPhoto = (await upload(user, 101, await createJpeg())).body.oid;
  const reader = await addProgram(server, ["articles:read", "articles:write"]);
  const counter = await addProgram(server, ["inventories:read", "counts:write"], { name: "Counter" });
  const statuses = async ({ client }: Program) => [
    (await client.get(`/api/photos/${articlePhoto}`)).status,
    (await client.get(`/api/photos/${itemPhoto}/thumbnail`)).status,
    (await client.delete(`/api/photos/${articlePhoto}`)).status,
    (await client.delete(`/api/photos/${itemPhoto}`)).status,
  ];
  expect(await statuses(reader)).toEqual([200, 403, 204, 403]);
  expect(await statuses(counter)).toEqual([404, 200, 404, 204]);
});

test("a key sees the jobs of its own account, not those of users", async () => {
  const server = await startServer();
  const { client } = await addProgram(server, ["articles:write"]);
  const async = { Prefer: "respond-async" };
  const change = { ids: [1, 2], changes: { responsibleUserId: 2 } };
  const own = await client.put("/api/articles/bulk-edit", change, async);
  expect(own.status).toBe(202);
  expect((await client.get(own.headers.get("location") ?? "")).status).toBe(200);
  const other = await (await server.as("manager")).put("/api/articles/bulk-edit", change, async);
  expect((await client.get(other.headers.get("location") ?? "")).status).toBe(403);
});

test("the event stream of a key has the topics of its scopes", async () => {
  const server = await startServer();
  const { key } = await addProgram(server, ["events:read", "requests:read"]);
  const stream = await openEventStream(`${server.url}/api/events`, key);
  const topics = [(await stream.next())?.event, (await stream.next())?.event];
  expect(topics.toSorted()).toEqual(["approvals", "changes"]);
});
