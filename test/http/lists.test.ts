import { expect, test } from "vitest";
import type { TableName } from "../../src/storage/database/schema.ts";
import { startServer } from "../harness/server.ts";
import { REQUIRED_QUERIES } from "./required-queries.ts";

// A list's ETag is the newest change of the tables that the endpoint declares. One forgotten would be a stale 304.

/**
 * Tables that are read for the principal, or whose rows are fixed for the life of an id. A job changes its stocktake too when it
 * begins and ends (test/inventories/shown-job.test.ts).
 */
const FREE: readonly TableName[] = ["deviceToken", "changeCounter", "job"];

/** A count of an unknown code, for the lists of an operation. */
const OPERATION = "6f1c7c5e-0d5b-4a56-9e0a-6a1f6a4b5c11";

test("every list declares each table it reads", async () => {
  const server = await startServer();
  const at = new Date().toISOString();
  const operations = [{ operationId: OPERATION, kind: "set", quantity: 1, code: "NOBODY", at }];
  await server.admin.post("/api/inventories/3/counts", { sentAt: at, operations });
  await server.admin.get("/api/me");
  const read = new Set<TableName>();
  server.appliance.dependencies.storage.onRead(({ tables }) => {
    for (const table of tables) read.add(table);
  });
  let tried = 0;
  for (const { path, tables: lists, method } of server.appliance.endpoints) {
    if (method !== "GET" || lists === null) continue;
    const own = path
      .replace("{userId}", "3")
      .replace("{operationId}", OPERATION)
      .replace(/\{\w+\}/, path.includes("inventories/items") ? "101" : "3");
    const undeclared = async () => {
      read.clear();
      const response = await server.admin.get(own + (REQUIRED_QUERIES[path] ?? ""));
      expect(response.status, path).toBe(200);
      expect(response.headers.get("etag"), path).toBeTruthy();
      return [...read].filter((table) => !lists.includes(table) && !FREE.includes(table));
    };
    let found = await undeclared();
    // Notices and webhooks read meanwhile: what the endpoint reads, it reads each time.
    for (let again = 0; again < 3 && found.length > 0; again++) {
      const repeated = await undeclared();
      found = found.filter((table) => repeated.includes(table));
    }
    expect(found, path).toEqual([]);
    tried++;
  }
  expect(tried).toBeGreaterThan(15);
});
