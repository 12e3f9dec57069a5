import { expect, test } from "vitest";
import type { TableName } from "../../src/storage/database/schema.ts";
import { startServer } from "../harness/server.ts";

// A list's ETag is the newest change of the tables that the endpoint declares. One forgotten would be a stale 304.

const QUERIES: Readonly<Record<string, string>> = {
  "/api/articles/findById": "?id=1",
  "/api/articles/findByCode": "?code=A000001",
  "/api/articles/findBySerialNo": "?serialNo=SN&filterOp=StartsWith",
  "/api/articles/findByRFID": "?rfId=x",
  "/api/articles/findByName": "?name=zidle",
  "/api/locations/findByName": "?name=main",
  "/api/inventories/findById": "?id=1",
  "/api/inventories/findByName": "?name=i",
  "/api/inventories/{id}/items/findByLocation": "?locationId=1",
};
/** Tables that are read for the principal, or whose rows are fixed for the life of an id. */
const FREE: readonly TableName[] = ["deviceToken", "changeCounter"];

/** A count of an unknown code, for the lists of an operation. */
const OPERATION = "6f1c7c5e-0d5b-4a56-9e0a-6a1f6a4b5c11";

test("every list declares each table it reads", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  const at = new Date().toISOString();
  const operations = [{ operationId: OPERATION, kind: "set", quantity: 1, code: "NOBODY", at }];
  await admin.post("/api/inventories/3/counts", { sentAt: at, operations });
  await admin.get("/api/me");
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
    read.clear();
    const answer = await admin.get(own + (QUERIES[path] ?? ""));
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get("etag"), path).toBeTruthy();
    expect(
      [...read].filter((table) => !lists.includes(table) && !FREE.includes(table)),
      path,
    ).toEqual([]);
    tried++;
  }
  expect(tried).toBeGreaterThan(15);
});
