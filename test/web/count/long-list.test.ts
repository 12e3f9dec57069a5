import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { findPoorTargets } from "../touch-targets.ts";
import { startCount, typeNumber } from "./count-page.ts";

/** Fifty articles are expected in each. */
const HALLS = [4, 5];

/** Expression: the number of whole rows between the card and the bottom buttons. */
const ROWS = `(() => {
  const bottom = Math.max(0, ...[...document.querySelectorAll(".verdict, .page-title")].map((one) => one.getBoundingClientRect().bottom));
  const top = document.querySelector(".actions").getBoundingClientRect().top;
  return [...document.querySelectorAll(".count-lists > .list > li")].filter((row) => {
    const at = row.getBoundingClientRect();
    return at.top >= bottom && at.bottom <= top;
  }).length;
})()`;

describe.each(OLDEST)("the list Still to count in %s", (browser) => {
  test("it shows at least five rows at 360 × 640 pixels, and keeps its scroll position after Back and after Save", async () => {
    const { terminal, stocktake } = await startCount({ browser, locationIds: HALLS });
    const { several } = stocktake.rooms[0];
    await terminal.scan(several.article.code);
    await terminal.see(`1 of ${several.quantity}`);
    await terminal.tap("Still to count");
    await terminal.until("document.querySelectorAll('.count-lists > .list > li').length > 30");
    await expect.poll(async () => Number(await terminal.evaluate(ROWS))).toBeGreaterThanOrEqual(5);
    await expect.poll(() => findPoorTargets(terminal)).toEqual([]);
    await terminal.evaluate("scrollTo(0, 1000)");
    await terminal.until("scrollY === 1000");
    const row = ".count-lists > .list > li:nth-child(20) a";
    const open = async () => {
      await terminal.tap({ css: row });
      await terminal.until("document.querySelector('.number-pad') !== null");
    };
    await open();
    await terminal.tap({ css: "[aria-label=Back]" });
    await terminal.until("document.querySelectorAll('.count-lists > .list > li').length > 30");
    await terminal.until("scrollY === 1000");
    await open();
    await typeNumber(terminal, 1);
    await terminal.tap("Save 1");
    await terminal.until("document.querySelectorAll('.count-lists > .list > li').length > 30");
    await terminal.until("scrollY > 900");
  });
});
