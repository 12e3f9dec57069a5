import { expect, test } from "vitest";
import { openConsole } from "../../harness/console.ts";
import { startServer } from "../../harness/server.ts";
import { openConsoleAs } from "./log-in.ts";

test("the link beside the search opens the manual's page of the screen, where others are found by words and in four languages", async () => {
  const { server, consolePage, page } = await openConsoleAs("admin");
  await consolePage.open(server.url, "/locations");
  await page.locator("main h1").waitFor();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Manual for this screen" }).click();
  const manual = await opened;
  await manual.waitForURL("**/help/en/use/locations");
  await manual.getByRole("heading", { level: 1, name: "Locations" }).waitFor();
  await manual.getByRole("searchbox", { name: "Search the manual" }).fill("recovery sheet");
  await manual.keyboard.press("Enter");
  await manual.getByRole("link", { name: "Scheduled backups: The recovery sheet" }).first().click();
  await manual.waitForURL("**/help/en/operate/scheduled-backups#*");
  await manual.getByRole("link", { name: "Deutsch" }).click();
  await manual.waitForURL("**/help/de/operate/scheduled-backups");
  await manual.getByRole("link", { name: "Konsole" }).first().waitFor();
});

test("the manual shows what it has while one types, and the browser's button goes back to the page", async () => {
  const server = await startServer();
  const { page } = await openConsole();
  await page.goto(`${server.url}/help/en/use/locations`);
  const search = page.getByRole("searchbox", { name: "Search the manual" });
  await search.pressSequentially("recovery sheet");
  await page.getByRole("link", { name: "Scheduled backups: The recovery sheet" }).first().waitFor();
  await page.waitForURL("**/help/en?search=recovery%20sheet");
  await search.fill("xyzzy");
  await page.getByText("No section has all words of “xyzzy”").waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Locations" }).waitFor();
});

test.each([
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const)(
  "the manual is readable and accessible at $width px, $colorScheme",
  async ({ width, colorScheme }) => {
    const server = await startServer();
    const consolePage = await openConsole({ width });
    const { page } = consolePage;
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of [
      "/help/en",
      "/help/en/use/printers-and-labels",
      "/help/en/operate/backup",
      "/help/en?search=label",
    ]) {
      await page.goto(server.url + path);
      await expect.poll(() => consolePage.axe()).toEqual([]);
      const fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
      await expect.poll(() => page.evaluate(fits)).toBe(true);
    }
  },
);
