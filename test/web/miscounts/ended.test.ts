import { expect, test } from "vitest";
import { aHandheld, aProfile, OLDEST } from "../../harness/handheld.ts";
import { allSent, atPlace, card, KEPT, notTwice, typeNumber } from "../count/together.ts";

// The count ends before the terminal does: the office finishes the stocktake, or the battery is empty.

test.each(OLDEST)(
  "six counts of a terminal without a connection that the office did not wait for are not counted, and both say so, in %s",
  async (browser) => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const { single, several } = stocktake.rooms[0];
    const { quantity } = several;
    await handheld.offline(true);
    for (let n = 1; n <= 5; n++) {
      await handheld.scan(several.article.code);
      if (n <= quantity) await handheld.see(`${n} of ${quantity}`);
    }
    await handheld.scan(single.article.code);
    await handheld.see("1 of 1");
    const kept = JSON.parse(String(await handheld.evaluate(KEPT)));
    const waiting = kept.outbox.filter(({ state }: { state: string }) => state === "waiting").length;
    const manager = await box.as("manager");
    await manager.put(`/api/inventories/${stocktake.oid}/finish`);
    await handheld.offline(false);
    await handheld.see(`${waiting} counts are NOT in the stocktake.`);
    await handheld.until("document.querySelector('.verdict').className.includes('is-failed')");
    await handheld.tap(/counts are NOT in the stocktake/);
    await handheld.tap("Dismiss all");
    await handheld.seesNot("Too late: NOT counted");
    await handheld.back();
    await handheld.see("Too late: NOT counted");
    expect(await card(handheld)).toMatch(/^failed: Too late: NOT counted/);
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
    const profile = await aProfile();
    const { handheld, stocktake, box } = await atPlace({ browser, profile });
    const { several, oid } = stocktake.rooms[0];
    await handheld.tap("All here");
    await handheld.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await handheld.until("document.querySelector('.number-pad') !== null");
    await notTwice(handheld);
    await typeNumber(handheld, several.quantity);
    await handheld.until(
      `${KEPT}.then((all) => JSON.parse(all).values.some((one) => Array.isArray(one) && one.some(({ text }) => text === "${several.quantity}")))`,
    );
    await handheld.kill();

    const again = await aHandheld({ browser, profile });
    await again.open(`${box.url}/#/count/${stocktake.oid}/${oid}`);
    await again.see(`Not saved: you typed ${several.quantity} for ${several.article.name}`);
    await allSent(again);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(null);
    await again.tap("Still to count");
    await again.see(several.article.code);
  },
);
