import { expect, test } from "vitest";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { logInConsole } from "../log-in.ts";

const COVERED = `[...document.querySelectorAll("#console-nav a")].filter((link) => {
  const { left, top, width, height } = link.getBoundingClientRect();
  return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((link) => link.textContent)`;

test("on a phone the parts are behind a button: none covers another, and Escape or a choice folds them away", async () => {
  const server = await startServer();
  const consolePage = await openConsole({ width: 360, height: 740 });
  await logInConsole(consolePage, server, "admin");
  const { page } = consolePage;
  const menu = page.getByRole("button", { name: "Menu" });
  const parts = page.getByRole("navigation", { name: "Main menu" });
  expect(await parts.isVisible()).toBe(false);
  await menu.click();
  expect(await page.evaluate(COVERED)).toEqual([]);
  expect(await consolePage.axe()).toEqual([]);
  await page.keyboard.press("Escape");
  await parts.waitFor({ state: "hidden" });
  await menu.click();
  await parts.getByRole("link", { name: "Locations" }).click();
  await parts.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Locations" }).waitFor();
});
