import { expect, test } from "vitest";
import { createProfile, OLDEST, openTerminal } from "../../harness/terminal.ts";
import {
  readCard,
  STORED_DATA,
  startCount,
  typeNumber,
  waitOutDoubleTap,
  waitUntilSent,
} from "../count/count-page.ts";

test.each(OLDEST)(
  "offline counts that arrive after Finish are not counted; the terminal and the report show them, and Reopen counts them, in %s",
  async (browser) => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single, several } = stocktake.rooms[0];
    const { quantity } = several;
    await terminal.offline(true);
    for (let n = 1; n <= 5; n++) {
      await terminal.scan(several.article.code);
      if (n <= quantity) await terminal.see(`${n} of ${quantity}`);
    }
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    const kept = JSON.parse(String(await terminal.evaluate(STORED_DATA)));
    const waiting = kept.outbox.filter(({ state }: { state: string }) => state === "waiting").length;
    const manager = await server.as("manager");
    await manager.put(`/api/inventories/${stocktake.oid}/finish`);
    await terminal.offline(false);
    await terminal.see(`${waiting} counts are NOT in the stocktake.`);
    await terminal.until("document.querySelector('.verdict').className.includes('is-failed')");
    await terminal.tap(/counts are NOT in the stocktake/);
    await terminal.tap("Dismiss all");
    await terminal.seesNot("Too late: NOT counted");
    await terminal.back();
    await terminal.see("Too late: NOT counted");
    await expect.poll(() => readCard(terminal)).toMatch(/^failed: Too late: NOT counted/);
    const { body } = await manager.get(`/api/inventories/${stocktake.oid}/report`);
    expect(body.late).toHaveLength(waiting);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(null);

    await manager.put(`/api/inventories/${stocktake.oid}/reopen`);
    await expect.poll(async () => (await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(1);
  },
);

test.each(OLDEST)(
  "a quantity that was typed but not saved before the browser was killed is not counted, in %s",
  async (browser) => {
    const profile = await createProfile();
    const { terminal, stocktake, server } = await startCount({ browser, profile });
    const { several, oid } = stocktake.rooms[0];
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await terminal.until("document.querySelector('.number-pad') !== null");
    await waitOutDoubleTap(terminal);
    await typeNumber(terminal, several.quantity);
    await terminal.until(
      `${STORED_DATA}.then((all) => JSON.parse(all).values.some((one) => Array.isArray(one) && one.some(({ text }) => text === "${several.quantity}")))`,
    );
    await terminal.kill();

    const again = await openTerminal({ browser, profile });
    await again.open(`${server.url}/#/count/${stocktake.oid}/${oid}`);
    await again.see(`Not saved: you typed ${several.quantity} for ${several.article.name}`);
    await waitUntilSent(again);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(null);
    await again.tap("Still to count");
    await again.see(several.article.code);
  },
);
