import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openConsole } from "../../harness/console.ts";
import { startServer } from "../../harness/server.ts";

/** A script for the start of the page: collects every text that is ever in it in `window.textsSeen`. */
const COLLECT = `(() => {
  window.textsSeen = new Set();
  const read = () => {
    const walker = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement.closest("noscript, script")) textsSeen.add(walker.currentNode.data.trim());
  };
  new MutationObserver(read).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

/** English texts whose Czech translation differs. */
const CZECH: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../src/i18n/locales/cs.json"), "utf8"),
);
const ENGLISH = new Set(Object.keys(CZECH).filter((text) => CZECH[text] !== text));

test.each([
  ["terminal", "/", "Vítejte"],
  ["console", "/console", CZECH["Log in to the console"] ?? ""],
])("the %s shows no English text before the Czech ones, however late they are", async (_, path, heading) => {
  const server = await startServer();
  const { page } = await openConsole({ language: "cs", initScript: COLLECT });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/-texts-cs/, async (route) => {
    await isReleased;
    await route.continue();
  });
  const requested = page.waitForRequest(/-texts-cs/);
  await page.goto(server.url + path);
  await requested;
  await expect.poll(() => page.locator("body").innerText()).toBe("");
  release();
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  const seen = (await page.evaluate("[...textsSeen]")) as string[];
  expect(seen).toContain(heading);
  expect(seen.filter((text) => ENGLISH.has(text))).toEqual([]);
});

test("a language chosen without a network is shown as soon as there is one, and until then the screen stays whole", async () => {
  const server = await startServer();
  const { page } = await openConsole();
  await page.goto(`${server.url}/console`);
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  await page.context().setOffline(true);
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("-texts-de"));
  await page.getByText("Deutsch", { exact: true }).click();
  await failed;
  await page.getByRole("heading", { name: "Log in to the console" }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("Sprache", { exact: true }).waitFor();
  await expect.poll(() => page.evaluate("document.documentElement.lang")).toBe("de");
});
