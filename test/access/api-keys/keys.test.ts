import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openEventStream } from "../../harness/events.ts";
import { startServer, startServerWithClock } from "../../harness/server.ts";
import { require, startSite } from "../../security/https-site.ts";
import { ELSEWHERE, SECURELY } from "../../security/remote-client.ts";
import { addProgram } from "./accounts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test("a new account's key is in the response only, and reads articles", async () => {
  const server = await startServer();
  const { key, client } = await addProgram(server, ["articles:read"]);
  expect(key).toMatch(/^tallybox_[A-Za-z0-9_-]{43}$/);
  expect((await client.get("/api/articles/1")).status).toBe(200);
  const { body, text } = await (await server.as("admin")).get("/api/service-accounts");
  expect(body).toMatchObject([
    { name: "ERP", scopes: ["articles:read"], keys: [{ hint: key.slice(0, 13) }] },
  ]);
  expect(text).not.toContain(key);
  await server.halt();
  const files = globSync(join(server.folder, "*.db*"));
  expect(files).not.toEqual([]);
  for (const file of files) expect([file, readFileSync(file).includes(key)]).toEqual([file, false]);
});

test("a key expires after its days, by default after a year", async () => {
  const { clock, server } = await startServerWithClock();
  const short = await addProgram(server, ["articles:read"], { days: 1 });
  const long = await addProgram(server, ["articles:read"]);
  clock.advance(DAY - 1000);
  expect((await short.client.get("/api/me")).status).toBe(200);
  clock.advance(1000);
  expect((await short.client.get("/api/me")).status).toBe(401);
  clock.advance(363 * DAY);
  expect((await long.client.get("/api/me")).status).toBe(200);
  clock.advance(DAY);
  const { status, headers } = await long.client.get("/api/me");
  expect([status, headers.get("www-authenticate")]).toEqual([401, expect.stringContaining("Bearer")]);
});

test("both keys work during the overlap of a rotation, and then the new one alone", async () => {
  const { clock, server } = await startServerWithClock();
  const { oid, client } = await addProgram(server, ["articles:read"]);
  const admin = await server.as("admin");
  const { body } = await admin.post(`/api/service-accounts/${oid}/keys`, { overlapHours: 2 });
  const next = server.withToken(body.key);
  expect(body.account.keys).toHaveLength(2);
  clock.advance(2 * HOUR - 1000);
  expect([(await client.get("/api/me")).status, (await next.get("/api/me")).status]).toEqual([200, 200]);
  clock.advance(1000);
  expect([(await client.get("/api/me")).status, (await next.get("/api/me")).status]).toEqual([401, 200]);
});

test("a rotation without an overlap ends the earlier keys at once", async () => {
  const server = await startServer();
  const { oid, client } = await addProgram(server, ["articles:read"]);
  const admin = await server.as("admin");
  const { body } = await admin.post(`/api/service-accounts/${oid}/keys`, { overlapHours: 0 });
  expect((await client.get("/api/me")).status).toBe(401);
  expect((await server.withToken(body.key).get("/api/me")).body.fullName).toBe("ERP");
});

test("a revoked key stops at once, the account's others continue", async () => {
  const server = await startServer();
  const { oid, keyId, client } = await addProgram(server, ["articles:read"]);
  const admin = await server.as("admin");
  const { body } = await admin.post(`/api/service-accounts/${oid}/keys`);
  expect((await client.get("/api/me")).status).toBe(200);
  expect((await admin.delete(`/api/service-accounts/${oid}/keys/${keyId}`)).status).toBe(204);
  expect((await client.get("/api/me")).status).toBe(401);
  expect((await server.withToken(body.key).get("/api/me")).status).toBe(200);
  expect((await admin.delete(`/api/service-accounts/${oid}/keys/${keyId}`)).status).toBe(404);
});

test("a use that is written after the key was revoked changes nothing", async () => {
  const server = await startServer();
  const { oid, key, keyId, client } = await addProgram(server, ["articles:read"]);
  const admin = await server.as("admin");
  expect((await client.get("/api/me")).status).toBe(200);
  await admin.delete(`/api/service-accounts/${oid}/keys/${keyId}`);
  // The uses are written when the server stops.
  await server.restart();
  expect((await (await server.as("admin")).get("/api/service-accounts")).body[0].keys).toEqual([]);
  expect((await server.withToken(key).get("/api/me")).status).toBe(401);
});

test("where HTTPS is required, a key from another host works over HTTPS alone", async () => {
  const server = await startSite();
  const { client } = await addProgram(server, ["articles:read"]);
  expect((await client.get("/api/articles/1", ELSEWHERE)).status).toBe(200);
  await require(server);
  const refused = await client.get("/api/articles/1", ELSEWHERE);
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("HTTPS")]);
  expect((await client.get("/api/articles/1", { ...ELSEWHERE, ...SECURELY })).status).toBe(200);
});

test("an account has ten valid keys at most", async () => {
  const { clock, server } = await startServerWithClock();
  const { oid } = await addProgram(server, ["articles:read"]);
  const admin = await server.as("admin");
  const rotate = async () =>
    (await admin.post(`/api/service-accounts/${oid}/keys`, { overlapHours: 1 })).status;
  for (let count = 2; count <= 10; count++) expect(await rotate()).toBe(201);
  expect(await rotate()).toBe(409);
  clock.advance(HOUR);
  expect(await rotate()).toBe(201);
});

test("a rotation never makes an earlier key valid for longer", async () => {
  const { clock, server } = await startServerWithClock();
  const { oid, client } = await addProgram(server, ["articles:read"], { days: 1 });
  await (await server.as("admin")).post(`/api/service-accounts/${oid}/keys`, { overlapHours: 720 });
  clock.advance(DAY);
  expect((await client.get("/api/me")).status).toBe(401);
});

test("the list shows when each key was used last", async () => {
  const { clock, server } = await startServerWithClock();
  const { client } = await addProgram(server, ["articles:read"]);
  const lastUsed = async () =>
    (await (await server.as("admin")).get("/api/service-accounts")).body[0].keys[0].lastUsedDT;
  expect(await lastUsed()).toBeNull();
  const before = clock.iso();
  await client.get("/api/me");
  // It is written when the server stops, at the latest.
  await server.restart();
  const at = await lastUsed();
  expect(before <= at && at <= clock.iso()).toBe(true);
});

test("an account's requests have a limit of their own", async () => {
  const { clock, server } = await startServerWithClock({ requestLimits: { apiKeyRequestsPerHour: 3 } });
  const { oid, client } = await addProgram(server, ["articles:read"]);
  const other = await addProgram(server, ["articles:read"], { name: "Scale" });
  const { body } = await (await server.as("admin")).post(`/api/service-accounts/${oid}/keys`);
  for (let count = 0; count < 3; count++) expect((await client.get("/api/me")).status).toBe(200);
  const refused = await server.withToken(body.key).get("/api/me");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1200"]);
  expect((await other.client.get("/api/me")).status).toBe(200);
  clock.advance(1_200_000);
  expect((await client.get("/api/me")).status).toBe(200);
});

test("an open event stream does not use up the limit of requests", async () => {
  const server = await startServer({ requestLimits: { apiKeyRequestsPerHour: 2 } });
  const { key, client } = await addProgram(server, ["events:read"]);
  const stream = await openEventStream(`${server.url}/api/events`, key);
  const manager = await server.as("manager");
  let newest = (await stream.next("changes"))?.data.articles;
  for (const name of ["one", "two", "three"]) {
    await manager.put("/api/articles/1", { name });
    const { articles } = (await stream.next("changes"))?.data ?? {};
    expect(articles).toBeGreaterThan(newest);
    newest = articles;
  }
  expect((await client.get("/api/me")).status).toBe(200);
  expect((await client.get("/api/me")).status).toBe(429);
});
