import { describe, expect, test } from "vitest";
import { TUNES } from "../../../src/web/feedback/tunes.ts";
import { OLDEST } from "../../harness/handheld.ts";
import { allSent, atPlace } from "./together.ts";

/** Writes down each shake. */
const FEEL = `{
  window.shakes = [];
  navigator.vibrate = (pattern) => { window.shakes.push(pattern.join(" ")); return true; };
}`;

const REJECTED = "Rejected: NOT counted";
const IS_FAILED = "document.querySelector('.verdict').className.includes('is-failed')";

describe.each(OLDEST)("a count that the server rejects in %s", (browser) => {
  test("because it was made during a pause is unmistakable, and counts when the stocktake continues", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const manager = await box.as("manager");
    const { single } = stocktake.rooms[0];
    await handheld.offline(true);
    expect((await manager.put(`/api/inventories/${stocktake.oid}/postpone`)).status).toBe(200);
    await handheld.scan(single.article.code);
    await handheld.see("1 of 1");
    await handheld.evaluate(FEEL);
    await handheld.offline(false);
    await handheld.see("1 count is NOT in the stocktake. The server rejected it.");
    await handheld.until("window.shakes.length > 0");
    expect(await handheld.evaluate("window.shakes")).toEqual([TUNES.failed.vibration.join(" ")]);
    await handheld.until(IS_FAILED);
    await handheld.see(REJECTED);
    await handheld.tap("Still to count");
    await handheld.until(IS_FAILED);
    await handheld.see(REJECTED);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(null);

    expect((await manager.put(`/api/inventories/${stocktake.oid}/start`)).status).toBe(200);
    await allSent(handheld);
    await handheld.seesNot("NOT in the stocktake");
    await handheld.until(`!${IS_FAILED}`);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
  });

  test("because the stocktake was cancelled is told of where the stocktake has gone, and leads to what was counted", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const manager = await box.as("manager");
    await handheld.offline(true);
    await handheld.scan(stocktake.rooms[0].single.article.code);
    await handheld.see("1 of 1");
    for (const move of ["postpone", "cancel"])
      expect((await manager.put(`/api/inventories/${stocktake.oid}/${move}`)).status).toBe(200);
    await handheld.offline(false);
    await handheld.see("This stocktake is not here");
    await handheld.see("1 count is NOT in the stocktake. The server rejected it.");
    await handheld.tap(/^1 count is NOT in the stocktake/);
    await handheld.see("Rejected by the server:");
  });
});
