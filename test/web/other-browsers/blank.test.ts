import { describe, expect, test } from "vitest";
import { ALL_BROWSERS, openTerminalIn } from "../../harness/other-browsers.ts";
import { startServer } from "../../harness/server.ts";
import { throughTheDoor } from "../access/together.ts";

describe.each(ALL_BROWSERS)("the terminal in %s", (browser) => {
  test("is never blank after another page of the server, nor after a reload", async () => {
    const server = await startServer();
    const page = await openTerminalIn(browser);
    await throughTheDoor(page, server, "user");
    for (const other of ["/trust", "/console", "/trust", "/console", "/trust"]) {
      await page.open(server.url + other);
      await page.until("document.body.innerText.trim() !== ''");
      await page.open(`${server.url}/#/count`);
      await page.see("Stocktakes");
      await page.reload();
      await page.see("Stocktakes");
    }
    expect(page.errors()).toEqual([]);
  });

  test("leaves no storage locked when it is left while it starts, and is whole when it comes back", async () => {
    const server = await startServer();
    const page = await openTerminalIn(browser);
    await throughTheDoor(page, server, "user");
    for (const other of ["/console", "/trust", "/console", "/trust", "/console", "/trust"]) {
      await page.open(`${server.url}/#/count`);
      await page.open(server.url + other);
    }
    // A page that was left before it was loaded has no entry of its own in Firefox: Back may lead to the one before it.
    // The next address is opened on the page that Back leads to: before, Back may end that navigation.
    await page.evaluate("void (window.isLeft = true, history.back())");
    await page.until(
      "!window.isLeft && document.readyState === 'complete' && document.body.innerText.trim() !== ''",
    );
    await page.open(`${server.url}/#/count`);
    await page.see("Stocktakes");
  });
});
