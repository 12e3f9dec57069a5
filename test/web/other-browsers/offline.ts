import { expect, test } from "vitest";
import { type AnyBrowser, startTerminalIn } from "../../harness/other-browsers.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { times } from "../../harness/times.ts";
import { logInByHand } from "../access/log-in.ts";
import { waitUntilSent } from "../count/count-page.ts";
import {
  articleCode,
  expectedLog,
  INVENTORY,
  openLocation,
  reconnect,
  UMA,
  UNCOUNTED,
  waitForLocation,
} from "../story/demo-count.ts";
import { waitForCard, waitForOutbox } from "../story/fast-scans.ts";
import { readLog } from "../story/operation-log.ts";

/** Scans in each of the four parts of the test. */
const PART = Math.min(times(4), 8);
const codes = UNCOUNTED.map(articleCode).slice(0, 4 * PART);

/** Registers the test of scans without the server. */
export function testOffline(browser: AnyBrowser): void {
  test("scans without the server survive a reload and a crash of the browser, and each arrives once", async () => {
    const server = await startServerProcess();
    let terminal = await startTerminalIn(browser);
    await logInByHand(terminal.page, server, "user");
    await openLocation(terminal.page, server.url);
    await terminal.page.until("navigator.serviceWorker.ready.then(() => true)");
    const scan = async (part: number) => {
      for (const code of codes.slice(part * PART, (part + 1) * PART)) {
        await terminal.page.scan(code);
        await waitForCard(terminal.page, code);
      }
      await waitForOutbox(terminal.page, (part + 1) * PART);
    };
    await scan(0);
    await waitUntilSent(terminal.page);
    await server.kill();
    await scan(1);
    await terminal.page.reload();
    await waitForLocation(terminal.page);
    await scan(2);
    terminal = await terminal.crash();
    await terminal.page.open(`${server.url}/#/count/${INVENTORY}/6`);
    await waitForLocation(terminal.page);
    await scan(3);
    await server.start();
    await reconnect(terminal.page);
    await waitUntilSent(terminal.page);
    expect(await readLog(await server.as("manager"), INVENTORY)).toEqual(expectedLog(UMA, codes));
  });
}
