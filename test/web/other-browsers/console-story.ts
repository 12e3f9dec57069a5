import { expect, test } from "vitest";
import { type AnyBrowser, openTerminalIn } from "../../harness/other-browsers.ts";
import { startServer } from "../../harness/server.ts";
import type { Locator, TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { person } from "../access/log-in.ts";

/** Stocktakes of the demo: prepared, and finished with one missing item. */
const [PREPARED, FINISHED] = [2, 5];
const ARTICLE = { oid: 5, code: "A000005" };

/** Registers the test of the console's main way. It needs no wide screen. */
export function testConsole(browser: AnyBrowser): void {
  test("a Manager logs in to the console, finds an article by its code and renames it, starts a stocktake, and approves the differences of another", async () => {
    const server = await startServer();
    const manager = await server.as("manager");
    const page = await openTerminalIn(browser);
    await page.open(`${server.url}/console`);
    await fill(page, { css: "input[name=username]" }, "manager");
    await fill(page, { css: "input[name=password]" }, person("manager").password, "Enter");
    await page.see("Needs attention");
    await page.screenshot(`console-overview-${browser}`);

    await fill(page, { css: "#console-search" }, ARTICLE.code, "Enter");
    await page.until(`location.hash.startsWith("#/articles/${ARTICLE.oid}")`);
    await page.tap("Edit");
    await fill(page, "Name", " 2");
    await page.tap("Save");
    const readName = async () => (await manager.get(`/api/articles/${ARTICLE.oid}`)).body.name;
    await expect.poll(readName).toMatch(/ 2$/);
    await page.see(await readName());

    await openStocktake(page, PREPARED);
    await page.tap("Start");
    await page.see("In progress");
    await openStocktake(page, FINISHED);
    await page.tap("Review results");
    // The tabs change with the state.
    await page.see("Processing of results");
    await page.tap(/^Results/);
    await page.see("Needs decision (1)");
    await page.screenshot(`console-differences-${browser}`);
    await page.tap("Approve all");
    await page.tap({ css: "dialog[open] > :last-child > button:last-child" });
    const readState = async () => (await manager.get(`/api/inventories/${FINISHED}`)).body.isApproved;
    await expect.poll(readState).toBe(true);
    await page.see("Approved");
    expect(page.errors()).toEqual([]);
  });
}

/** Types behind the text of a field. */
async function fill(
  page: TerminalPage,
  field: Locator,
  text: string,
  ending: "Enter" | "none" = "none",
): Promise<void> {
  await page.tap(field);
  await page.until("document.activeElement.tagName === 'INPUT'");
  await page.evaluate("void document.activeElement.setSelectionRange(999, 999)");
  await page.scan(text, { ending });
}

async function openStocktake(page: TerminalPage, oid: number): Promise<void> {
  await page.evaluate(`void (location.hash = "#/stocktakes/${oid}")`);
  await page.until(
    `document.body.innerText.includes("Inventura ${oid}: ") && location.hash.endsWith("/${oid}")`,
  );
}
