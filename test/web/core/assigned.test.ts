import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { openCore } from "./core-terminal.ts";

test("stocktakes are written again only when they have changed, though the person who is to count is an object", async () => {
  const server = await startServer();
  await server.manager.post("/api/inventories", { name: "Assigned", counterId: 3 });
  const terminal = await openCore(server.url);
  await terminal.logIn("user");
  await terminal.call("core.refreshInventories()");
  expect(await terminal.call("core.now.inventories.some(({ counter }) => counter !== null)")).toBe(true);
  const isWritten = `(async () => {
    const before = core.now.inventories;
    await core.refreshInventories();
    return core.now.inventories !== before;
  })()`;
  expect(await terminal.call(isWritten)).toBe(false);
});
