import { expect, test } from "vitest";
import { openArticles, openEditForm } from "../articles/open-articles.ts";
import { keepNotices } from "../keep-notices.ts";
import { holdRequests } from "../save/held-requests.ts";

type Page = Awaited<ReturnType<typeof openArticles>>["page"];
const readNames = (page: Page) => page.locator(".list-name b").allTextContents();
const row = (page: Page, name: string) => page.locator(".list-records > li").filter({ hasText: name });

test("the tabs are as close to the title as those of other screens", async () => {
  const { page } = await openArticles("/lists");
  const distanceOf = async (name: string) => {
    const tabs = await page.getByRole("navigation", { name, exact: true }).boundingBox();
    const title = await page.getByRole("heading", { level: 1 }).boundingBox();
    return (tabs?.y ?? 0) - (title?.y ?? 0);
  };
  await page.locator(".list-records").waitFor();
  const distance = await distanceOf("Lists");
  await page.evaluate(() => location.assign("#/printers"));
  await expect.poll(() => distanceOf("Printing")).toBe(distance);
});

test("a record is created, renamed in its row and deleted; a record in use can't be deleted, and links to its articles", async () => {
  const { server, consolePage, page } = await openArticles("/lists");
  await expect.poll(() => readNames(page)).toEqual(["Furniture", "IT equipment", "Tools"]);
  await page.getByRole("button", { name: "Create category" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ladders");
  await page.keyboard.press("Enter");
  await expect.poll(() => readNames(page)).toEqual(["Furniture", "IT equipment", "Ladders", "Tools"]);
  await row(page, "Ladders").getByText("Not used").waitFor();
  await page.getByRole("button", { name: "Rename Ladders" }).click();
  await page.getByLabel("Name", { exact: true }).fill("tools");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await page.getByLabel("Name", { exact: true }).fill("Steps");
  await page.keyboard.press("Enter");
  await expect.poll(() => readNames(page)).toEqual(["Furniture", "IT equipment", "Steps", "Tools"]);
  await page.getByRole("button", { name: "More Steps" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => readNames(page)).toEqual(["Furniture", "IT equipment", "Tools"]);
  await page.getByRole("button", { name: "More Tools" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Delete…" }).isDisabled()).toBe(true);
  await page.getByText("A record in use can't be deleted.").waitFor();
  await page.keyboard.press("Escape");
  const used = await row(page, "Tools").getByRole("link").textContent();
  await row(page, "Tools").getByRole("link").click();
  await expect.poll(() => page.url()).toContain("#/articles?categoryId=3");
  const { body } = await server.user.get("/api/articles");
  const expected = body.filter(({ categoryId }: { categoryId: number }) => categoryId === 3).length;
  expect(used).toBe(`${expected} articles`);
});

test("a second record can be renamed while the first one is saved, and keeps its text", async () => {
  const { page } = await openArticles("/lists");
  const saving = await holdRequests(page, "PUT", "**/api/articlecategories/3");
  const fields = page.getByLabel("Name", { exact: true });
  await page.getByRole("button", { name: "Rename Tools" }).click();
  await fields.fill("Steps");
  await page.getByRole("button", { name: "Rename Furniture" }).click();
  await expect.poll(() => fields.count()).toBe(2);
  await fields.last().press("Enter");
  await expect.poll(() => saving.sent.length).toBe(1);
  await fields.first().fill("Chairs");
  saving.release();
  await expect.poll(() => readNames(page)).toEqual(["IT equipment", "Steps"]);
  await expect.poll(() => fields.inputValue()).toBe("Chairs");
});

test("records are moved by keys and by dragging, and forms offer them in that order; a hidden record is not offered but shown where it is used; built-in ones can be hidden, not renamed", async () => {
  const { page, server } = await openArticles("/lists/types");
  await expect.poll(() => readNames(page)).toEqual(["Chair", "Drill", "Monitor", "Notebook"]);
  const up = page.getByRole("button", { name: "Move Notebook up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => readNames(page)).toEqual(["Chair", "Drill", "Notebook", "Monitor"]);
  const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
  await expect.poll(focused).toBe("Move Notebook up");
  await page.getByText("Notebook is now 3 of 4.").waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await expect.poll(() => readNames(page)).toEqual(["Chair", "Notebook", "Drill", "Monitor"]);
  const list = async () => {
    const { body } = await server.user.get("/api/articletypes");
    return body.map(({ name }: { name: string }) => name);
  };
  await expect.poll(list).toEqual(["Chair", "Notebook", "Drill", "Monitor"]);
  await row(page, "Monitor").locator(".list-name").dragTo(row(page, "Chair").locator(".list-name"));
  await expect.poll(list).toEqual(["Monitor", "Chair", "Notebook", "Drill"]);
  await expect.poll(() => readNames(page)).toEqual(["Monitor", "Chair", "Notebook", "Drill"]);
  await page.goto(`${server.url}/console#/articles/new`);
  const offered = page.getByLabel("Type").locator("option");
  await expect
    .poll(() => offered.allTextContents())
    .toEqual(["Choose…", "Monitor", "Chair", "Notebook", "Drill"]);

  await page.goto(`${server.url}/console#/lists/states`);
  await page.getByRole("button", { name: "Hide In stock" }).click();
  await row(page, "In stock").getByText("Hidden").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /Rename/ }).count()).toBe(0);
  await server.manager.put("/api/articles/72", { stateId: 2 });
  await page.goto(`${server.url}/console#/articles/new`);
  const states = page.getByLabel("State").locator("option");
  await expect.poll(() => states.allTextContents()).toEqual(["Choose…", "Disposed", "In use", "Proposed"]);
  await page.goto(`${server.url}/console#/articles/72`);
  await page.getByText("In stock").first().waitFor({ state: "attached" });
  await page.goto(`${server.url}/console#/lists/states`);
  await page.getByRole("button", { name: "Show In stock" }).click();
  await expect.poll(() => row(page, "In stock").getByText("Hidden").count()).toBe(0);
});

test("a record is merged into another after its numbers were shown, and other tabs follow", async () => {
  const { server, consolePage, page } = await openArticles("/lists/categories");
  await page.getByRole("button", { name: "More Tools" }).click();
  await page.getByRole("button", { name: "Merge into…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge Tools" });
  await dialog.getByText(/\d+ articles will use the selected record instead/).waitFor();
  await expect.poll(() => dialog.getByRole("button", { name: "Merge" }).isDisabled()).toBe(true);
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await dialog.getByLabel("Merge into").selectOption("Furniture");
  const other = await consolePage.newTab();
  await other.goto(`${server.url}/console#/lists/categories`);
  await expect.poll(() => readNames(other)).toEqual(["Furniture", "IT equipment", "Tools"]);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => readNames(page)).toEqual(["Furniture", "IT equipment"]);
  await expect.poll(() => readNames(other)).toEqual(["Furniture", "IT equipment"]);
  const { body } = await server.user.get("/api/articles");
  expect(body.some(({ categoryId }: { categoryId: number }) => categoryId === 3)).toBe(false);
});

test("prices without a currency are in the company's, once a currency is it, and Undo gives the one before back", async () => {
  const { server, page } = await openArticles("/lists/currencies");
  await server.manager.put("/api/articles/40", { price: 1234.5 });
  await server.manager.put("/api/currencytypes/1", { isDefault: true });
  await row(page, "CZK").getByText("The company's currency").waitFor();
  await page.getByRole("button", { name: "More EUR" }).click();
  await page.getByRole("button", { name: "Make it the company's currency" }).click();
  await page.getByText("Prices without a currency are in EUR now.").waitFor();
  await row(page, "EUR").getByText("The company's currency").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "CZK").getByText("The company's currency").waitFor();
  await page.goto(`${server.url}/console#/articles/40`);
  await page.getByText("CZK 1,234.50").waitFor();
  await openEditForm(page);
  await expect
    .poll(() => page.getByLabel("Currency").locator("option").first().textContent())
    .toBe("The company's: CZK");
});

test("Undo leaves the company's currency and a name that another user has chosen since", async () => {
  const { server, page } = await openArticles("/lists/currencies");
  const { oid } = (await server.admin.post("/api/currencytypes", { name: "PLN" })).body;
  await page.getByRole("button", { name: "More EUR" }).click();
  await page.getByRole("button", { name: "Make it the company's currency" }).click();
  await row(page, "EUR").getByText("The company's currency").waitFor();
  await keepNotices(page);
  expect((await server.admin.put(`/api/currencytypes/${oid}`, { isDefault: true })).status).toBe(200);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Not undone: somebody else has changed it since.").waitFor();
  const { body } = await server.admin.get(`/api/currencytypes/${oid}`);
  expect(body.isDefault).toBe(true);

  await page.reload();
  await page.getByRole("button", { name: "Hide PLN" }).click();
  await page.getByText("PLN hidden.").waitFor();
  await keepNotices(page);
  expect((await server.admin.put(`/api/currencytypes/${oid}`, { name: "Zloty" })).status).toBe(200);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Somebody else changed this record in the meantime.").waitFor();
  await row(page, "Zloty").getByText("Hidden").waitFor();
});

test("a Manager creates a missing category from the form of an article, and it is selected; a taken name is shown at its field", async () => {
  const { server, consolePage, page } = await openArticles("/articles/new");
  await page.getByLabel("Name").fill("Ladder");
  await page.getByRole("button", { name: "Create category" }).click();
  const dialog = page.getByRole("dialog", { name: "Create category" });
  await expect.poll(() => dialog.getByRole("button", { name: "Create" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Name").fill("furniture");
  await page.keyboard.press("Enter");
  await expect.poll(() => dialog.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => consolePage.axe()).toEqual([]);
  await dialog.getByLabel("Name").fill("Ladders");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const category = page.getByLabel("Category");
  await expect.poll(() => category.locator("option:checked").textContent()).toBe("Ladders");
  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Ladder");
  const { body } = await server.user.get("/api/articlecategories");
  expect(body).toContainEqual(expect.objectContaining({ name: "Ladders", isGlobal: false }));
});
