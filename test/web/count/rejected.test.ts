import { describe, expect, test } from "vitest";
import { TUNES } from "../../../src/web/feedback/sounds.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { RECORD_VIBRATIONS } from "../feedback/record-vibrations.ts";
import { recordsOf } from "../stored-records.ts";
import { startCount, waitUntilSent } from "./count-page.ts";

const REJECTED = "Rejected: NOT counted";
const IS_FAILED = "document.querySelector('.verdict').className.includes('is-failed')";

describe.each(OLDEST)("a count that the server rejects in %s", (browser) => {
  test("a count made during a pause is shown as rejected, and counts when the stocktake continues", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const manager = await server.as("manager");
    const { single } = stocktake.rooms[0];
    await terminal.offline(true);
    expect((await manager.put(`/api/inventories/${stocktake.oid}/postpone`)).status).toBe(200);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await terminal.evaluate(RECORD_VIBRATIONS);
    await terminal.offline(false);
    await terminal.see("1 count is NOT in the stocktake. The server rejected it.");
    await terminal.until("window.shakes.length > 0");
    await expect.poll(() => terminal.evaluate("window.shakes")).toEqual([TUNES.failed.vibration.join(" ")]);
    await terminal.until(IS_FAILED);
    await terminal.see(REJECTED);
    await terminal.tap("Still to count");
    await terminal.until(IS_FAILED);
    await terminal.see(REJECTED);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(null);

    expect((await manager.put(`/api/inventories/${stocktake.oid}/start`)).status).toBe(200);
    await waitUntilSent(terminal);
    await terminal.seesNot("NOT in the stocktake");
    await terminal.until(`!${IS_FAILED}`);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(1);
  });

  test("a count for a cancelled stocktake is shown where the stocktake is missing, with a link to the rejected counts", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    await terminal.offline(true);
    await terminal.scan(stocktake.rooms[0].single.article.code);
    await terminal.see("1 of 1");
    for (const move of ["postpone", "cancel"])
      expect((await server.manager.put(`/api/inventories/${stocktake.oid}/${move}`)).status).toBe(200);
    await terminal.offline(false);
    await terminal.see("This stocktake is not here");
    await terminal.see("1 count is NOT in the stocktake. The server rejected it.");
    await terminal.tap(/^1 count is NOT in the stocktake/);
    await terminal.see("Rejected by the server:");
  });

  /** Three counts on a terminal, at the list of what is not sent, of a stocktake that was cancelled before they arrived. */
  async function rejectThree() {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single, several } = stocktake.rooms[0];
    await terminal.offline(true);
    for (const { article, quantity } of [single, several]) {
      await terminal.scan(article.code);
      await terminal.see(`1 of ${quantity}`);
    }
    await terminal.scan("NOBODY-KNOWS-THIS");
    await terminal.see(/Unknown/);
    for (const move of ["postpone", "cancel"])
      expect((await server.manager.put(`/api/inventories/${stocktake.oid}/${move}`)).status).toBe(200);
    await terminal.offline(false);
    await terminal.see("3 counts are NOT in the stocktake.");
    await terminal.open(`${server.url}/#/unsent`);
    return terminal;
  }

  const STATES = `${recordsOf("outbox")}.then((all) => all.map(({ state, problem }) => [state, problem]))`;
  const three = (state: string, problem: string | null) => Array.from({ length: 3 }, () => [state, problem]);

  test("rejected counts are sent again together", async () => {
    const terminal = await rejectThree();
    await terminal.offline(true);
    await terminal.tap("Send all 3 rejected counts again");
    await terminal.see("3 counts to send");
    await expect.poll(() => terminal.evaluate(STATES)).toEqual(three("waiting", null));
  });

  test("the counts of a cancelled stocktake are discarded together, with one reason", async () => {
    const terminal = await rejectThree();
    await terminal.tap(/^Discard all 3/);
    await terminal.see("Reason");
    await terminal.evaluate("document.querySelector('.banner input, main input:not(.scan-field)').focus()");
    await terminal.type("The stocktake was cancelled");
    await terminal.tap("Discard");
    await terminal.see("Nothing to send.");
    await expect
      .poll(() => terminal.evaluate(STATES))
      .toEqual(three("given-up", "The stocktake was cancelled"));
  });
});
