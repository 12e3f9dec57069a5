import { expect } from "vitest";
import type { ConsoleOptions, ConsolePage } from "../../harness/console.ts";

/** Before whom a screen is looked at. */
export interface Look {
  readonly name: string;
  readonly schemes: readonly ("light" | "dark")[];
  readonly options: ConsoleOptions;
}

/** Looks at a screen as it is: nothing for axe to find, and the page is never moved sideways. */
export async function expectGoodLooks(
  consolePage: ConsolePage,
  name: string,
  schemes: Look["schemes"],
): Promise<void> {
  const { page } = consolePage;
  for (const colorScheme of schemes) {
    // Without motion, so that no colour is on its way to another.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    expect(await consolePage.axe()).toEqual([]);
    await consolePage.screenshot(`${name}-${colorScheme}`);
  }
  const fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
  expect(await page.evaluate(fits)).toBe(true);
  // On a phone no table of rows is cut off either.
  const isCut =
    "innerWidth <= 600 && [...document.querySelectorAll('table.by-rows')].some(({ parentElement: p }) => p.scrollWidth > p.clientWidth)";
  expect(await page.evaluate(isCut)).toBe(false);
}
