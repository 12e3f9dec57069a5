import { expect, test } from "vitest";
import { type ConsolePage, openConsole } from "../../harness/console.ts";
import { differenceTo } from "./compare-picture.ts";
import { startGallery } from "./start-gallery.ts";

// The components of src/web/ui as pictures/ has them. After a change that is meant: UPDATE_PICTURES=1, and look at the pictures.

/** The part of the pixels that may differ. */
const TOLERANCE = 0.004;

/** The pages: an address, its title, and the start of its pictures' names. */
const PAGES = [
  ["/", "Components", ""],
  ["/states", "States", "states-"],
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

interface GalleryOptions {
  readonly address: string;
  readonly title: string;
  readonly theme: "light" | "dark";
  readonly percent: number;
  readonly height: number;
}

async function openGallery(options: GalleryOptions): Promise<ConsolePage> {
  const { address, title, theme, percent, height } = options;
  const url = await startGallery();
  const consolePage = await openConsole({ theme, width: 1100, height });
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
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  return consolePage;
}
