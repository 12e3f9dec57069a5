import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { person, typePin } from "../access/log-in.ts";
import { startCount, typeNumber, waitOutDoubleTap, waitUntilSent } from "./count-page.ts";

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
  test("digits from a scanner are a scan, which saves the typed quantity; the next scan saves a correction", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { several, single } = stocktake.rooms[0];
    const { code, name } = several.article;
    const readQuantity = async () => (await stocktake.readItem(code)).inventoryQuantity;
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${name} ${code}`));
    await terminal.until("document.querySelector('.number-pad') !== null");
    await typeNumber(terminal, 3);
    await terminal.scan("4006381333931");
    await terminal.see("Unknown 4006381333931");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(3);

    await terminal.tap("Recent");
    const row = ".list li:nth-child(2)";
    await terminal.until(
      `(document.querySelector("${row}") || { innerText: "" }).innerText.includes(${JSON.stringify(code)})`,
    );
    await terminal.tap({ css: `${row} a` });
    await terminal.tap("Correct");
    await typeNumber(terminal, 2);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(2);
    expect(several.quantity).toBeGreaterThan(2);
  });

  test("digits that a scanner sends by two outputs at once stay out of the quantity", async () => {
    const { terminal, readQuantity } = await openPad(browser);
    await typeNumber(terminal, 3);
    // In one task, before the page saves.
    await terminal.evaluate(`for (const key of ${JSON.stringify([..."4006381333931", "Enter", ..."4006381333931", "Enter"])})
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))`);
    await terminal.see("Unknown 4006381333931");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(3);
  });

  test("a scan of digits that stalls is no quantity; where it may be one, Enter asks first, and neither a scan nor Back saves it", async () => {
    const { terminal, readQuantity, open, single, several } = await openPad(browser);
    /** Sends a code in two parts, with a pause in between. */
    const stall = async (first: string, rest: string) => {
      await terminal.scan(first, { ending: "none" });
      await terminal.scan(rest);
    };
    // The terminal learns its scanner.
    await terminal.scan("NEW-0001");
    await terminal.see("Unknown NEW-0001");
    await open();
    await stall("004", "711");
    await terminal.see("Unknown 004711");
    await open();
    await stall("0", "11");
    await terminal.see("11? Tap C if this was a scan.");
    await terminal.screenshot("pad-unclear");
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1 piece");
    await terminal.back();
    await terminal.see("Not saved: you typed 11");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(null);

    await open();
    await stall("1", "1");
    await terminal.see("11? Tap C if this was a scan.");
    await waitOutDoubleTap(terminal);
    await terminal.tap("Yes, 11");
    await terminal.see("Saved: 11");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(11);
    expect(several.quantity).toBeGreaterThan(1);
  });

  test("a scan after Backspace saves the number that is left", async () => {
    const { terminal, readQuantity, single } = await openPad(browser);
    await typeNumber(terminal, 12);
    await terminal.press("Backspace");
    await terminal.until("document.querySelector('output').innerText === '1'");
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(1);
  });

  test("after a login on the open pad, Save returns to the count", async () => {
    const { terminal, readQuantity } = await openPad(browser);
    const { fullName, pin } = person("user");
    await terminal.tap(fullName);
    await terminal.tap(new RegExp(`^${fullName}`));
    await typePin(terminal, pin);
    await terminal.until("document.querySelector('.number-pad').offsetParent !== null");
    await typeNumber(terminal, 2);
    await terminal.tap("Save 2");
    await terminal.see("Saved: 2");
    await terminal.until("document.querySelector('.number-pad') === null");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(2);
  });
});
