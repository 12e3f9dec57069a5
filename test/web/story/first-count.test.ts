import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { BROWSERS, openTerminal } from "../../harness/terminal.ts";
import { pairedTerminal, person, typePin } from "../access/together.ts";
import { allSent, aStocktake, HAS_ITEMS, hasArticles } from "../count/together.ts";
import { seeCard } from "./scanner.ts";

describe.each(BROWSERS)("a first count in %s", (browser) => {
  test("from the login by PIN to a scanned article: the server has it as counted there", async () => {
    const server = await startServer();
    const stocktake = await aStocktake(server);
    const [room] = stocktake.rooms;
    const { code } = room.single.article;
    const terminal = await openTerminal({ browser, serviceWorker: true });
    await pairedTerminal(terminal, server);
    await terminal.tap(person("user").fullName);
    await typePin(terminal, person("user").pin);
    await terminal.tap(new RegExp(`^${stocktake.name}`));
    await terminal.see(/name or code, or scan its label/);
    // Before, the terminal says that it does not count.
    await hasArticles(terminal);
    await terminal.scan(room.code);
    await terminal.until(HAS_ITEMS);
    await terminal.scan(code);
    await seeCard(terminal, new RegExp(`1 of 1.*${code}`));
    await allSent(terminal);
    const { inventoryQuantity, inventoryLocationId } = await stocktake.told(code);
    expect([inventoryQuantity, inventoryLocationId]).toEqual([1, room.oid]);
  });
});
