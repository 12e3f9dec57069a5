import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { poorTargets } from "../screen.ts";
import { atPlace, typeNumber } from "./together.ts";

/** In each of them fifty articles are expected. */
const HALLS = [4, 5];

/** Whole rows of the list between what lies over it at the top and the buttons below. */
const ROWS = `(() => {
  const bottom = Math.max(0, ...[...document.querySelectorAll(".verdict, .page-title")].map((one) => one.getBoundingClientRect().bottom));
  const top = document.querySelector(".deeds").getBoundingClientRect().top;
  return [...document.querySelectorAll(".count-lists > .list > li")].filter((row) => {
    const at = row.getBoundingClientRect();
    return at.top >= bottom && at.bottom <= top;
  }).length;
})()`;

describe.each(OLDEST)("the list of what is still to count in %s", (browser) => {
  test("shows five rows and more at 360 × 640", async () => {
    const { handheld, stocktake } = await atPlace({ browser, locationIds: HALLS });
    const { several } = stocktake.rooms[0];
    await handheld.scan(several.article.code);
    await handheld.see(`1 of ${several.quantity}`);
    await handheld.tap("Still to count");
    await handheld.until("document.querySelectorAll('.count-lists > .list > li').length > 10");
    expect(Number(await handheld.evaluate(ROWS))).toBeGreaterThanOrEqual(5);
    expect(await poorTargets(handheld)).toEqual([]);
  });

  test("is where it was left, after Back and after Save", async () => {
    const { handheld } = await atPlace({ browser, locationIds: HALLS });
    await handheld.tap("Still to count");
    await handheld.until("document.querySelectorAll('.count-lists > .list > li').length > 30");
    await handheld.evaluate("scrollTo(0, 1000)");
    await handheld.until("scrollY === 1000");
    const row = ".count-lists > .list > li:nth-child(20) a";
    const open = async () => {
      await handheld.tap({ css: row });
      await handheld.until("document.querySelector('.number-pad') !== null");
    };
    await open();
    await handheld.tap({ css: "[aria-label=Back]" });
    await handheld.until("document.querySelectorAll('.count-lists > .list > li').length > 30");
    await handheld.until("scrollY === 1000");
    await open();
    await typeNumber(handheld, 1);
    await handheld.tap("Save 1");
    await handheld.until("document.querySelectorAll('.count-lists > .list > li').length > 30");
    await handheld.until("scrollY > 900");
  });
});
