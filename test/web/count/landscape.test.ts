import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { NOT_WHOLE } from "../clipped-text.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Expression: those of the elements that another one covers, or that are outside of the window. */
const covered = (css: string) => `[...document.querySelectorAll(${JSON.stringify(css)})].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [[left + 4, top + 4], [right - 4, bottom - 4]].some(([x, y]) => {
    const above = document.elementFromPoint(x, y);
    return above === null || !(one.contains(above) || above.contains(one));
  });
}).map((one) => one.innerText)`;

describe.each(OLDEST)("a handheld that is held sideways (640 × 360) in %s", (browser) => {
  test("the whole card, all keys of the number pad and all actions are visible without scrolling", async () => {
    const { terminal } = await openWarehouseCount({ browser, width: 640, height: 360 });
    await terminal.scan("PAIR-3");
    await terminal.see("1 of 3");
    await terminal.until("document.querySelectorAll('.count-lists .list li').length > 0");
    await terminal.screenshot("landscape-card");
    await expect
      .poll(() => terminal.evaluate(covered(".verdict, .verdict button, .actions .action")))
      .toEqual([]);
    await expect.poll(() => terminal.evaluate(NOT_WHOLE)).toEqual([]);
    await terminal.scan("MOVED-5");
    await terminal.see("NOT counted: answer");
    await expect.poll(() => terminal.evaluate(covered(".verdict, .verdict button"))).toEqual([]);
    await terminal.tap("Quantity");
    await terminal.until("document.querySelector('.number-pad') !== null");
    await terminal.screenshot("landscape-pad");
    await expect
      .poll(() => terminal.evaluate(covered(".number-pad button, .actions > button, .amount-shown")))
      .toEqual([]);
  });
});
