import { expect } from "vitest";
import type { ConsoleOptions, ConsolePage } from "../../harness/console.ts";

/** Language, size and colour schemes in which a screen is checked. */
export interface Appearance {
  readonly name: string;
  readonly schemes: readonly ("light" | "dark")[];
  readonly options: ConsoleOptions;
}

/** Expects that axe finds nothing on the shown screen, and that neither the page nor, on a phone, a table scrolls sideways. */
export async function expectAccessibleLayout(
  consolePage: ConsolePage,
  name: string,
  schemes: Appearance["schemes"],
): Promise<void> {
  const { page } = consolePage;
  for (const colorScheme of schemes) {
    // Transitions would give colours of other contrasts.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    await expect.poll(() => consolePage.axe()).toEqual([]);
    await consolePage.screenshot(`${name}-${colorScheme}`);
  }
  const fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
  await expect.poll(() => page.evaluate(fits)).toBe(true);
  const isCut = `innerWidth <= 600 && [...document.querySelectorAll("table")].some(
    (table) => getComputedStyle(table).display === "block" && table.parentElement.scrollWidth > table.parentElement.clientWidth,
  )`;
  await expect.poll(() => page.evaluate(isCut)).toBe(false);
}
