import { expect, test } from "vitest";
import { atArticles, soon } from "../articles/together.ts";
import { expectGoodLooks } from "../look.ts";

type Page = Awaited<ReturnType<typeof atArticles>>["page"];
const names = (page: Page) => page.locator(".list-name b").allTextContents();
const row = (page: Page, name: string) => page.locator(".list-records > li").filter({ hasText: name });

test("a record is created, renamed in its row and deleted; one in use can't be deleted, and its articles are a click away", async () => {
  const { server, consolePage, page } = await atArticles("/lists");
  await soon(() => names(page)).toEqual(["Furniture", "IT equipment", "Tools"]);
  await page.getByRole("button", { name: "Create category" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ladders");
  await page.keyboard.press("Enter");
  await soon(() => names(page)).toEqual(["Furniture", "IT equipment", "Ladders", "Tools"]);
  await row(page, "Ladders").getByText("Not used").waitFor();
  await page.getByRole("button", { name: "Rename Ladders" }).click();
  await page.getByLabel("Name", { exact: true }).fill("tools");
  await page.keyboard.press("Enter");
  await soon(() => page.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  expect(await consolePage.axe()).toEqual([]);
  await page.getByLabel("Name", { exact: true }).fill("Steps");
  await page.keyboard.press("Enter");
  await soon(() => names(page)).toEqual(["Furniture", "IT equipment", "Steps", "Tools"]);
  await page.getByRole("button", { name: "More Steps" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await soon(() => names(page)).toEqual(["Furniture", "IT equipment", "Tools"]);
  await page.getByRole("button", { name: "More Tools" }).click();
  expect(await page.getByRole("button", { name: "Delete…" }).isDisabled()).toBe(true);
  await page.getByText("A record in use can't be deleted.").waitFor();
  await page.keyboard.press("Escape");
  const used = await row(page, "Tools").getByRole("link").textContent();
  await row(page, "Tools").getByRole("link").click();
  await soon(() => page.url()).toContain("#/articles?categoryId=3");
  const { body } = await (await server.as("user")).get("/api/articles");
  const expected = body.filter(({ categoryId }: { categoryId: number }) => categoryId === 3).length;
  expect(used).toBe(`${expected} articles`);
});

test("records are moved by keys and by dragging, and forms offer them in that order", async () => {
  const { page, server } = await atArticles("/lists/types");
  await soon(() => names(page)).toEqual(["Chair", "Drill", "Monitor", "Notebook"]);
  const up = page.getByRole("button", { name: "Move Notebook up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await soon(() => names(page)).toEqual(["Chair", "Drill", "Notebook", "Monitor"]);
  const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
  await soon(focused).toBe("Move Notebook up");
  await page.getByText("Notebook is now 3 of 4.").waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await soon(() => names(page)).toEqual(["Chair", "Notebook", "Drill", "Monitor"]);
  const list = async () => {
    const { body } = await (await server.as("user")).get("/api/articletypes");
    return body.map(({ name }: { name: string }) => name);
  };
  await soon(list).toEqual(["Chair", "Notebook", "Drill", "Monitor"]);
  await row(page, "Monitor").locator(".list-name").dragTo(row(page, "Chair").locator(".list-name"));
  await soon(list).toEqual(["Monitor", "Chair", "Notebook", "Drill"]);
  await soon(() => names(page)).toEqual(["Monitor", "Chair", "Notebook", "Drill"]);
  await page.goto(`${server.url}/console#/articles/new`);
  const offered = page.getByLabel("Type").locator("option");
  await soon(() => offered.allTextContents()).toEqual(["Choose…", "Monitor", "Chair", "Notebook", "Drill"]);
});

test("a hidden record is not offered any more, but shown where it is used; a built-in one can be hidden, not renamed", async () => {
  const { server, page } = await atArticles("/lists/states");
  await page.getByRole("button", { name: "Hide In stock" }).click();
  await row(page, "In stock").getByText("Hidden").waitFor();
  expect(await page.getByRole("button", { name: /Rename/ }).count()).toBe(0);
  await (await server.as("manager")).put("/api/articles/72", { stateId: 2 });
  await page.goto(`${server.url}/console#/articles/new`);
  const offered = page.getByLabel("State").locator("option");
  await soon(() => offered.allTextContents()).toEqual(["Choose…", "Disposed", "In use", "Proposed"]);
  await page.goto(`${server.url}/console#/articles/72`);
  await page.getByText("In stock").first().waitFor({ state: "attached" });
  await page.goto(`${server.url}/console#/lists/states`);
  await page.getByRole("button", { name: "Show In stock" }).click();
  await soon(() => row(page, "In stock").getByText("Hidden").count()).toBe(0);
});

test("a record is merged into another, after its numbers were said; other screens hear of it", async () => {
  const { server, consolePage, page } = await atArticles("/lists/categories");
  await page.getByRole("button", { name: "More Tools" }).click();
  await page.getByRole("button", { name: "Merge into…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge Tools" });
  await dialog.getByText(/\d+ articles will use the selected record instead/).waitFor();
  expect(await dialog.getByRole("button", { name: "Merge" }).isDisabled()).toBe(true);
  expect(await consolePage.axe()).toEqual([]);
  await dialog.getByLabel("Merge into").selectOption("Furniture");
  const other = await consolePage.newTab();
  await other.goto(`${server.url}/console#/lists/categories`);
  await soon(() => names(other)).toEqual(["Furniture", "IT equipment", "Tools"]);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await soon(() => names(page)).toEqual(["Furniture", "IT equipment"]);
  await soon(() => names(other)).toEqual(["Furniture", "IT equipment"]);
  const { body } = await (await server.as("user")).get("/api/articles");
  expect(body.some(({ categoryId }: { categoryId: number }) => categoryId === 3)).toBe(false);
});

test("whoever renames what somebody else has renamed chooses; nothing is overwritten unasked", async () => {
  const { server, page } = await atArticles("/lists/categories");
  await page.getByRole("button", { name: "Rename Tools" }).click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Mine");
  await (await server.as("admin")).put("/api/articlecategories/3", { name: "Theirs" });
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Theirs").waitFor();
  await dialog.getByRole("button", { name: "Save my version" }).click();
  await soon(() => names(page)).toEqual(["Furniture", "IT equipment", "Mine"]);
});

test.each([
  { language: "en", width: 1280 },
  { language: "cs", width: 390 },
] as const)("it looks right in $language at $width px, light and dark", async ({ language, width }) => {
  const { consolePage, page } = await atArticles("/lists/states", { language, width });
  await soon(() => page.locator(".list-uses a").count()).toBeGreaterThan(0);
  await expectGoodLooks(consolePage, `lists-states-${language}`, ["light", "dark"]);
  await page.goto(page.url().replace("states", "categories"));
  await soon(() => page.locator(".list-uses a").count()).toBe(3);
  await expectGoodLooks(consolePage, `lists-categories-${language}`, ["light"]);
  await page.locator(".popover-button").first().click();
  const menu = await page.locator(".popover-menu:visible").boundingBox();
  expect(menu?.x).toBeGreaterThanOrEqual(0);
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(width);
  await consolePage.screenshot(`lists-menu-${language}`);
});
