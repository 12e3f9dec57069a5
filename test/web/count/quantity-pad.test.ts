import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { startCount, typeNumber, waitForRecent, waitUntilSent } from "./count-page.ts";

/** Starts a count and opens the quantity pad of the article with several expected pieces. */
async function openPad(browser: (typeof OLDEST)[number]) {
  const at = await startCount({ browser });
  const { terminal, stocktake } = at;
  const { several, single } = stocktake.rooms[0];
  const open = async () => {
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await terminal.until("document.querySelector('.number-pad') !== null");
  };
  await open();
  const readQuantity = async () => (await stocktake.readItem(several.article.code)).inventoryQuantity;
  return { ...at, several, single, open, readQuantity };
}

describe.each(OLDEST)("the quantity pad in %s", (browser) => {
  test("digits typed on the device's keys are the quantity, and Enter saves it; digits from a scanner are a scan, which saves the typed quantity; Back saves the quantity; the next scan saves a correction", async () => {
    const { terminal, readQuantity, open, several, single } = await openPad(browser);
    await terminal.type("12", { everyMs: 120 });
    await terminal.until("document.querySelector('output').innerText === '12'");
    await terminal.press("Backspace");
    await terminal.until("document.querySelector('output').innerText === '1'");
    await terminal.type("1", { everyMs: 120 });
    await terminal.press("Enter");
    await terminal.see("Saved: 11");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(11);
    await terminal.seesNot("Unknown 4");
    await open();
    await terminal.type("7", { everyMs: 120 });
    await terminal.press("Enter");
    await terminal.see("Saved: 7");

    await open();
    await typeNumber(terminal, 3);
    await terminal.scan("4006381333931");
    await terminal.see("Unknown 4006381333931");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(3);

    await open();
    await typeNumber(terminal, 4);
    await terminal.back();
    await terminal.see("Saved: 4");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(4);

    await terminal.tap("Recent");
    await waitForRecent(terminal, several.article.code, 4);
    await terminal.tap({ css: ".list li:first-child a" });
    await terminal.tap("Correct");
    await typeNumber(terminal, 2);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(2);
    expect(several.quantity).toBeGreaterThan(2);
  });

  test("two quick taps on Save do not skip the question about a far too large quantity; Back saves a note", async () => {
    const { terminal, several, readQuantity, open, stocktake } = await openPad(browser);
    const far = several.quantity * 100;
    await terminal.type(String(far), { everyMs: 120 });
    await terminal.tapTwice(`Save ${far}`);
    await terminal.see(`${far}? Expected: ${several.quantity}`);
    await terminal.see(`Yes, ${far}`);
    expect(await readQuantity()).toBe(null);
    await terminal.tap("Clear the number");
    await terminal.back();
    await terminal.see("Ready to scan");

    await open();
    await terminal.evaluate("document.querySelector('details summary').click()");
    await terminal.evaluate("document.querySelector('textarea').focus()");
    await terminal.type("box is torn");
    await terminal.back();
    await terminal.see("Ready to scan");
    await expect.poll(async () => (await stocktake.readItem(several.article.code)).note).toBe("box is torn");
  });
});

test.each(OLDEST)(
  "Undo shows the resulting quantity, is applied once by two quick taps, and can be redone, in %s",
  async (browser) => {
    const { terminal, stocktake } = await startCount({ browser });
    const { several } = stocktake.rooms[0];
    for (const n of [1, 2, 3]) {
      await terminal.scan(several.article.code);
      await terminal.see(`${n} of ${several.quantity}`);
    }
    await terminal.tapTwice("Undo last");
    await terminal.see(`Undone: 2 now: ${several.article.name}`);
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(2);
    await terminal.tap("Redo");
    await terminal.see("Counted again: 3");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(3);
  },
);
