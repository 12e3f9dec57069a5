import { describe, expect, test } from "vitest";
import { aBoxProcess } from "../../harness/box-process.ts";
import { ALL_BROWSERS, aTerminal } from "../../harness/other-browsers.ts";
import { throughTheDoor } from "../access/together.ts";
import { allSent } from "../count/together.ts";
import { codeOf, INVENTORY, isBack, isReady, OPEN, scanned, toPlace, UMA } from "../story/at-count.ts";
import { linesOf } from "../story/log.ts";
import { keeps, seeCard } from "../story/scanner.ts";

const codes = OPEN.map(codeOf).slice(0, 32);

describe.each(ALL_BROWSERS)("without the server in %s", (browser) => {
  test("scans outlive a reload and the end of the browser: each arrives once", async () => {
    const box = await aBoxProcess();
    let terminal = await aTerminal(browser);
    await throughTheDoor(terminal.page, box, "user");
    await toPlace(terminal.page, box.url);
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
    await box.kill();
    await scan(8, 16);
    await terminal.page.reload();
    await isReady(terminal.page);
    await scan(16, 24);
    terminal = await terminal.crash();
    await terminal.page.open(`${box.url}/#/count/${INVENTORY}/6`);
    await isReady(terminal.page);
    await scan(24, 32);
    await box.start();
    await isBack(terminal.page);
    await allSent(terminal.page);
    expect(await linesOf(await box.as("manager"), INVENTORY)).toEqual(scanned(UMA, codes));
  });
});
