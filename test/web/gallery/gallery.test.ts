import { expect, test } from "vitest";
import { type ConsolePage, openConsole } from "../../harness/console.ts";
import { differenceTo } from "./compare-picture.ts";
import { startGallery } from "./start-gallery.ts";

// The components of src/web/ui as pictures/ has them. After a change that is meant: UPDATE_PICTURES=1, and look at the pictures.

/** Script: toasts stay, however slow the machine is. */
const TOASTS_STAY = `(() => {
  const after = window.setTimeout;
  window.setTimeout = (run, ms, ...given) => (ms >= 6000 ? 0 : after(run, ms, ...given));
})()`;

/** The part of the pixels that may differ. */
const TOLERANCE = 0.004;

/** The pages: an address, its title, and the start of its pictures' names. */
const PAGES = [
  ["/", "Components", ""],
  ["/states", "States", "states-"],
  ["/open", "Open", "open-"],
] as const;
const APPEARANCES = PAGES.flatMap((page) =>
  (["light", "dark"] as const).flatMap((theme) =>
    [100, 200].map((percent) => [...page, theme, percent] as const),
  ),
);

test.each(APPEARANCES)(
  "the components look as their pictures and pass axe: %s, %s, %s%s, %i %",
  async (address, title, name, theme, percent) => {
    // Higher than the page: a screenshot of more than the window would reset the sizes of type.
    const consolePage = await openGallery({ address, title, theme, percent, height: percent * 65 });
    const { page } = consolePage;
    await expect.poll(() => consolePage.axe()).toEqual([]);
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await expect.poll(() => page.evaluate("document.documentElement.scrollHeight <= innerHeight")).toBe(true);
    const screenshot = await page.locator("#content").screenshot({ caret: "hide" });
    expect(await differenceTo(`${name}${theme}-${percent}`, screenshot)).toBeLessThanOrEqual(TOLERANCE);
  },
);

/** What lies above the page: the button that shows it, and what is in its picture. */
const OVERLAYS = [
  ["dialog", "Show dialog", "dialog[open]"],
  ["confirmation", "Show confirmation", "dialog[open]"],
  ["toasts", "Show toasts", "#toasts"],
] as const;
const THEMES = ["light", "dark"] as const;
const OVERLAY_APPEARANCES = THEMES.flatMap((theme) => [100, 200].map((percent) => [theme, percent] as const));

test.each(OVERLAY_APPEARANCES)(
  "dialogs and toasts look as their pictures and pass axe: %s, %i %",
  async (theme, percent) => {
    const consolePage = await openGallery({
      address: "/open",
      title: "Open",
      theme,
      percent,
      height: 900,
    });
    const { page } = consolePage;
    for (const [name, button, selector] of OVERLAYS) {
      await page.getByRole("button", { name: button }).click();
      const screenshot = await page.locator(selector).screenshot({ caret: "hide" });
      await expect.poll(() => consolePage.axe()).toEqual([]);
      const picture = `${name}-${theme}-${percent}`;
      expect(await differenceTo(picture, screenshot), picture).toBeLessThanOrEqual(TOLERANCE);
      await page.keyboard.press("Escape");
    }
  },
);

test("a disabled plain button has no frame", async () => {
  const { page } = await openGallery({
    address: "/states",
    title: "States",
    theme: "light",
    percent: 100,
  });
  const button = page.getByRole("button", { name: "Dismiss", disabled: true });
  const style = await button.evaluate((element) => {
    const { borderColor, backgroundColor } = getComputedStyle(element);
    return { borderColor, backgroundColor };
  });
  expect(style).toEqual({ borderColor: "rgba(0, 0, 0, 0)", backgroundColor: "rgba(0, 0, 0, 0)" });
});

interface GalleryOptions {
  readonly address: string;
  readonly title: string;
  readonly theme: "light" | "dark";
  readonly percent: number;
  readonly height?: number;
}

async function openGallery(options: GalleryOptions): Promise<ConsolePage> {
  const { address, title, theme, percent, height = 800 } = options;
  const url = await startGallery();
  const consolePage = await openConsole({ theme, width: 1100, height, initScript: TOASTS_STAY });
  const { page } = consolePage;
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.goto(`${url}#${address}`);
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  if (percent !== 100) {
    const size = () => page.evaluate<string>("getComputedStyle(document.documentElement).fontSize");
    const before = Number.parseFloat(await size());
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: (16 * percent) / 100 } });
    await expect.poll(async () => Number.parseFloat(await size())).toBeCloseTo((before * percent) / 100, 1);
  }
  if (title === "Open") await page.locator("[role=option][aria-selected=true]").waitFor();
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  return consolePage;
}
