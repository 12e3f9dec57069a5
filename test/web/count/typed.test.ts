import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { allSent, atPlace, typeNumber } from "./together.ts";

// Everything that is typed counts, however the worker goes on; and a gloved finger that taps twice does nothing twice.

/** Opens the pad of the item that is expected several times. */
async function atPad(browser: (typeof OLDEST)[number]) {
  const at = await atPlace({ browser });
  const { handheld, stocktake } = at;
  const { several, single } = stocktake.rooms[0];
  const open = async () => {
    await handheld.tap("All here");
    await handheld.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await handheld.until("document.querySelector('.number-pad') !== null");
  };
  await open();
  const quantityAt = async () => (await stocktake.told(several.article.code)).inventoryQuantity;
  return { ...at, several, single, open, quantityAt };
}

describe.each(OLDEST)("what is typed at the pad in %s", (browser) => {
  test("by the keys of the device is the number, and Enter saves it: it is no scan", async () => {
    const { handheld, quantityAt, open } = await atPad(browser);
    await handheld.type("12", { everyMs: 120 });
    await handheld.until("document.querySelector('output').innerText === '12'");
    await handheld.press("Backspace");
    await handheld.until("document.querySelector('output').innerText === '1'");
    await handheld.type("1", { everyMs: 120 });
    await handheld.press("Enter");
    await handheld.see("Saved: 11");
    await allSent(handheld);
    expect(await quantityAt()).toBe(11);
    await handheld.seesNot("Unknown 4");

    await open();
    await handheld.type("7", { everyMs: 120 });
    await handheld.press("Enter");
    await handheld.see("Saved: 7");
  });

  test("stays a scan where a scanner types digits: the number before it is saved, the code is looked up", async () => {
    const { handheld, quantityAt } = await atPad(browser);
    await typeNumber(handheld, 3);
    await handheld.scan("4006381333931");
    await handheld.see("Unknown 4006381333931");
    await allSent(handheld);
    expect(await quantityAt()).toBe(3);
  });

  test("is saved by Back, and where a scan is corrected by the next scan", async () => {
    const { handheld, quantityAt, several, single } = await atPad(browser);
    await typeNumber(handheld, 4);
    await handheld.back();
    await handheld.see("Saved: 4");
    await allSent(handheld);
    expect(await quantityAt()).toBe(4);

    await handheld.tap("Recent");
    await handheld.tap({ css: ".list li:first-child a" });
    await handheld.tap("Correct");
    await typeNumber(handheld, 2);
    await handheld.scan(single.article.code);
    await handheld.see("1 of 1");
    await allSent(handheld);
    expect(await quantityAt()).toBe(2);
    expect(several.quantity).toBeGreaterThan(2);
  });

  test("is far too much, and two quick taps do not pass the question", async () => {
    const { handheld, several, quantityAt } = await atPad(browser);
    const far = several.quantity * 100;
    await handheld.type(String(far), { everyMs: 120 });
    const save = "document.querySelector('.deeds button:last-child').click()";
    // The page sees both before it is drawn anew, as a bouncing finger is.
    await handheld.see(`Save ${far}`);
    await handheld.evaluate(`${save}; void new Promise((drawn) => setTimeout(() => drawn(${save}), 100))`);
    await handheld.see(`${far}? Expected: ${several.quantity}`);
    await handheld.see(`Yes, ${far}`);
    expect(await quantityAt()).toBe(null);
  });

  test("as a note is kept by Back", async () => {
    const { handheld, several, stocktake } = await atPad(browser);
    await handheld.evaluate("document.querySelector('details summary').click()");
    await handheld.evaluate("document.querySelector('textarea').focus()");
    await handheld.type("box is torn");
    await handheld.back();
    await handheld.see("Ready to scan");
    await expect.poll(async () => (await stocktake.told(several.article.code)).note).toBe("box is torn");
  });
});

test.each(OLDEST)(
  "an undo says what holds then, is done once by two quick taps, and can be redone, in %s",
  async (browser) => {
    const { handheld, stocktake } = await atPlace({ browser });
    const { several } = stocktake.rooms[0];
    for (const n of [1, 2, 3]) {
      await handheld.scan(several.article.code);
      await handheld.see(`${n} of ${several.quantity}`);
    }
    const undo = "document.querySelector('.deeds button').click()";
    await handheld.evaluate(`${undo}; void setTimeout(() => ${undo}, 200)`);
    await handheld.see(`Undone: 2 now: ${several.article.name}`);
    await allSent(handheld);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(2);
    await handheld.tap("Redo");
    await handheld.see("Counted again: 3");
    await allSent(handheld);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(3);
  },
);
