import { expect, test } from "vitest";
import { type NetworkProxy, startProxy } from "../../harness/network-proxy.ts";
import { type AnyBrowser, openTerminalIn } from "../../harness/other-browsers.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { times } from "../../harness/times.ts";
import { readCard, waitOutDoubleTap, waitUntilSent } from "../count/count-page.ts";
import type { Item } from "../count/stocktake.ts";
import { waitForCard } from "../story/fast-scans.ts";
import { readLog } from "../story/operation-log.ts";
import {
  chooseScans,
  pairAndStart,
  prepareStocktake,
  type Scan,
  scanLocation,
} from "./prepared-stocktake.ts";

interface Count {
  readonly server: TestServer;
  readonly proxy: NetworkProxy;
  readonly page: TerminalPage;
  readonly inventory: number;
}

/** Registers the test of a stocktake. One login serves all its rules. */
export function testStocktake(browser: AnyBrowser): void {
  test("a Manager starts a stocktake after a login by PIN; each scan has its result and its operation; a surplus piece with a serial number is asked about once, and counted by the answer; a count that arrives after Finish is shown as failed, and counts when the stocktake is reopened; a piece counted at another location is asked about, and only the answer moves it", async () => {
    const server = await startServer();
    const proxy = await startProxy(server.url);
    const { oid, scans } = await prepareStocktake(server);
    const { usual, several, here, there } = chooseScans(scans, times(6));
    const page = await openTerminalIn(browser);
    await pairAndStart(page, { as: server.as, url: proxy.url });
    const count: Count = { server, proxy, page, inventory: oid };
    await scanPieces(count, usual);
    await page.screenshot(`count-${browser}`);
    await addSurplus(count, several);
    await page.screenshot(`question-${browser}`);
    const [, second] = several;
    const log = await readLog(await server.as("manager"), oid);
    expect(log).toEqual([...usual, ...several, ...(second ? [second] : [])].map(({ line }) => line));
    await countAfterFinish(count, here);
    await movePiece(count, here, there);
    expect(page.errors()).toEqual([]);
  });
}

/** Scans pieces and checks the result of each. */
async function scanPieces({ page }: Count, scans: readonly Scan[]): Promise<void> {
  let place = 0;
  for (const scan of scans) {
    if (scan.place.oid !== place) await scanLocation(page, scan.place);
    place = scan.place.oid;
    await page.scan(scan.code);
    // On a wide screen the article's name stands between the two.
    await waitForCard(page, new RegExp(`${scan.amount} .*${scan.code}`));
    await expect.poll(() => readCard(page)).toContain(scan.verdict);
  }
  await waitUntilSent(page);
}

/** Scans all expected pieces of one article, then another piece twice, and answers the one question. */
async function addSurplus({ page }: Count, pieces: readonly Scan[]): Promise<void> {
  const [first] = pieces;
  if (first === undefined) throw new Error("there are no pieces to scan");
  await scanLocation(page, first.place);
  for (const { code } of pieces) await page.scan(code);
  await waitForCard(page, new RegExp(`${pieces.length} of ${pieces.length} .*${first.code}`));
  for (const _ of [1, 2]) await page.scan(first.code);
  await waitForCard(page, "NOT counted: answer");
  await page.see("1 needs your answer");
  await page.tap("Add 1");
  await waitForCard(page, "One more counted");
  await waitUntilSent(page);
}

/** Scans a piece while the connection is cut and the stocktake is finished, then reopens the stocktake. */
async function countAfterFinish({ server, proxy, page, inventory }: Count, here: Scan): Promise<void> {
  await scanLocation(page, here.place);
  proxy.cut();
  await page.scan(here.code);
  await waitForCard(page, here.amount);
  const manager = await server.as("manager");
  expect((await manager.put(`/api/inventories/${inventory}/finish`)).status).toBe(200);
  proxy.restore();
  await page.see("1 count is NOT in the stocktake.");
  await page.until("document.querySelector('.verdict').className.indexOf('is-failed') >= 0");
  const readQuantities = async () =>
    (await readItems(server, inventory, here.code)).map((item) => item.inventoryQuantity);
  expect(await readQuantities()).toEqual([null]);
  expect((await manager.put(`/api/inventories/${inventory}/reopen`)).status).toBe(200);
  await page.until("document.body.innerText.indexOf('NOT in the stocktake') < 0");
  await expect.poll(readQuantities).toEqual([1]);
  // The banner has left: the terminal ignores taps on what it has shifted for a moment.
  await waitOutDoubleTap(page);
}

/** Scans a counted piece at another location and answers that it was moved there. */
async function movePiece({ server, page, inventory }: Count, here: Scan, there: Scan): Promise<void> {
  await scanLocation(page, there.place);
  await page.scan(here.code);
  await waitForCard(page, "NOT counted: answer");
  await expect.poll(() => readCard(page)).toMatch(/^asked/);
  const readPlaces = async () =>
    (await readItems(server, inventory, here.code)).map((item) => item.inventoryLocationId);
  await expect.poll(readPlaces).toEqual([here.place.oid]);
  await page.tap(/^Moved here/);
  await waitUntilSent(page);
  await expect.poll(readPlaces).toEqual([there.place.oid]);
}

/** Reads the items of the article with this code from the server. */
async function readItems(server: TestServer, inventory: number, code: string): Promise<readonly Item[]> {
  const { body } = await (await server.as("manager")).get(`/api/inventories/${inventory}/items`);
  return (body as readonly Item[]).filter((item) => item.article.code === code);
}
