import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { goTo, person } from "../access/together.ts";
import { poorTargets } from "../screen.ts";
import { type AtPlace, atPlace } from "./together.ts";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxOf = ({ handheld }: AtPlace, css: string) =>
  handheld.evaluate(`(({ left, top, right, bottom }) => ({ left, top, right, bottom }))(
    document.querySelector(${JSON.stringify(css)}).getBoundingClientRect())`) as Promise<Box>;

const sizeOf = ({ handheld }: AtPlace, css: string) =>
  handheld.evaluate(
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

async function isFit({ handheld }: AtPlace): Promise<void> {
  expect(await handheld.evaluate(WIDER)).toBe(false);
  expect(await handheld.evaluate(covered(`${STAYING}, .toggle button`))).toEqual([]);
  expect(await poorTargets(handheld)).toEqual([]);
  expect(await handheld.axe()).toEqual([]);
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
      const at = await atPlace({ browser, width, height, theme });
      const { handheld, stocktake } = at;
      const [room] = stocktake.rooms;
      await handheld.scan(room.several.article.code);
      await handheld.see(`1 of ${room.several.quantity}`);
      await handheld.scan("NOBODY-KNOWS");
      await handheld.see("Unknown");
      const name = `tablet-${width}-${theme}-${browser}`;
      await handheld.screenshot(`${name}-unknown`);
      await isFit(at);
      await handheld.scan(room.single.article.code);
      await handheld.see("1 of 1");
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
      await handheld.screenshot(`${name}-count`);
      await handheld.tap("All here");
      await handheld.until("document.querySelectorAll('.count-lists .list li').length > 0");
      await handheld.evaluate(
        "void (document.querySelector('.count-lists .list').style.minHeight = '3000px')",
      );
      await handheld.evaluate("scrollTo(0, 300)");
      expect(await handheld.evaluate(covered(STAYING))).toEqual([]);
      // The card stays in sight over a long list.
      const scrolled = await boxOf(at, ".verdict");
      expect(scrolled.top).toBeGreaterThan(0);
      expect(scrolled.bottom).toBeLessThan(height);
      await handheld.screenshot(`${name}-all`);
    },
  );

  test.each([
    [800, 1280],
    [1280, 800],
  ])("of %i × %i pixels has the whole PIN pad and all settings in sight", async (width, height) => {
    const at = await atPlace({ browser, width, height });
    const { handheld } = at;
    for (const screen of ["/more", "/settings/scanner", "/find", "/count"]) {
      await goTo(handheld, screen);
      expect([screen, await handheld.evaluate(WIDER)]).toEqual([screen, false]);
      expect([screen, await poorTargets(handheld)]).toEqual([screen, []]);
      await handheld.screenshot(`tablet-${width}${screen.replace(/\W/g, "-")}-${browser}`);
    }
    await handheld.tap(person("user").fullName);
    await handheld.tap(person("user").fullName);
    await handheld.until("document.querySelector('.pad') !== null");
    const pad = await boxOf(at, ".pad");
    expect(pad.top).toBeGreaterThan(200);
    expect(pad.bottom).toBeLessThanOrEqual(height);
    await handheld.screenshot(`tablet-${width}-pin-${browser}`);
  });
});
