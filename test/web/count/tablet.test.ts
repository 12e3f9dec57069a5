import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { person } from "../access/log-in.ts";
import { findPoorTargets } from "../touch-targets.ts";
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

const sizeOf = ({ terminal }: CountSetup, css: string) =>
  terminal.evaluate(
    `parseFloat(getComputedStyle(document.querySelector(${JSON.stringify(css)})).fontSize)`,
  ) as Promise<number>;

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
const WIDER = "document.documentElement.scrollWidth > innerWidth";

async function assertLayout({ terminal }: CountSetup): Promise<void> {
  await expect.poll(() => terminal.evaluate(WIDER)).toBe(false);
  await expect.poll(() => terminal.evaluate(covered(`${STAYING}, .toggle button`))).toEqual([]);
  await expect.poll(() => findPoorTargets(terminal)).toEqual([]);
  await expect.poll(() => terminal.axe()).toEqual([]);
}

/** Checks the settings, the screen Find, the list of stocktakes and the PIN pad. */
async function checkOtherScreens(at: CountSetup, height: number, name: string): Promise<void> {
  const { terminal } = at;
  for (const screen of ["/more", "/settings/scanner", "/find", "/count"]) {
    await terminal.goTo(screen);
    await expect.poll(async () => [screen, await terminal.evaluate(WIDER)]).toEqual([screen, false]);
    await expect.poll(async () => [screen, await findPoorTargets(terminal)]).toEqual([screen, []]);
    await terminal.screenshot(`${name}${screen.replace(/\W/g, "-")}`);
  }
  await terminal.tap(person("user").fullName);
  await terminal.see("Who's counting?");
  await terminal.tap(person("user").fullName);
  await terminal.until("document.querySelector('.pad') !== null");
  const pad = await boxOf(at, ".pad");
  expect(pad.top).toBeGreaterThan(200);
  expect(pad.bottom).toBeLessThanOrEqual(height);
  await terminal.screenshot(`${name}-pin`);
}

const SIZES = [
  [800, 1280, "light"],
  [1280, 800, "dark"],
  [1280, 800, "light"],
  [800, 1280, "dark"],
] as const;

describe.each(OLDEST)("a tablet in %s", (browser) => {
  test.each(SIZES.slice(0, browser === "current" ? 4 : 2))(
    "at %i × %i pixels, %s, it has larger text and uses its width; the PIN pad and all settings are visible",
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
      await assertLayout(at);
      await terminal.scan(room.single.article.code);
      await terminal.see("1 of 1");
      await expect.poll(() => sizeOf(at, "html")).toBeGreaterThanOrEqual(20);
      await expect.poll(() => sizeOf(at, ".verdict-row b")).toBeGreaterThanOrEqual(72);
      const [card, list, page] = await Promise.all(
        [".verdict", ".count-lists .list", "main"].map((css) => boxOf(at, css)),
      );
      if (card === undefined || list === undefined || page === undefined) throw new Error("nothing there");
      expect(page.right - page.left).toBeGreaterThanOrEqual(Math.min(width, 1200));
      if (width > height) expect([list.left > card.right, list.top < card.bottom]).toEqual([true, true]);
      else expect([list.left < card.right, list.top > card.bottom]).toEqual([true, true]);
      await assertLayout(at);
      await terminal.screenshot(`${name}-count`);
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
      await checkOtherScreens(at, height, name);
    },
  );
});
