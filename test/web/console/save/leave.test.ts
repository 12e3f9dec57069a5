import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createPdf } from "../../../photos/attach.ts";
import { openArticles, openEditForm } from "../articles/open-articles.ts";
import { openConsoleAs } from "../log-in.ts";
import { holdRequests } from "./held-requests.ts";

test("leaving a changed form asks once on every way, and staying keeps form and history; the dialog can save: a saved form is left, and an error keeps the form open", async () => {
  const { server, page } = await openArticles("/articles?q=A00007&sort=code");
  await page.getByRole("link", { name: "A000072" }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await openEditForm(page);
  await name.fill("Half");
  const leaveDialog = page.getByRole("dialog", { name: "Unsaved changes" });
  const navigations = [
    () => page.goBack(),
    () => page.getByRole("link", { name: "Locations" }).click(),
    () => page.evaluate("void location.replace('#/articles/73')"),
  ];
  for (const navigate of navigations) {
    await navigate();
    await leaveDialog.getByRole("button", { name: "Keep editing" }).click();
    await expect.poll(() => page.url()).toMatch(/#\/articles\/72$/);
    await expect.poll(() => name.inputValue()).toBe("Half");
  }
  await page.goBack();
  await leaveDialog.getByRole("button", { name: "Discard changes" }).click();
  await page.waitForURL("**/console#/articles?q=A00007&sort=code");
  await page.getByRole("link", { name: "A000072" }).click();
  await openEditForm(page);
  await expect.poll(() => name.inputValue()).toBe("Armchair swivel");

  await name.fill("");
  await page.getByRole("link", { name: "Locations" }).click();
  await leaveDialog.getByRole("button", { name: "Save", exact: true }).click();
  await leaveDialog.waitFor({ state: "detached" });
  await page.locator("p[role=alert]").first().waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/articles\/72$/);

  await name.fill("Saved on the way");
  await page.getByRole("link", { name: "Locations" }).click();
  await leaveDialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Locations", level: 1 }).waitFor();
  expect((await server.manager.get("/api/articles/72")).body.name).toBe("Saved on the way");
});

test("the browser asks before it closes a tab with a changed form, not with an unchanged or a saved one", async () => {
  const { page } = await openArticles("/articles/72");
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs++;
    return dialog.accept();
  });
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await openEditForm(page);
  await name.fill("Half");
  await name.fill("Armchair swivel");
  await page.reload();
  expect(dialogs).toBe(0);
  await openEditForm(page);
  await name.fill("Half");
  await page.reload();
  expect(dialogs).toBe(1);
  await openEditForm(page);
  await name.fill("Whole");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Article saved").waitFor();
  await page.getByRole("link", { name: "Locations" }).click();
  await page.getByRole("heading", { name: "Whole" }).waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});

test("Back on the same screen asks before it closes a dialog with something typed", async () => {
  const { page } = await openArticles("/articles?q=A00007");
  await page.getByRole("button", { name: "Price" }).click();
  await page.waitForURL("**/console#/articles?q=A00007&sort=price");
  await page.getByLabel("Select row 72").check();
  await page.getByRole("button", { name: "Edit…" }).click();
  const state = page.getByRole("dialog").getByLabel("State");
  await state.selectOption("Disposed");
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  for (let asked = 0; asked < 2; asked++) {
    await page.goBack();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toMatch(/&sort=price$/);
    await expect.poll(() => state.locator("option:checked").textContent()).toBe("Disposed");
  }
  await page.goBack();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await page.waitForURL("**/console#/articles?q=A00007");
  await state.waitFor({ state: "detached" });
});

/** Attaches files to the article that is shown. At most four are sent at a time, and held. */
async function attachHeld(page: Page, count: number): Promise<void> {
  const requests = await holdRequests(page, "POST", "**/api/attachments");
  const files = Array.from({ length: count }, (_, at) => ({
    ...{ name: `${at}.pdf`, mimeType: "application/pdf", buffer: createPdf(1000 + at) },
  }));
  await page.getByLabel("Add attachments (PDF, JPG or PNG)").setInputFiles(files);
  await expect.poll(() => requests.sent.length).toBe(Math.min(count, 4));
}

test("where changes and files that are not sent yet would be left, both are asked about, and the changes can be saved", async () => {
  const { server, page } = await openArticles("/articles/72");
  await openEditForm(page);
  await attachHeld(page, 5);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Saved on the way");
  await page.getByRole("navigation").getByRole("link", { name: "Locations" }).click();
  const ofChanges = page.getByRole("dialog", { name: "Unsaved changes" });
  await ofChanges.getByRole("button", { name: "Save" }).click();
  const ofFiles = page.getByRole("dialog", { name: "Leave before this is done?" });
  await ofFiles.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Locations", level: 1 }).waitFor();
  expect((await server.manager.get("/api/articles/72")).body.name).toBe("Saved on the way");
});

test("where all files are being sent, the screen is left without a question, and the tab is not closed without one", async () => {
  const { page } = await openArticles("/articles/72");
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    dialogs++;
    return dialog.accept();
  });
  await openEditForm(page);
  await attachHeld(page, 4);
  await page.reload();
  expect(dialogs).toBe(1);
  await attachHeld(page, 4);
  await page.getByRole("navigation").getByRole("link", { name: "Locations" }).click();
  await page.getByRole("heading", { name: "Locations", level: 1 }).waitFor();
});

/** Every screen with a form, and a field of it. */
const FORMS = [
  ["/articles/new", "Name"],
  ["/printers/new", "Name"],
  ["/printers/1", "Name"],
  ["/printers/labels/new", "Name"],
  ["/printers/labels/draw", "Name"],
  ["/printers/labels/1", "Name"],
  ["/locations/2", "Name"],
  ["/people/new", "New PIN"],
  ["/people/2", "Last name"],
  ["/people/2", "New PIN"],
  ["/me", "Current password"],
  ["/requests/transfers/1", "Pieces"],
  ["/system/settings", "Site name"],
  ["/stocktakes/new", "Name"],
  ["/stocktakes/1", "Name"],
] as const;

test("leaving a changed form asks on every screen, and discarded values are not stored", async () => {
  const { page } = await openConsoleAs("admin");
  for (const [path, field] of FORMS) {
    await page.evaluate(`void (location.hash = "${path}")`);
    const input = page.getByLabel(field, { exact: true }).first();
    await input.fill("1234");
    await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
    const dialog = page.getByRole("dialog", { name: "Unsaved changes" });
    await dialog.getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.goBack();
    await expect.poll(() => input.inputValue(), { message: path }).not.toBe("1234");
    await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  }
});
