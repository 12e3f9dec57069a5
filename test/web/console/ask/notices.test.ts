import { expect, test } from "vitest";
import { type ConsoleOptions, openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { keepNotices } from "../keep-notices.ts";
import { logInConsole } from "../log-in.ts";

/** Opens the form of a location in a page whose clock the test advances. */
async function openLocationForm(options: ConsoleOptions = {}) {
  const server = await startServer();
  const consolePage = await openConsole(options);
  const { page } = consolePage;
  await page.clock.install();
  await logInConsole(consolePage, server, "manager", "/locations/20");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  const rename = async (to: string) => {
    await name.fill(to);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: to }).waitFor();
  };
  /** Lets no more time pass but that of the test. Dialogs do not open in this page any more: they need a frame. */
  const pause = async () => {
    await name.waitFor();
    await page.clock.pauseAt(Date.now() + 30_000);
  };
  return { server, consolePage, page, name, rename, pause };
}

test("a result is shown for six seconds, longer under the mouse or the focus, and not on the next screen", async () => {
  const { page, rename, pause } = await openLocationForm();
  await pause();
  const saved = page.getByText("Saved.", { exact: true });
  await rename("One");
  await saved.waitFor();
  await page.clock.runFor(5_000);
  await expect.poll(() => saved.count()).toBe(1);
  await saved.hover();
  await page.clock.runFor(60_000);
  await expect.poll(() => saved.count()).toBe(1);
  await page.mouse.move(700, 400);
  await page.clock.runFor(5_900);
  await saved.waitFor({ state: "detached" });

  await rename("Two");
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await page.clock.runFor(60_000);
  await expect.poll(() => saved.count()).toBe(1);
  await page.getByRole("link", { name: "Articles" }).first().click();
  await saved.waitFor({ state: "detached" });
});

test("Undo is offered for ten seconds", async () => {
  const { page, pause } = await openLocationForm();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Move to…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Top level" }).click();
  const move = dialog.getByRole("button", { name: "Move", exact: true });
  await dialog.getByText("New parent: ").waitFor();
  await pause();
  await move.click();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await page.mouse.move(700, 400);
  await page.clock.runFor(9_000);
  await expect.poll(() => undo.count()).toBe(1);
  // The notice begins to count at the next frame.
  await page.clock.runFor(1_100);
  await undo.waitFor({ state: "detached" });
});

test("an error stays until it is dismissed; a result is shown on the screen that it leads to", async () => {
  const { server, page } = await openLocationForm();
  await page.getByRole("button", { name: "Add location" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Annexe");
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("“Annexe” added").waitFor();
  await page.getByRole("heading", { name: "Annexe" }).waitFor();

  const id = Number(/locations\/(\d+)/.exec(page.url())?.[1]);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  // Another user adds a child location meanwhile.
  await server.admin.post("/api/locations", { name: "Corner", parentLocationId: id });
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const problem = page.locator("#toasts > [role=alert]");
  await problem.waitFor();
  await page.clock.runFor(3_600_000);
  await problem.getByRole("button", { name: "Dismiss" }).click();
  await problem.waitFor({ state: "detached" });
});

const COVERED = `[...document.querySelectorAll("main input, main button, main a, main select, nav a")].filter((control) => {
  const { left, top, width, height } = control.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return width > 0 && above?.closest("#toasts") && !control.contains(above);
}).map((control) => control.outerHTML)`;

test("notices cover no field, button or link; on a phone everything can be scrolled clear of them", async () => {
  const desktop = await openLocationForm();
  await keepNotices(desktop.page);
  for (const name of ["One", "Two", "Three"]) await desktop.rename(name);
  await expect.poll(() => desktop.page.locator("#toasts > *").count()).toBe(3);
  await expect.poll(() => desktop.page.evaluate(COVERED)).toEqual([]);
  await expect.poll(() => desktop.consolePage.axe()).toEqual([]);

  const phone = await openLocationForm({ width: 390, height: 700 });
  await keepNotices(phone.page);
  for (const name of ["One", "Two", "Three"]) await phone.rename(name);
  await expect.poll(() => phone.page.locator("#toasts > *").count()).toBe(3);
  await phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await expect.poll(() => phone.page.evaluate(COVERED)).toEqual([]);
});
