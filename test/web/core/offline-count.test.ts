import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { openCore } from "./core-terminal.ts";
import { readOperations } from "./read-operations.ts";

const INVENTORY = 3;

interface Item {
  readonly oid: number;
  readonly articleId: number;
  readonly locationId: number;
  readonly quantity: number;
  readonly article: { readonly code: string };
}

async function readItems(server: TestServer): Promise<readonly Item[]> {
  const { body } = await (await server.as("admin")).get(`/api/inventories/${INVENTORY}/items`);
  return body;
}

describe("an offline terminal", () => {
  test("it counts, and sends all operations when the server responds", async () => {
    const server = await startServer();
    const proxy = await startProxy(server.url);
    const terminal = await openCore(proxy.url);
    await terminal.logIn("user");
    await terminal.load(INVENTORY);
    const items = await readItems(server);
    const single = items.find(({ quantity, oid }) => quantity === 1 && oid > 130);
    if (single === undefined) throw new Error("the demo has no such item");
    proxy.cut();
    const spot = `{ inventoryId: ${INVENTORY}, placeId: ${single.locationId} }`;
    const codes = [single.article.code, single.article.code, "NOBODY-1"];
    const done = await terminal.call<{ verdict: string; operationId: string }[]>(
      `core.burst(${JSON.stringify(codes)}, ${spot}, 20)`,
    );
    expect(done.map(({ verdict }) => verdict)).toEqual(["counted", "same", "unknown"]);
    await terminal.until("core.now.unsent === 3");
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect(readOperations(server, INVENTORY).map(({ operationId }) => operationId)).toEqual(
      done.map(({ operationId }) => operationId),
    );
  });
});
