import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();
const { manager } = server;

let handedOut = 0;
beforeAll(async () => {
  handedOut = (await manager.post("/api/custodies", { articleId: 5, userId: 3 })).body.oid;
});

const operation = () => ({ operationId: randomUUID(), kind: "start", at: new Date().toISOString() });
const FRAME = { purpose: "yearEnd", method: "physical", committee: [] };

test.each<[string, string, string, () => object]>([
  [
    "the due date of a hand-over",
    "POST",
    "/api/custodies",
    () => ({ articleId: 1, userId: 3, dueDate: " " }),
  ],
  ["a changed due date", "PUT", "/api/custodies/{id}", () => ({ dueDate: " " })],
  [
    "the due date at a terminal",
    "POST",
    "/api/custodies/operations",
    () => ({ ...operation(), articleId: 2, userId: 3, dueDate: " " }),
  ],
  ["a decisive day", "PUT", "/api/inventories/3/frame", () => ({ ...FRAME, decisiveDay: " " })],
  ["the warranty of an article", "PUT", "/api/articles/3/full", () => ({ warrantyEnd: " " })],
  [
    "the warranty of many articles",
    "PUT",
    "/api/articles/bulk-edit",
    () => ({ ids: [4], changes: { warrantyEnd: " " } }),
  ],
])("%s may be empty: there is none then", async (_, method, path, body) => {
  const response = await manager.send(method, path.replace("{id}", `${handedOut}`), body());
  expect([response.status < 300, response.body.errors]).toEqual([true, undefined]);
});
