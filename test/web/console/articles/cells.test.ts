import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openArticles } from "./open-articles.ts";

const ONE = "/articles?q=A000001";

const row = (page: Page) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: "A000001" }) });
const cell = (page: Page, text: string) => row(page).getByRole("cell", { name: text, exact: true });

test("a double click changes a value in its cell, and Enter saves it", async () => {
  const { server, page } = await openArticles(ONE);
  await server.admin.put("/api/articles/1/full", { name: "Pallet truck" });
  await cell(page, "Pallet truck").dblclick();
  await row(page).getByLabel("Name").fill("Pallet truck 2 t");
  await page.keyboard.press("Enter");
  await cell(page, "Pallet truck 2 t").waitFor();
  expect((await server.admin.get("/api/articles/1")).body.name).toBe("Pallet truck 2 t");
});

test("F2 changes the first value of a row, and Tab saves it and goes to the next", async () => {
  const { server, page } = await openArticles(ONE);
  await row(page).getByRole("link").focus();
  await page.keyboard.press("F2");
  await row(page).getByLabel("Name").fill("Pallet truck");
  await page.keyboard.press("Tab");
  await row(page).getByLabel("Category").selectOption({ index: 2 });
  await page.keyboard.press("Enter");
  await row(page).getByRole("link").and(page.locator(":focus")).waitFor();
  const { body } = await server.admin.get("/api/articles/1");
  expect(body.name).toBe("Pallet truck");
  await cell(page, body.category.name).waitFor();
});

test("Tab and Enter go on in the row that the new value has moved", async () => {
  const { server, page } = await openArticles("/articles?q=A00000&sort=name");
  await row(page).getByRole("link").focus();
  await page.keyboard.press("F2");
  await row(page).getByLabel("Name").fill("Zzz");
  await page.keyboard.press("Tab");
  const category = row(page).getByLabel("Category");
  await category.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Shift+Tab");
  await row(page).getByLabel("Name").fill("Aaa");
  await page.keyboard.press("Enter");
  await row(page).getByRole("link").and(page.locator(":focus")).waitFor();
  expect((await server.admin.get("/api/articles/1")).body.name).toBe("Aaa");
});

test("a row that the new value takes out of the list is not changed any more when it is back", async () => {
  const { server, page } = await openArticles("/articles?q=truck");
  for (const [id, name] of [
    [1, "Pallet truck"],
    [2, "Fork truck"],
  ])
    await server.admin.put(`/api/articles/${id}/full`, { name });
  // A row that is drawn again closes its editor.
  for (const name of ["Pallet truck", "Fork truck"])
    await page.getByRole("cell", { name, exact: true }).waitFor();
  await row(page).getByRole("link").focus();
  await page.keyboard.press("F2");
  await row(page).getByLabel("Name").fill("Ladder");
  await page.keyboard.press("Tab");
  await row(page).waitFor({ state: "detached" });
  await page.getByRole("searchbox", { name: /^Name, code/ }).fill("A00000");
  await cell(page, "Ladder").waitFor();
  await expect.poll(() => page.locator("td input:not([type=checkbox]), td select").count()).toBe(0);
});

test("Space and F2 act on the focused row, also after a new one has come above it", async () => {
  const { server, page } = await openArticles("/articles?q=A00000&sort=code");
  await row(page).getByRole("link").focus();
  const added = { code: "A000000", name: "Pallet truck", categoryId: 1, typeId: 1, stateId: 1 };
  expect((await server.admin.post("/api/articles", added)).status).toBe(201);
  await page.getByRole("link", { name: "A000000" }).waitFor();
  await page.keyboard.press("Space");
  await expect.poll(() => row(page).getByRole("checkbox").isChecked()).toBe(true);
  await page.keyboard.press("F2");
  await row(page).getByLabel("Name").waitFor();
});

test("what is typed in a cell is neither saved nor lost when another user takes its row out of the list", async () => {
  const { server, page } = await openArticles("/articles?q=A00000&stateId=2");
  const { body } = await server.admin.get("/api/articles/1");
  await server.admin.put("/api/articles/1/full", { stateId: 2 });
  // The totals of the first load may be of before.
  await page.reload();
  await row(page).getByRole("link").focus();
  await page.keyboard.press("F2");
  await row(page).getByLabel("Name").fill("Half");
  const totals = page.locator(".article-totals");
  const before = await totals.innerText();
  const readAgain = page.waitForResponse((response) => response.url().includes("/api/articles/page"));
  await server.admin.put("/api/articles/1/full", { stateId: 1 });
  await readAgain;
  await expect.poll(() => totals.innerText()).not.toBe(before);
  await page.keyboard.type(" typed");
  await expect.poll(() => row(page).getByLabel("Name").inputValue()).toBe("Half typed");
  await page.keyboard.press("Escape");
  await row(page).waitFor({ state: "detached" });
  expect((await server.admin.get("/api/articles/1")).body.name).toBe(body.name);
});

test("leaving the cell saves too", async () => {
  const { server, page } = await openArticles(ONE);
  await server.admin.put("/api/articles/1/full", { name: "Pallet truck" });
  await cell(page, "Pallet truck").dblclick();
  await row(page).getByLabel("Name").fill("Pallet truck 2 t");
  await page.getByRole("searchbox", { name: /^Name, code/ }).click();
  await cell(page, "Pallet truck 2 t").waitFor();
});

test("Escape keeps the value as it was, and the focus returns to the row", async () => {
  const { server, page } = await openArticles(ONE);
  await server.admin.put("/api/articles/1/full", { name: "Pallet truck" });
  await cell(page, "Pallet truck").dblclick();
  await row(page).getByLabel("Name").fill("Something else");
  await page.keyboard.press("Escape");
  await cell(page, "Pallet truck").waitFor();
  await row(page).getByRole("link").and(page.locator(":focus")).waitFor();
  expect((await server.admin.get("/api/articles/1")).body.name).toBe("Pallet truck");
});

test("a refused value stays in its cell with the error", async () => {
  const { page } = await openArticles(ONE);
  await row(page).getByRole("link").focus();
  await page.keyboard.press("F2");
  await row(page).getByLabel("Name").fill("");
  await page.keyboard.press("Enter");
  await row(page).getByRole("alert").filter({ hasText: "is required" }).waitFor();
});

test("Tab and a click stay in the dialog that creates a record for the cell", async () => {
  const { server, page } = await openArticles(ONE);
  const { body } = await server.admin.get("/api/articles/1");
  await cell(page, body.category.name).dblclick();
  await row(page).getByRole("button", { name: "Create category" }).click();
  const dialog = page.getByRole("dialog", { name: "Create category" });
  await dialog.getByLabel("Name").fill("Ladders");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Cancel" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("ArrowDown");
  await dialog.getByRole("heading").click();
  await dialog.getByLabel("Name").press("Enter");
  const chosen = row(page).getByLabel("Category").locator("option:checked");
  await expect.poll(() => chosen.textContent()).toBe("Ladders");
});

test("a value that another user has changed is not overwritten without a question", async () => {
  const { server, page } = await openArticles(ONE);
  await row(page).getByRole("link").focus();
  await page.keyboard.press("F2");
  await row(page).getByLabel("Name").fill("Mine");
  await server.admin.put("/api/articles/1/full", { name: "Theirs" });
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("Theirs").waitFor();
  await page.getByRole("button", { name: "Save my version" }).click();
  await cell(page, "Mine").waitFor();
});

test("who may not change articles changes nothing in the list", async () => {
  const { server, page } = await openArticles(ONE, { userName: "user" });
  const { body } = await server.admin.get("/api/articles/1");
  await cell(page, body.name).dblclick();
  await row(page).getByRole("link").focus();
  await page.keyboard.press("F2");
  await expect.poll(() => row(page).getByRole("textbox").count()).toBe(0);
  await cell(page, body.name).waitFor();
});

test("where the article can't be read, the value stays in its cell and the reason is told", async () => {
  const { server, page } = await openArticles(ONE);
  await server.admin.put("/api/articles/1/full", { name: "Pallet truck" });
  await cell(page, "Pallet truck").waitFor();
  await page.route("**/api/articles/1/full", (route) => route.abort());
  await cell(page, "Pallet truck").dblclick();
  await page.getByText("Not available without a connection.", { exact: true }).waitFor();
  await cell(page, "Pallet truck").waitFor();
  await row(page).getByRole("link").and(page.locator(":focus")).waitFor();
});
