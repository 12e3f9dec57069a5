import { describe, expect, test } from "vitest";
import type { Verdict } from "../../../src/web/db/outbox-shapes.ts";
import { VERDICTS } from "../../../src/web/feedback/sounds.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { findPoorTargets } from "../touch-targets.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Each scan depends on those before it. */
const CASES: readonly (readonly [verdict: Verdict, code: string, words: RegExp])[] = [
  ["counted", "PAIR-3", /^Counted 1 of 3 pieces/],
  ["added", "PAIR-3", /^\+1: 2 of 3 2 of 3 pieces/],
  ["counted", "SERIAL-1", /^Counted/],
  ["same", "SERIAL-1", /^Already counted 1 of 1 piece/],
  ["elsewhere", "OTHER-1", /^Belongs to A-02/],
  ["unexpected", "STRAY-1", /^Not expected here/],
  ["counted", "PLAIN-1", /^Counted/],
  ["surplus", "PLAIN-1", /^More than expected: 2 of 1/],
  ["asked", "MOVED-5", /^NOT counted: answer/],
  ["unknown", "NOBODY-7", /^Unknown/],
  ["failed", "SHARED", /^Failed/],
];

const CARD = "document.querySelector('.verdict')";
const TEXT = `${CARD}.innerText.replace(/\\s+/g, " ")`;

/** Expression: the parts of the card that are cut off or below the visible area. */
const CUT = `(() => {
  const card = ${CARD}.getBoundingClientRect();
  const fold = document.querySelector(".actions").getBoundingClientRect().top;
  const parts = [...document.querySelectorAll(".verdict button, .verdict .button_button, .verdict-amount, .verdict-word span")];
  return parts
    .filter((one) => {
      const { left, right, bottom } = one.getBoundingClientRect();
      return left < -0.5 || right > innerWidth + 0.5 || bottom > card.bottom + 0.5 || bottom > fold || one.scrollWidth > one.clientWidth + 1;
    })
    .map((one) => one.innerText);
})()`;

describe.each(OLDEST)("the result card in %s", (browser) => {
  test.each([
    ["en", "light"],
    ["cs", "dark"],
  ] as const)("each scan result is whole and accessible, in %s, %s", async (language, theme) => {
    expect(new Set(CASES.map(([verdict]) => verdict)).size).toBe(VERDICTS.length);
    const { terminal } = await openWarehouseCount({ browser, language, theme });
    for (const [verdict, code, words] of CASES) {
      await terminal.scan(code);
      const seen = language === "en" ? words : new RegExp(code);
      await terminal.until(`${seen}.test(${TEXT}) && ${CARD}.matches(".is-${verdict}")`);
      await terminal.screenshot(`verdict-${verdict}-${language}-${theme}`);
      await expect.poll(async () => [verdict, await terminal.axe()]).toEqual([verdict, []]);
      await expect.poll(async () => [verdict, await terminal.evaluate(CUT)]).toEqual([verdict, []]);
      await expect.poll(async () => [verdict, await findPoorTargets(terminal)]).toEqual([verdict, []]);
    }
  });

  test("Print label opens the print screen, and Back returns to the same card; above the lists it is one line with result, code and quantity; a tap expands it; the list shows the code and the location of each scan", async () => {
    const { terminal } = await openWarehouseCount({ browser });
    await terminal.scan("PAIR-3");
    await terminal.see("1 of 3");
    await terminal.tap("Print label");
    await terminal.see("Safety gloves");
    await terminal.see("Copies");
    await terminal.back();
    await terminal.see("Counted 1 of 3 pieces Safety gloves");
    await terminal.tap("Still to count");
    await terminal.until(`${CARD}.getBoundingClientRect().height === 56`);
    await expect.poll(() => terminal.evaluate(TEXT)).toBe("Last scan Counted PAIR-3 1 of 3");
    await terminal.screenshot("verdict-collapsed");
    await terminal.scan("OTHER-1");
    await terminal.until(`${TEXT} === "Last scan Belongs to A-02 OTHER-1 1 of 1"`);
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.tap({ css: ".verdict" });
    await terminal.see("Print label");
    await terminal.scan("PAIR-3");
    await terminal.see("+1: 2 of 3");

    await terminal.scan("NOBODY-7");
    await terminal.until(`document.querySelectorAll(".list li").length === 4`);
    const rows = `[...document.querySelectorAll(".list li a")].map((one) => one.innerText.replace(/\\s+/g, " "))`;
    const [newest, last] = (await terminal.evaluate(rows)) as readonly string[];
    expect(newest).toContain("NOBODY-7 A-01 ·");
    expect(last).toContain("Safety gloves PAIR-3 A-01 ·");
  });

  test("Note, Photo, More and Quantity stay on it, also after a quantity was saved", async () => {
    const { terminal, counted } = await openWarehouseCount({ browser });
    await terminal.scan("PAIR-3");
    await terminal.see("1 of 3");
    await terminal.tap("Quantity");
    await terminal.tap("As expected (3)");
    await terminal.see("Saved: 3");
    await expect.poll(() => terminal.evaluate(CUT)).toEqual([]);
    await terminal.tap("Quantity");
    await terminal.see("Counted: 3");
    await terminal.back();
    await terminal.tap("Note");
    await terminal.until("document.activeElement.tagName === 'TEXTAREA'");
    await terminal.type("one is torn");
    await terminal.back();
    await terminal.tap("More");
    await terminal.see("Propose disposal");
    await terminal.until("document.querySelector('textarea').value === 'one is torn'");
    await terminal.back();
    await terminal.see("Saved: 3");
    await terminal.see(/^(All sent)/);
    expect(await counted("PAIR-3")).toBe(3);
  });
});
