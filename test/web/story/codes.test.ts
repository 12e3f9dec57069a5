import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";
import { expectAccessibleLayout } from "../console/appearance.ts";
import { openArticles } from "../console/articles/open-articles.ts";

const EAN = "4006381333931";

describe.each(OLDEST)("additional codes from the console to the terminal and back in %s", (browser) => {
  test("a code of the console is found offline, and an unknown one is added offline in two taps and shown in the console", async () => {
    const { server, consolePage, page } = await openArticles("/articles/72");
    const card = page.getByRole("region", { name: "Additional codes" });
    await card.getByText("No additional codes").waitFor();
    await card.getByRole("button", { name: "Add code" }).click();
    const dialog = page.getByRole("dialog", { name: "Add code" });
    await dialog.getByLabel("Code", { exact: true }).fill(EAN);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await card.getByText(EAN).first().waitFor();
    await page.evaluate("scrollTo(0, 0)");
    await expectAccessibleLayout(consolePage, "story-codes", ["light", "dark"]);

    const terminal = await openTerminalAs(server, { browser, goesOffline: true });
    await terminal.goTo("/find");
    await terminal.offline(true);
    // The code alone, and the GS1 element string of the same product with its lot.
    for (const scanned of [EAN, `010${EAN}10LOT7`]) {
      await terminal.goTo("/find");
      await terminal.scan(scanned);
      await terminal.until("location.hash === '#/article/72'");
    }

    await terminal.goTo("/find");
    await terminal.scan("OLD-4711");
    await terminal.see("This code is not known on this device");
    await terminal.screenshot(`story-unknown-code-${browser}`);
    await terminal.tap("Add to an article");
    await terminal.see("Choose the article that has this code.");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.scan("A000015");
    await terminal.tap(/A000015/);
    await terminal.see("No connection. It is kept here");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`story-code-kept-${browser}`);
    await terminal.goTo("/find");
    await terminal.scan("OLD-4711");
    await terminal.until("location.hash === '#/article/15'");

    await page.goto(`${server.url}/console#/articles/15`);
    await card.getByText("No additional codes").waitFor();
    await terminal.offline(false);
    await card.getByText("OLD-4711").first().waitFor();
  });
});
