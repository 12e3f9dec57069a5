import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import type { Endpoint } from "../../src/http/endpoint/endpoint.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { REQUIRED_QUERIES } from "./required-queries.ts";

// An endpoint of kind `query` changes nothing.

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Records the endpoints of kind `query` that begin a write transaction, and those that run to their end. */
function watch({ appliance }: TestServer): { writing: Set<string>; completed: Set<string> } {
  const writing = new Set<string>();
  const completed = new Set<string>();
  const current = new AsyncLocalStorage<string>();
  const { storage } = appliance.dependencies;
  for (const name of ["write"] as const) {
    const original: (...parameters: never[]) => unknown = storage[name];
    const watched = (...parameters: never[]) => {
      const endpoint = current.getStore();
      if (endpoint !== undefined) writing.add(endpoint);
      return original(...parameters);
    };
    Object.assign(storage, { [name]: watched });
  }
  for (const endpoint of appliance.endpoints) {
    const { handler } = endpoint;
    if (handler.kind !== "query") continue;
    const { run } = handler;
    Object.assign(handler, {
      run: (...parameters: Parameters<typeof run>) =>
        current.run(nameOf(endpoint), async () => {
          const response = await run(...parameters);
          completed.add(nameOf(endpoint));
          return response;
        }),
    });
  }
  return { writing, completed };
}

test("no endpoint of kind query writes", async () => {
  const server = await startServer();
  const { writing, completed } = watch(server);
  const queries = server.appliance.endpoints.filter(({ handler }) => handler.kind === "query");
  for (const { method, path } of queries) {
    const url = path.replace(/\{\w+\}/g, path.includes("inventories/items") ? "101" : "3");
    if (method === "GET") await server.admin.get(url + (REQUIRED_QUERIES[path] ?? ""));
    else await server.admin.post(url, { printerTypeId: 1, template: "x" });
  }
  expect([...writing]).toEqual([]);
  // Most of these find a record.
  expect(completed.size).toBeGreaterThan(queries.length * 0.7);
});
