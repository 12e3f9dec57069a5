import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { ALL_BROWSERS, openTerminalIn } from "../../harness/other-browsers.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { allSent, card, type Told } from "../count/together.ts";
import { seeCard } from "../story/scanner.ts";
import { aPreparedStocktake, goTo, type Scan, startAtTerminal } from "./stocktake.ts";

// What went wrong in the first trials, in each browser.

/** The items of the stocktake that this code stands for, as the server has them. */
async function itemsOf(server: TestServer, inventory: number, code: string): Promise<readonly Told[]> {
  const { body } = await (await server.as("manager")).get(`/api/inventories/${inventory}/items`);
  return (body as readonly Told[]).filter((item) => item.article.code === code);
}

/** Articles of which one piece is expected, at two locations. */
function singles(scans: readonly Scan[]): { readonly here: Scan; readonly there: Scan } {
  const isSingle = (scan: Scan) => scan.amount === "1 of 1";
  const here = scans.find(isSingle);
  const there = scans.find((scan) => isSingle(scan) && scan.place.oid !== here?.place.oid);
  if (here === undefined || there === undefined) throw new Error("the demo has no two such locations");
  return { here, there };
}

describe.each(ALL_BROWSERS)("the plays of the first trials in %s", (browser) => {
  test("a count that arrives after the office has finished is red, and counts when the stocktake is reopened", async () => {
    const server = await startServer();
    const proxy = await startProxy(server.url);
    const { oid, scans } = await aPreparedStocktake(server);
    const { here } = singles(scans);
    const page = await openTerminalIn(browser);
    await startAtTerminal(page, { as: server.as, url: proxy.url });
    await goTo(page, here.place);
    proxy.cut();
    await page.scan(here.code);
    await seeCard(page, here.amount);
    const manager = await server.as("manager");
    expect((await manager.put(`/api/inventories/${oid}/finish`)).status).toBe(200);
    proxy.restore();
    await page.see("1 count is NOT in the stocktake.");
    await page.until("document.querySelector('.verdict').className.indexOf('is-failed') >= 0");
    expect((await itemsOf(server, oid, here.code)).map((item) => item.inventoryQuantity)).toEqual([null]);
    await page.screenshot(`late-${browser}`);
    expect((await manager.put(`/api/inventories/${oid}/reopen`)).status).toBe(200);
    await page.until("document.body.innerText.indexOf('NOT in the stocktake') < 0");
    const quantities = async () =>
      (await itemsOf(server, oid, here.code)).map((item) => item.inventoryQuantity);
    await expect.poll(quantities).toEqual([1]);
  });

  test("what was counted at another location is asked about, and moved by the answer alone", async () => {
    const server = await startServer();
    const { oid, scans } = await aPreparedStocktake(server);
    const { here, there } = singles(scans);
    const page = await openTerminalIn(browser);
    await startAtTerminal(page, server);
    await goTo(page, here.place);
    await page.scan(here.code);
    await seeCard(page, here.amount);
    await goTo(page, there.place);
    await page.scan(here.code);
    await seeCard(page, "NOT counted: answer");
    expect(await card(page)).toMatch(/^asked/);
    const places = async () =>
      (await itemsOf(server, oid, here.code)).map((item) => item.inventoryLocationId);
    await expect.poll(places).toEqual([here.place.oid]);
    await page.tap(/^Moved here/);
    await allSent(page);
    await expect.poll(places).toEqual([there.place.oid]);
  });
});
