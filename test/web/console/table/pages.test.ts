import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../harness/server.ts";
import { openConsoleAs } from "../log-in.ts";
import { holdRequests } from "../save/held-requests.ts";

// Tables with several pages, at the example of the handed-out articles: 210 of them, 100 a page.

const server = sharedServer();
beforeAll(async () => {
  const { body } = await server.manager.get("/api/articles");
  const free = body.filter(({ stateId }: { stateId: number }) => stateId === 2 || stateId === 3);
  for (const { oid } of free.slice(0, 210))
    await server.manager.post("/api/custodies", { articleId: oid, userId: 3 });
});

const rows = (page: Page) => page.locator("tbody tr:has([data-row])");
const firstOf = (page: Page) => rows(page).first().innerText();
/** Waits until the first row has the keyboard focus, from which the next key turns the page. */
const waitForFocus = (page: Page) => rows(page).first().locator("[data-row]:focus").waitFor();

async function openCustodies(): Promise<Page> {
  const { page } = await openConsoleAs("manager", "/custody", { server });
  await expect.poll(() => rows(page).count()).toBe(100);
  return page;
}

test("PageDown and PageUp turn the pages from a row, and the first row of the new page has the focus", async () => {
  const page = await openCustodies();
  const first = await firstOf(page);
  await rows(page).nth(5).locator("[data-row]").focus();
  await page.keyboard.press("PageDown");
  await expect.poll(() => firstOf(page)).not.toBe(first);
  await waitForFocus(page);
  const second = await firstOf(page);
  await page.keyboard.press("PageDown");
  await expect.poll(() => rows(page).count()).toBe(10);
  await waitForFocus(page);
  await page.keyboard.press("PageUp");
  await expect.poll(() => firstOf(page)).toBe(second);
  await waitForFocus(page);
  await page.keyboard.press("PageUp");
  await expect.poll(() => firstOf(page)).toBe(first);
  await waitForFocus(page);
});

test("the former rows stay, marked as busy, until those of the next page are here", async () => {
  const page = await openCustodies();
  const first = await firstOf(page);
  const { release } = await holdRequests(page, "GET", "**/api/custodies?*before=*");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.locator("table[aria-busy=true]").waitFor();
  await expect.poll(async () => [await rows(page).count(), await firstOf(page)]).toEqual([100, first]);
  release();
  await page.locator("table[aria-busy=false]").waitFor();
  await expect.poll(() => firstOf(page)).not.toBe(first);
});

test("no turn of a page leaves the table without rows, also when pages are turned fast", async () => {
  const page = await openCustodies();
  const first = await firstOf(page);
  await page.evaluate(`{
    const count = () => document.querySelectorAll("tbody tr [data-row]").length;
    window.fewest = count();
    new MutationObserver(() => { window.fewest = Math.min(window.fewest, count()); })
      .observe(document.querySelector("main"), { childList: true, subtree: true });
  }`);
  await rows(page).first().locator("[data-row]").focus();
  for (const key of ["PageDown", "PageDown", "PageUp", "PageDown", "PageUp", "PageUp"])
    await page.keyboard.press(key);
  // A key while a page is on its way does nothing.
  await expect
    .poll(async () => {
      await page.keyboard.press("PageUp");
      return firstOf(page);
    })
    .toBe(first);
  await expect.poll(() => page.evaluate("window.fewest")).toBeGreaterThan(0);
});
