import { expect, test } from "vitest";
import { openArticles, openEditForm } from "../articles/open-articles.ts";
import { openConsoleAs } from "../log-in.ts";
import { holdRequests } from "./held-requests.ts";

// An action that ends after its screen was left: it tells its result, and the user stays where they are.

test("a deletion that ends on another screen leaves what is typed there, and its guard", async () => {
  const { page } = await openArticles("/articles/72");
  const requests = await holdRequests(page, "PUT", "**/api/articles/bulk-delete");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => requests.sent.length).toBe(1);
  await page.evaluate("void (location.hash = '#/articles/73')");
  await page.getByText("A000073").first().waitFor();
  await openEditForm(page);
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Half");
  requests.release();
  await page.getByText("Armchair swivel deleted").waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Locations" }).click();
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => page.url()).toMatch(/#\/articles\/73$/);
  await expect.poll(() => name.inputValue()).toBe("Half");
});

test("a form that is saved on another screen does not leave that screen", async () => {
  const { page } = await openConsoleAs("admin", "/printers/new");
  const requests = await holdRequests(page, "POST", "**/api/printingprinters");
  await page.getByLabel("Name", { exact: true }).fill("Gate 7");
  await page.getByLabel("Address").fill("192.168.1.40");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.poll(() => requests.sent.length).toBe(1);
  await page.getByRole("navigation").getByRole("link", { name: "Locations" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("heading", { name: "Locations", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Add location" }).click();
  const name = page.getByRole("dialog").getByLabel("Name", { exact: true });
  await name.fill("Half");
  requests.release();
  await page.getByText("Gate 7 added.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => page.url()).toMatch(/#\/locations$/);
  await expect.poll(() => name.inputValue()).toBe("Half");
});

test("the error of a cell whose row has left the page is told with the article, and the row is back without its field", async () => {
  const { page } = await openArticles("/articles?sort=code");
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "A000001" }) });
  await row.getByRole("link").focus();
  await page.keyboard.press("F2");
  const requests = await holdRequests(page, "PUT", "**/api/articles/1/full");
  await row.getByLabel("Name").fill("");
  await page.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => requests.sent.length).toBe(1);
  await row.waitFor({ state: "detached" });
  await page.getByText("101–200 of 500").waitFor();
  requests.release();
  await page
    .locator("#toasts [role=alert]")
    .filter({ hasText: "A000001" })
    .getByText("is required")
    .waitFor();
  await page.getByRole("button", { name: "Previous" }).click();
  await row.waitFor();
  await page.getByText("1–100 of 500").waitFor();
  await expect.poll(() => page.locator("td input:not([type=checkbox]), td select").count()).toBe(0);
});

test("a question that is read after its screen was left is not asked", async () => {
  const { page } = await openConsoleAs("manager", "/stocktakes/6/results?tab=all");
  await page.locator("[data-row]").first().waitFor();
  const requests = await holdRequests(page, "GET", "**/items/totals");
  await page.getByRole("button", { name: "Approve all" }).click();
  await expect.poll(() => requests.sent.length).toBe(1);
  await page.getByRole("navigation").getByRole("link", { name: "Locations" }).click();
  await page.getByRole("heading", { name: "Locations", level: 1 }).waitFor();
  const response = page.waitForResponse("**/items/totals");
  requests.release();
  await (await response).finished();
  await page.getByRole("button", { name: "Add location" }).click();
  await page.getByRole("dialog", { name: "Add location" }).waitFor();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
});
