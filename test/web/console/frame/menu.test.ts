import { expect, test } from "vitest";
import { openConsoleAs } from "../log-in.ts";

const COVERED = `[...document.querySelectorAll("#console-nav a")].filter((link) => {
  const { left, top, width, height } = link.getBoundingClientRect();
  return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((link) => link.textContent)`;

test("on a phone a button opens the main menu, in which no link covers another; Escape or a link closes it", async () => {
  const { consolePage, page } = await openConsoleAs("admin", "/overview", { width: 360, height: 740 });
  const menu = page.getByRole("button", { name: "Menu" });
  const links = page.getByRole("navigation", { name: "Main menu" });
  await expect.poll(() => links.isVisible()).toBe(false);
  await menu.click();
  await expect.poll(() => page.evaluate(COVERED)).toEqual([]);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.keyboard.press("Escape");
  await links.waitFor({ state: "hidden" });
  await menu.click();
  await links.getByRole("link", { name: "Locations" }).click();
  await links.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Locations" }).waitFor();
});
