import { expect, test } from "vitest";
import { addFilter } from "../filters.ts";
import { openConsoleAs } from "../log-in.ts";

const VIEWS = "/api/saved-views";
const SHARED = { screen: "/articles", name: "Without a location", query: "noPlace=true", isShared: true };

test("a view is saved with its filters, order and columns, shows them again, and follows changes on request", async () => {
  const { page, consolePage } = await openConsoleAs("manager", "/articles?sort=-price");
  await addFilter(page, "Price from");
  await page.keyboard.type("100");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/console#/articles?sort=-price&priceFrom=100");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Category" }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("button", { name: "Save as a view…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Dear ones");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const menu = page.getByRole("button", { name: /^Dear ones/ });
  await menu.waitFor();
  await page.waitForURL(/sort=-price&priceFrom=100&columns=[^&]*&saved=\d+$/);

  await page.getByRole("button", { name: "Remove filter Price from" }).click();
  await expect.poll(() => menu.innerText()).toBe("Dear ones (changed)");
  await menu.click();
  await page.getByRole("button", { name: "Save changes to Dear ones" }).click();
  await expect.poll(() => menu.innerText()).toBe("Dear ones");

  await page.evaluate("void (location.hash = '/articles')");
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Category" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: "Category" }).waitFor();
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("navigation", { name: "My views" }).getByRole("link", { name: "Dear ones" }).click();
  await page.getByRole("columnheader", { name: "Category" }).waitFor({ state: "detached" });
  await expect.poll(() => page.url()).toMatch(/#\/articles\?sort=-price&columns=/);
});

test("a view is renamed, shared, and deleted with an undo", async () => {
  const { page, server } = await openConsoleAs("manager", "/custody");
  const named = async () => (await server.user.get(VIEWS)).body.map(({ name }: { name: string }) => name);
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("button", { name: "Save as a view…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Mine" }).click();
  await page.getByRole("button", { name: "Rename or share…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ours");
  await page.getByLabel("Shared with everybody in the company").check();
  expect(await named()).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Ours" }).waitFor();
  await expect.poll(named).toEqual(["Ours"]);
  await page.getByRole("button", { name: "Ours" }).click();
  await page.getByRole("button", { name: "Delete Ours" }).click();
  await page.getByRole("button", { name: "Views", exact: true }).waitFor();
  await expect.poll(named).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(named).toEqual(["Ours"]);
});

test("users open shared views, and change none", async () => {
  const { page, server } = await openConsoleAs("user", "/articles");
  await server.manager.post(VIEWS, SHARED);
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("navigation", { name: "Shared views" }).getByRole("link").click();
  await page.getByRole("button", { name: "Remove filter No location" }).waitFor();
  await page.getByRole("button", { name: SHARED.name }).click();
  const items = page.locator("[aria-expanded=true] + div").getByRole("button");
  await expect.poll(() => items.allInnerTexts()).toEqual(["Save as a view…"]);
});

test("by the keyboard, and on a phone, the views open within the window", async () => {
  const { page, consolePage, server } = await openConsoleAs("manager", "/articles", {
    width: 390,
    height: 844,
  });
  await server.manager.post(VIEWS, {
    ...SHARED,
    name: "A long name of a view ".repeat(8).trim(),
  });
  const views = page.getByRole("button", { name: "Views", exact: true });
  await views.press("Enter");
  // The keys choose among the views that are there, so it must have arrived.
  await page.getByRole("link", { name: /^A long name/ }).waitFor();
  await page.keyboard.press("Escape");
  await views.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove filter No location" }).waitFor();
  const menu = page.getByRole("button", { name: /^A long name/ });
  await menu.press("Enter");
  const overflow = () =>
    page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  await expect.poll(overflow).toBe(0);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
});
