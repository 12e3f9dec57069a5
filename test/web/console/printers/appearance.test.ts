import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { createShop } from "../../../printing/queue/printers.ts";
import { logInConsole } from "../log-in.ts";

/** Each screen, with a text that it has once it is complete, in both languages. */
const SCREENS: readonly (readonly [path: string, name: string, text: RegExp])[] = [
  ["/printers", "printers", /Ready|Připravena/],
  ["/printers/new", "printer", /9100/],
  ["/printers/queue", "queue", /^(May have been printed|Mohlo se vytisknout)$/],
  ["/printers/queue?show=1", "request", /203 dpi/],
  ["/printers/labels", "labels", /ESC\/POS/],
  ["/printers/labels/new", "new-label", /203 dpi,/],
  ["/printers/labels/draw", "draw-label", /^Text: {{name}}$/],
  ["/printers/labels/3", "label", /CODEPAGE UTF-8/],
];

test.each([
  ["en", "light", 1280],
  ["cs", "dark", 360],
] as const)(
  "every screen of the printers in %s, %s, %i px wide is readable and complete",
  async (language, theme, width) => {
    const shop = await createShop({ language: "zpl" });
    shop.printer.setFaults({ resetAfter: 20 });
    await shop.becomes(await shop.print(), { stateId: 4 });
    shop.printer.clearFaults();
    const consolePage = await openConsole({ language, theme, width, height: 740 });
    const { page } = consolePage;
    await logInConsole(consolePage, shop.server, "admin", "/printers");
    for (const [path, name, text] of SCREENS) {
      await page.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
      await page.locator("#content").getByText(text).first().waitFor();
      await expect.poll(() => consolePage.axe(), { message: path }).toEqual([]);
      await expect
        .poll(() => page.evaluate("document.documentElement.scrollWidth"), { message: path })
        .toBeLessThanOrEqual(width);
      await consolePage.screenshot(`${name}-${language}-${theme}-${width}`);
    }
  },
);
