import { expect, test } from "vitest";
import { createProfile, OLDEST, openTerminal } from "../../harness/terminal.ts";
import { allSent, card, KEPT, notTwice, startCount, typeNumber } from "../count/together.ts";

// The count ends before the terminal does: the office finishes the stocktake, or the battery is empty.

test.each(OLDEST)(
  "six counts of a terminal without a connection that the office did not wait for are not counted, and both say so, in %s",
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
    const kept = JSON.parse(String(await terminal.evaluate(KEPT)));
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
    expect(await card(terminal)).toMatch(/^failed: Too late: NOT counted/);
    const { body } = await manager.get(`/api/inventories/${stocktake.oid}/report`);
    expect(body.late).toHaveLength(waiting);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(null);

    // The office reopens it: then they count.
    await manager.put(`/api/inventories/${stocktake.oid}/reopen`);
    await expect.poll(async () => (await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
  },
);

test.each(OLDEST)(
  "a quantity that was typed before the browser was killed is no count: the article is still to count, in %s",
  async (browser) => {
    const profile = await createProfile();
    const { terminal, stocktake, server } = await startCount({ browser, profile });
    const { several, oid } = stocktake.rooms[0];
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await terminal.until("document.querySelector('.number-pad') !== null");
    await notTwice(terminal);
    await typeNumber(terminal, several.quantity);
    await terminal.until(
      `${KEPT}.then((all) => JSON.parse(all).values.some((one) => Array.isArray(one) && one.some(({ text }) => text === "${several.quantity}")))`,
    );
    await terminal.kill();

    const again = await openTerminal({ browser, profile });
    await again.open(`${server.url}/#/count/${stocktake.oid}/${oid}`);
    await again.see(`Not saved: you typed ${several.quantity} for ${several.article.name}`);
    await allSent(again);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(null);
    await again.tap("Still to count");
    await again.see(several.article.code);
  },
);
