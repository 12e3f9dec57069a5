import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { goTo, person } from "../access/together.ts";
import { poorTargets } from "../screen.ts";
import { type CountSetup, startCount } from "./together.ts";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxOf = ({ terminal }: CountSetup, css: string) =>
  terminal.evaluate(`(({ left, top, right, bottom }) => ({ left, top, right, bottom }))(
    document.querySelector(${JSON.stringify(css)}).getBoundingClientRect())`) as Promise<Box>;

const sizeOf = ({ terminal }: CountSetup, css: string) =>
  terminal.evaluate(
    `parseFloat(getComputedStyle(document.querySelector(${JSON.stringify(css)})).fontSize)`,
  ) as Promise<number>;

const STAYING = ".deeds button, .tabs a, .verdict button, .page-title a, .page-title button, .top-bar .chip";
/** The names of those buttons and links that something else lies over. */
const covered = (css: string) => `[...document.querySelectorAll("${css}")]
  .filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return right - left > 0 && !one.contains(hit);
  })
  .map((one) => one.innerText)`;
const WIDER = "document.documentElement.scrollWidth > innerWidth";

async function isFit({ terminal }: CountSetup): Promise<void> {
  expect(await terminal.evaluate(WIDER)).toBe(false);
  expect(await terminal.evaluate(covered(`${STAYING}, .toggle button`))).toEqual([]);
  expect(await poorTargets(terminal)).toEqual([]);
  expect(await terminal.axe()).toEqual([]);
}

const SIZES = [
  [800, 1280, "light"],
  [1280, 800, "dark"],
  [1280, 800, "light"],
  [800, 1280, "dark"],
] as const;

describe.each(OLDEST)("a tablet with %s", (browser) => {
  test.each(SIZES.slice(0, browser === "current" ? 4 : 2))(
    "of %i × %i pixels, %s, is read from further away, and uses its width",
    async (width, height, theme) => {
      const at = await startCount({ browser, width, height, theme });
      const { terminal, stocktake } = at;
      const [room] = stocktake.rooms;
      await terminal.scan(room.several.article.code);
      await terminal.see(`1 of ${room.several.quantity}`);
      await terminal.scan("NOBODY-KNOWS");
      await terminal.see("Unknown");
      const name = `tablet-${width}-${theme}-${browser}`;
      await terminal.screenshot(`${name}-unknown`);
      await isFit(at);
      await terminal.scan(room.single.article.code);
      await terminal.see("1 of 1");
      expect(await sizeOf(at, "html")).toBeGreaterThanOrEqual(20);
      expect(await sizeOf(at, ".verdict-row b")).toBeGreaterThanOrEqual(72);
      const [card, list, page] = await Promise.all(
        [".verdict", ".count-lists .list", "main"].map((css) => boxOf(at, css)),
      );
      if (card === undefined || list === undefined || page === undefined) throw new Error("nothing there");
      expect(page.right - page.left).toBeGreaterThanOrEqual(Math.min(width, 1200));
      if (width > height) expect([list.left > card.right, list.top < card.bottom]).toEqual([true, true]);
      else expect([list.left < card.right, list.top > card.bottom]).toEqual([true, true]);
      await isFit(at);
      await terminal.screenshot(`${name}-count`);
      await terminal.tap("All here");
      await terminal.until("document.querySelectorAll('.count-lists .list li').length > 0");
      await terminal.evaluate(
        "void (document.querySelector('.count-lists .list').style.minHeight = '3000px')",
      );
      await terminal.evaluate("scrollTo(0, 300)");
      expect(await terminal.evaluate(covered(STAYING))).toEqual([]);
      // The card stays in sight over a long list.
      const scrolled = await boxOf(at, ".verdict");
      expect(scrolled.top).toBeGreaterThan(0);
      expect(scrolled.bottom).toBeLessThan(height);
      await terminal.screenshot(`${name}-all`);
    },
  );

  test.each([
    [800, 1280],
    [1280, 800],
  ])("of %i × %i pixels has the whole PIN pad and all settings in sight", async (width, height) => {
    const at = await startCount({ browser, width, height });
    const { terminal } = at;
    for (const screen of ["/more", "/settings/scanner", "/find", "/count"]) {
      await goTo(terminal, screen);
      expect([screen, await terminal.evaluate(WIDER)]).toEqual([screen, false]);
      expect([screen, await poorTargets(terminal)]).toEqual([screen, []]);
      await terminal.screenshot(`tablet-${width}${screen.replace(/\W/g, "-")}-${browser}`);
    }
    await terminal.tap(person("user").fullName);
    await terminal.tap(person("user").fullName);
    await terminal.until("document.querySelector('.pad') !== null");
    const pad = await boxOf(at, ".pad");
    expect(pad.top).toBeGreaterThan(200);
    expect(pad.bottom).toBeLessThanOrEqual(height);
    await terminal.screenshot(`tablet-${width}-pin-${browser}`);
  });
});
