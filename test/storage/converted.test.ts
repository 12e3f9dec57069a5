import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { scan } from "../stocktake/terminals.ts";
import { FIRST_RELEASE, toFirstSchema, toSchemaWithoutJobs } from "./first-schema.ts";
import { generationOf } from "./storage-setup.ts";

// The data folder of a release with the first schema: the start copies its data into a database of today's schema.

const LISTS = [
  "/api/articles",
  "/api/articles/page?sort=price",
  "/api/articles/page?q=drill",
  "/api/locations",
  "/api/articlecategories",
  "/api/articlestates",
  "/api/currencytypes",
  "/api/inventories?isClosed=true",
  "/api/inventories/3/items",
  "/api/inventories/3/progress",
  "/api/inventories/3/operations",
  "/api/articletransfers",
  "/api/articledisposals",
  "/api/articleproposals",
  "/api/articles/my-assets/3",
  "/api/articles/my-transfers/3",
  "/api/articles/my-disposals/3",
  "/api/printingprinters",
  "/api/printingformats",
  "/api/printrequests",
  "/api/users",
  "/api/device-auth/tokens?all=true",
  "/api/audit",
];

/** Each list as both tenants' Admins get it, with its ETag. */
async function shown(server: TestServer): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const userName of ["admin", "admin2"]) {
    const admin = await server.as(userName);
    for (const path of LISTS) {
      const { status, body, headers } = await admin.get(path);
      // Another tenant's records are not found; that response has an id of its request.
      all.push([userName, path, status, headers.get("etag"), status === 200 ? body : null]);
    }
  }
  return all;
}

test("all records exist after the conversion, under the same ids and ETags; the start logs where the former ones stay", async () => {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const server = await startServer({ log });
  const before = await shown(server);
  await server.halt();
  toFirstSchema(server.folder);
  const former = join(server.folder, generationOf(server.folder));
  await server.restart();
  expect(await shown(server)).toEqual(before);
  const logged = lines.filter((line) => line.includes("the database was converted"));
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ former }]);
});

test("data of a release without jobs are the same after the start, and a stocktake that was in progress is closed", async () => {
  const server = await startServer();
  const before = await shown(server);
  await server.halt();
  toSchemaWithoutJobs(server.folder);
  await server.restart();
  expect(await shown(server)).toEqual(before);
  const manager = await server.as("manager");
  expect((await manager.get("/api/jobs")).body).toEqual([]);
  for (const move of ["finish", "process", "approve", "close"]) {
    const { status, text } = await manager.put(`/api/inventories/3/${move}`);
    expect(status, text).toBe(200);
  }
});

test.each([
  ["the first release", FIRST_RELEASE],
  ["the last release with the first schema", undefined],
])("operations and stored responses of %s stay applied once, and its devices valid", async (_, version) => {
  const server = await startServer();
  const manager = await server.as("manager");
  const { body: code } = await manager.post("/api/device-auth/generate-code", { kind: "terminal" });
  const { body: paired } = await server.anonymous.post("/api/device-auth/activate", { code: code.code });
  const count = { operations: [scan({ itemId: 101, quantity: 1 })], sentAt: new Date().toISOString() };
  const [first] = (await manager.post("/api/inventories/3/counts", count)).body.receipts;
  const key = { "Idempotency-Key": randomUUID() };
  const location = { name: "Ramp", code: "RAMP" };
  const created = (await manager.post("/api/locations", location, key)).body;
  await server.halt();
  toFirstSchema(server.folder, version);
  await server.restart();
  const again = await server.as("manager");
  const [repeated] = (await again.post("/api/inventories/3/counts", count)).body.receipts;
  expect([repeated.result, repeated.first, repeated.item]).toEqual(["duplicate", "applied", first.item]);
  expect((await again.post("/api/locations", location, key)).body.oid).toBe(created.oid);
  expect((await again.post("/api/locations", location)).body.oid).toBe(created.oid + 1);
  const { status } = await server.anonymous.post("/api/device-auth/exchange", {
    deviceToken: paired.deviceToken,
  });
  expect(status).toBe(200);
});
