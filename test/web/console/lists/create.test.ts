import { expect, test } from "vitest";
import { openArticles } from "../articles/open-articles.ts";

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
