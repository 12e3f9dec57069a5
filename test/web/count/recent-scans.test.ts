import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Script: taps a tab and the first row when the next scan's row has shifted that row. */
const TAP_SHIFTED_ROW = `
window.wasRowTaken = null;
window.wasTabTaken = null;
{
  const row = document.querySelector(".count-lists .list a");
  const tap = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  const before = row.getBoundingClientRect().top;
  new MutationObserver((_, observer) => {
    if (row.getBoundingClientRect().top === before) return;
    observer.disconnect();
    window.wasTabTaken = tap(document.querySelector(".toggle button"));
    window.wasRowTaken = tap(row);
  }).observe(document.querySelector(".count-lists"), { childList: true, subtree: true });
}
`;

describe.each(OLDEST)("the list of recent scans in %s", (browser) => {
  test("a tap on a row that a scan has just shifted opens no entry", async () => {
    const { terminal } = await openWarehouseCount({ browser });
    await terminal.scan("PLAIN-1");
    await terminal.until("document.querySelectorAll('.count-lists .list li').length === 1");
    await terminal.evaluate(TAP_SHIFTED_ROW);
    await terminal.scan("PAIR-3");
    await terminal.until("window.wasRowTaken !== null");
    await expect
      .poll(() => terminal.evaluate("[window.wasRowTaken, window.wasTabTaken]"))
      .toEqual([false, true]);
    await terminal.tap(/^Counted Step ladder/);
    await terminal.see("Quantity after it");
    await terminal.see("PLAIN-1");
  });
});
