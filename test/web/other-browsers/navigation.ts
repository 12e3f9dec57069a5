import { expect, test } from "vitest";
import { type AnyBrowser, openTerminalIn } from "../../harness/other-browsers.ts";
import { startServer } from "../../harness/server.ts";
import { times } from "../../harness/times.ts";
import { logInByHand } from "../access/log-in.ts";

/** Registers the test of leaving and opening the terminal's page. */
export function testNavigation(browser: AnyBrowser): void {
  test("the terminal is never blank after another page of the server or after a reload; left during its start, it leaves no storage locked and works when it is opened again", async () => {
    const server = await startServer();
    const page = await openTerminalIn(browser);
    await logInByHand(page, server, "user");
    for (let round = 0; round < times(1); round++) {
      for (const other of ["/trust", "/console"]) {
        await page.open(server.url + other);
        await page.until("document.body.innerText.trim() !== ''");
        await page.open(`${server.url}/#/count`);
        await page.see("Stocktakes");
        await page.reload();
        await page.see("Stocktakes");
      }
    }
    expect(page.errors()).toEqual([]);
    for (let round = 0; round < times(2); round++) {
      for (const other of ["/console", "/trust"]) {
        await page.open(`${server.url}/#/count`);
        await page.open(server.url + other);
      }
    }
    // Firefox has no history entry for a page that was left before it was loaded, so Back may lead to the page before it.
    // Waits for the page that Back leads to: Back would cancel a navigation that starts earlier.
    await page.evaluate("void (window.isLeft = true, history.back())");
    await page.until("!window.isLeft");
    await page.until("document.readyState === 'complete'");
    await page.until("document.body.innerText.trim() !== ''");
    await page.open(`${server.url}/#/count`);
    await page.see("Stocktakes");
  });
}
