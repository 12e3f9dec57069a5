import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { person } from "../access/log-in.ts";
import { expectReadable } from "../touch-targets.ts";
import { type CountSetup, startCount } from "./count-page.ts";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxOf = ({ terminal }: CountSetup, css: string) =>
  terminal.evaluate(`(({ left, top, right, bottom }) => ({ left, top, right, bottom }))(
    document.querySelector(${JSON.stringify(css)}).getBoundingClientRect())`) as Promise<Box>;

const STAYING =
  ".actions button, .tabs a, .verdict button, .page-title a, .page-title button, .top-bar .chip";
/** Expression: the texts of the covered buttons and links. */
const covered = (css: string) => `[...document.querySelectorAll("${css}")]
  .filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return right - left > 0 && !one.contains(hit);
  })
  .map((one) => one.innerText)`;

async function assertLayout({ terminal }: CountSetup, name: string): Promise<void> {
  await expect.poll(() => terminal.evaluate(covered(`${STAYING}, .toggle button`))).toEqual([]);
  await expectReadable(terminal, name);
}

describe.each(OLDEST)("a tablet in %s", (browser) => {
  test.each([
    [800, 1280, "light"],
    [1280, 800, "dark"],
  ] as const)(
    "at %i × %i pixels, %s, the list is below or beside the card, nothing is covered, and the PIN pad is whole",
    async (width, height, theme) => {
      const at = await startCount({ browser, width, height, theme });
      const { terminal, stocktake } = at;
      const name = `tablet-${width}-${theme}-${browser}`;
      await terminal.scan("NOBODY-KNOWS");
      await terminal.see("Unknown");
      await assertLayout(at, `${name}-unknown`);
      await terminal.scan(stocktake.rooms[0].single.article.code);
      await terminal.see("1 of 1");
      const [card, list] = [await boxOf(at, ".verdict"), await boxOf(at, ".count-lists .list")];
      if (width > height) expect([list.left > card.right, list.top < card.bottom]).toEqual([true, true]);
      else expect([list.left < card.right, list.top > card.bottom]).toEqual([true, true]);
      await assertLayout(at, `${name}-count`);
      await terminal.tap("All here");
      await terminal.until(
        "document.querySelector('.toggle [aria-pressed=true]').innerText === 'All here' && document.querySelectorAll('.count-lists .list li').length > 0",
      );
      await terminal.evaluate(
        "void (document.querySelector('.count-lists .list').style.minHeight = '3000px')",
      );
      await terminal.evaluate("scrollTo(0, 300)");
      await expect.poll(() => terminal.evaluate(covered(STAYING))).toEqual([]);
      // The card stays visible above a long list.
      const scrolled = await boxOf(at, ".verdict");
      expect(scrolled.top).toBeGreaterThan(0);
      expect(scrolled.bottom).toBeLessThan(height);
      await terminal.screenshot(`${name}-all`);
      await terminal.tap(person("user").fullName);
      await terminal.see("Who's counting?");
      await terminal.tap(person("user").fullName);
      await terminal.until("document.querySelector('.pad') !== null");
      const pad = await boxOf(at, ".pad");
      expect(pad.bottom).toBeLessThanOrEqual(height);
      await terminal.screenshot(`${name}-pin`);
    },
  );
});
