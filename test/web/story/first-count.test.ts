import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { BROWSERS, openTerminal } from "../../harness/terminal.ts";
import { pairByAddress, person, typePin } from "../access/log-in.ts";
import { HAS_ITEMS, waitForArticles, waitUntilSent } from "../count/count-page.ts";
import { createStocktake } from "../count/stocktake.ts";
import { waitForCard } from "./fast-scans.ts";

describe.each(BROWSERS)("a first count in %s", (browser) => {
  test("after a login by PIN, an article that is scanned at a location is counted there on the server", async () => {
    const server = await startServer();
    const stocktake = await createStocktake(server);
    const [room] = stocktake.rooms;
    const { code } = room.single.article;
    const terminal = await openTerminal({ browser, serviceWorker: true });
    await pairByAddress(terminal, server);
    await terminal.tap(person("user").fullName);
    await typePin(terminal, person("user").pin);
    await terminal.tap(new RegExp(`^${stocktake.name}`));
    await terminal.see(/name or code, or scan its label/);
    // Until then scans are rejected.
    await waitForArticles(terminal);
    await terminal.scan(room.code);
    await terminal.until(HAS_ITEMS);
    await terminal.scan(code);
    await waitForCard(terminal, new RegExp(`1 of 1.*${code}`));
    await waitUntilSent(terminal);
    const { inventoryQuantity, inventoryLocationId } = await stocktake.readItem(code);
    expect([inventoryQuantity, inventoryLocationId]).toEqual([1, room.oid]);
  });
});
