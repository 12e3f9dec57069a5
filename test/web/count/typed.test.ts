import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { allSent, startCount, typeNumber } from "./together.ts";

// Everything that is typed counts, however the worker goes on; and a gloved finger that taps twice does nothing twice.

/** Opens the pad of the item that is expected several times. */
async function atPad(browser: (typeof OLDEST)[number]) {
  const at = await startCount({ browser });
  const { terminal, stocktake } = at;
  const { several, single } = stocktake.rooms[0];
  const open = async () => {
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await terminal.until("document.querySelector('.number-pad') !== null");
  };
  await open();
  const quantityAt = async () => (await stocktake.told(several.article.code)).inventoryQuantity;
  return { ...at, several, single, open, quantityAt };
}

describe.each(OLDEST)("what is typed at the pad in %s", (browser) => {
  test("by the keys of the device is the number, and Enter saves it: it is no scan", async () => {
    const { terminal, quantityAt, open } = await atPad(browser);
    await terminal.type("12", { everyMs: 120 });
    await terminal.until("document.querySelector('output').innerText === '12'");
    await terminal.press("Backspace");
    await terminal.until("document.querySelector('output').innerText === '1'");
    await terminal.type("1", { everyMs: 120 });
    await terminal.press("Enter");
    await terminal.see("Saved: 11");
    await allSent(terminal);
    expect(await quantityAt()).toBe(11);
    await terminal.seesNot("Unknown 4");

    await open();
    await terminal.type("7", { everyMs: 120 });
    await terminal.press("Enter");
    await terminal.see("Saved: 7");
  });

  test("stays a scan where a scanner types digits: the number before it is saved, the code is looked up", async () => {
    const { terminal, quantityAt } = await atPad(browser);
    await typeNumber(terminal, 3);
    await terminal.scan("4006381333931");
    await terminal.see("Unknown 4006381333931");
    await allSent(terminal);
    expect(await quantityAt()).toBe(3);
  });

  test("is saved by Back, and where a scan is corrected by the next scan", async () => {
    const { terminal, quantityAt, several, single } = await atPad(browser);
    await typeNumber(terminal, 4);
    await terminal.back();
    await terminal.see("Saved: 4");
    await allSent(terminal);
    expect(await quantityAt()).toBe(4);

    await terminal.tap("Recent");
    await terminal.tap({ css: ".list li:first-child a" });
    await terminal.tap("Correct");
    await typeNumber(terminal, 2);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await allSent(terminal);
    expect(await quantityAt()).toBe(2);
    expect(several.quantity).toBeGreaterThan(2);
  });

  test("is far too much, and two quick taps do not pass the question", async () => {
    const { terminal, several, quantityAt } = await atPad(browser);
    const far = several.quantity * 100;
    await terminal.type(String(far), { everyMs: 120 });
    const save = "document.querySelector('.deeds button:last-child').click()";
    // The page sees both before it is drawn anew, as a bouncing finger is.
    await terminal.see(`Save ${far}`);
    await terminal.evaluate(`${save}; void new Promise((drawn) => setTimeout(() => drawn(${save}), 100))`);
    await terminal.see(`${far}? Expected: ${several.quantity}`);
    await terminal.see(`Yes, ${far}`);
    expect(await quantityAt()).toBe(null);
  });

  test("as a note is kept by Back", async () => {
    const { terminal, several, stocktake } = await atPad(browser);
    await terminal.evaluate("document.querySelector('details summary').click()");
    await terminal.evaluate("document.querySelector('textarea').focus()");
    await terminal.type("box is torn");
    await terminal.back();
    await terminal.see("Ready to scan");
    await expect.poll(async () => (await stocktake.told(several.article.code)).note).toBe("box is torn");
  });
});

test.each(OLDEST)(
  "an undo says what holds then, is done once by two quick taps, and can be redone, in %s",
  async (browser) => {
    const { terminal, stocktake } = await startCount({ browser });
    const { several } = stocktake.rooms[0];
    for (const n of [1, 2, 3]) {
      await terminal.scan(several.article.code);
      await terminal.see(`${n} of ${several.quantity}`);
    }
    const undo = "document.querySelector('.deeds button').click()";
    await terminal.evaluate(`${undo}; void setTimeout(() => ${undo}, 200)`);
    await terminal.see(`Undone: 2 now: ${several.article.name}`);
    await allSent(terminal);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(2);
    await terminal.tap("Redo");
    await terminal.see("Counted again: 3");
    await allSent(terminal);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(3);
  },
);
