import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { poorTargets } from "../screen.ts";
import { startCount, typeNumber } from "./together.ts";

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
    const { terminal, stocktake } = await startCount({ browser, locationIds: HALLS });
    const { several } = stocktake.rooms[0];
    await terminal.scan(several.article.code);
    await terminal.see(`1 of ${several.quantity}`);
    await terminal.tap("Still to count");
    await terminal.until("document.querySelectorAll('.count-lists > .list > li').length > 10");
    expect(Number(await terminal.evaluate(ROWS))).toBeGreaterThanOrEqual(5);
    expect(await poorTargets(terminal)).toEqual([]);
  });

  test("is where it was left, after Back and after Save", async () => {
    const { terminal } = await startCount({ browser, locationIds: HALLS });
    await terminal.tap("Still to count");
    await terminal.until("document.querySelectorAll('.count-lists > .list > li').length > 30");
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
