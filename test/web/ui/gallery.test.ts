import { expect, test } from "vitest";
import { openConsole } from "../../harness/console.ts";
import { startServer } from "../../harness/server.ts";
import { logInConsole } from "../console/log-in.ts";
import { differenceTo } from "./compare-picture.ts";

// The components of src/web/ui as pictures/ has them. After a change that is meant: UPDATE_PICTURES=1, and look at the pictures.

/** The part of the pixels that may differ. */
const TOLERANCE = 0.004;

/** The pages: an address, its title, and the start of its pictures' names. */
const PAGES = [
  ["/ui", "Components", ""],
  ["/ui/states", "States", "states-"],
] as const;
const APPEARANCES = PAGES.flatMap((page) =>
  (["light", "dark"] as const).flatMap((theme) =>
    [100, 200].map((percent) => [...page, theme, percent] as const),
  ),
);

test.each(APPEARANCES)(
  "the components look as their pictures and pass axe: %s, %s, %s%s, %i %",
  async (address, title, name, theme, percent) => {
    const server = await startServer();
    // Higher than the page: a screenshot of more than the window would reset the sizes of type.
    const consolePage = await openConsole({ theme, width: 1100, height: percent * 50 });
    const { page } = consolePage;
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.addInitScript(() => localStorage.setItem("tallybox development", "1"));
    await logInConsole(consolePage, server, "manager", address);
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
    if (percent !== 100) {
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: (16 * percent) / 100 } });
    }
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    expect(await consolePage.axe()).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await page.evaluate("document.documentElement.scrollHeight <= innerHeight")).toBe(true);
    const content = page.locator("#content");
    const screenshot = await content.screenshot({ caret: "hide" });
    expect(await differenceTo(`${name}${theme}-${percent}`, screenshot)).toBeLessThanOrEqual(TOLERANCE);
  },
);

test("without the flag there is no such page", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  await logInConsole(consolePage, server, "manager", "/ui");
  await consolePage.page.getByRole("heading", { name: /not found/i }).waitFor();
});
