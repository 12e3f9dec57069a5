import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { startServer } from "../../harness/server.ts";
import { createWarehouse } from "../../inventories/stocktake.ts";
import { scanAll } from "./core-count.ts";
import { openCore } from "./core-terminal.ts";

describe("the figures of locations", () => {
  test("in a blind stocktake an unsent scan at another location counts the expected item, as on the server", async () => {
    const server = await startServer();
    const proxy = await startProxy(server.url);
    const warehouse = createWarehouse(server);
    await warehouse.addLocation("shelf");
    await warehouse.addLocation("desk");
    await warehouse.article("MOVED", { shelf: 1 });
    const blind = await warehouse.stocktake(["shelf", "desk"], { isBlind: true });
    const [shelf, desk] = [warehouse.at("shelf"), warehouse.at("desk")];
    const terminal = await openCore(proxy.url);
    await terminal.logIn("user");
    await terminal.load(blind);
    const readFigures = () =>
      terminal.call(`core.figures.locationFigures(${blind}).then((all) => all.get(${shelf}))`);
    const nextAfterDesk = () => terminal.call(`core.figures.nextToCount(${blind}, ${desk})`);
    expect([await readFigures(), await nextAfterDesk()]).toEqual([{ expected: 1, counted: 0 }, shelf]);
    proxy.cut();
    await scanAll(terminal, JSON.stringify({ inventoryId: blind, placeId: desk }), ["MOVED"]);
    expect([await readFigures(), await nextAfterDesk()]).toEqual([{ expected: 1, counted: 1 }, null]);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    const items = await (await server.as("manager")).get(`/api/inventories/${blind}/items`);
    expect(items.body.filter((item: { isUnexpected: boolean }) => item.isUnexpected)).toEqual([]);
  });
});
