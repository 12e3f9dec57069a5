import { describe, expect, test } from "vitest";
import { ALL_BROWSERS, startTerminalIn } from "../../harness/other-browsers.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { throughTheDoor } from "../access/together.ts";
import { allSent } from "../count/together.ts";
import { codeOf, INVENTORY, isBack, isReady, OPEN, scanned, toPlace, UMA } from "../story/at-count.ts";
import { linesOf } from "../story/log.ts";
import { keeps, seeCard } from "../story/scanner.ts";

const codes = OPEN.map(codeOf).slice(0, 32);

describe.each(ALL_BROWSERS)("without the server in %s", (browser) => {
  test("scans outlive a reload and the end of the browser: each arrives once", async () => {
    const server = await startServerProcess();
    let terminal = await startTerminalIn(browser);
    await throughTheDoor(terminal.page, server, "user");
    await toPlace(terminal.page, server.url);
    await terminal.page.until("navigator.serviceWorker.ready.then(() => true)");
    const scan = async (from: number, to: number) => {
      for (const code of codes.slice(from, to)) {
        await terminal.page.scan(code);
        await seeCard(terminal.page, code);
      }
      await keeps(terminal.page, to);
    };
    await scan(0, 8);
    await allSent(terminal.page);
    await server.kill();
    await scan(8, 16);
    await terminal.page.reload();
    await isReady(terminal.page);
    await scan(16, 24);
    terminal = await terminal.crash();
    await terminal.page.open(`${server.url}/#/count/${INVENTORY}/6`);
    await isReady(terminal.page);
    await scan(24, 32);
    await server.start();
    await isBack(terminal.page);
    await allSent(terminal.page);
    expect(await linesOf(await server.as("manager"), INVENTORY)).toEqual(scanned(UMA, codes));
  });
});
